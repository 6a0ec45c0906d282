import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Distance from the window at which content is loaded. */
const MARGIN = '300px';

/** Renders content once it comes near the window, so that reports at the end of a page cost nothing until they are read. */
export function WhenVisible({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
      },
      { rootMargin: MARGIN },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isVisible ? children : <div ref={place} className="panel span not-loaded" />;
}
