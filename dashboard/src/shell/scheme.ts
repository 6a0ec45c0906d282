/** Color scheme: light, dark or system. `public/scheme.js` applies it before the first rendering. */
export const SCHEMES = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const STORAGE_KEY = 'earshot.scheme';

export const readScheme = (): Scheme => (document.documentElement.dataset.scheme as Scheme | undefined) ?? 'system';

/** Applies a scheme to this page. */
export function applyScheme(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

/** Applies a scheme, and keeps it for this browser. */
export function setScheme(scheme: Scheme): void {
  applyScheme(scheme);
  if (scheme === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, scheme);
}
