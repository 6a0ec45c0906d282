import { useSyncExternalStore } from 'react';

/** Returns whether the color scheme is dark. The canvas requires explicit colors. */
export function useIsDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const system = matchMedia('(prefers-color-scheme: dark)');
      const observer = new MutationObserver(listener);
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] });
      system.addEventListener('change', listener);
      return () => {
        observer.disconnect();
        system.removeEventListener('change', listener);
      };
    },
    () => {
      const { scheme } = document.documentElement.dataset;
      return scheme ? scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    },
  );
}

/** Returns the current color of a custom property. */
export function readColor(name: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
