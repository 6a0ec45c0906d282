/** Color scheme: light, dark or system. `public/scheme.js` applies it before the first rendering. */
export const SCHEMES = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const STORAGE_KEY = 'earshot.scheme';

export const readScheme = (): Scheme => (document.documentElement.dataset.scheme as Scheme | undefined) ?? 'system';

export function setScheme(scheme: Scheme): void {
  if (scheme === 'system') {
    delete document.documentElement.dataset.scheme;
    localStorage.removeItem(STORAGE_KEY);
  } else {
    document.documentElement.dataset.scheme = scheme;
    localStorage.setItem(STORAGE_KEY, scheme);
  }
}
