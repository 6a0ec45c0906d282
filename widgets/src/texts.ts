import type { Language } from './texts/language.ts';
import type * as english from './texts/en.ts';

export type Section = Exclude<keyof Language, 'common'>;
type NameOf<S extends keyof Language> = keyof (typeof english)[S];
/** What is on most widgets, and what is on this one; the button that opens one has little. */
export type Texts<S extends Section> = Record<NameOf<S> | (S extends 'button' ? never : NameOf<'common'>), string>;

const LANGUAGES: Record<string, () => Promise<Language>> = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  ja: () => import('./texts/ja.ts'),
  pt: () => import('./texts/pt.ts'),
};
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'ur', 'yi']);

/** English comes with the widget; other languages when they are asked for. `own` are the page's, over them. */
export async function loadTexts<S extends Section>(
  lang: string,
  section: S,
  ours: Texts<S>,
  own: Partial<Texts<S>>,
): Promise<Texts<S>> {
  const base = lang.toLowerCase().split('-')[0] ?? '';
  const language = await LANGUAGES[base]?.().catch(() => undefined);
  return { ...ours, ...language?.common, ...language?.[section], ...own };
}

export const directionOf = (lang: string) => (RIGHT_TO_LEFT.has(lang.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr');

/** A text with its places filled: `fill('Number {n}', { n: 3 })`. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(values[name] ?? ''));
