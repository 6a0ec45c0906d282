import { useSyncExternalStore } from 'react';

/** Width of a phone, as in the style sheets. */
const NARROW = '(width < 40rem)';

/** Returns whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(NARROW);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(NARROW).matches,
  );
