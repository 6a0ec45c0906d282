/** Light, dark, or as the system has it. `public/scheme.js` reads it before anything is drawn. */
export type Scheme = 'system' | 'light' | 'dark';

const KEPT = 'earshot.scheme';

export const readScheme = (): Scheme => (document.documentElement.dataset.scheme as Scheme | undefined) ?? 'system';

export function setScheme(scheme: Scheme): void {
  if (scheme === 'system') {
    delete document.documentElement.dataset.scheme;
    localStorage.removeItem(KEPT);
  } else {
    document.documentElement.dataset.scheme = scheme;
    localStorage.setItem(KEPT, scheme);
  }
}
