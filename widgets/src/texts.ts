import type { Language } from './texts/language.ts';
import type * as englishTexts from './texts/en.ts';

export type Section = Exclude<keyof Language, 'common'>;
type NameOf<S extends keyof Language> = keyof (typeof englishTexts)[S];
/** Texts of a widget: its own section and the common section, except for the button, which is loaded on every page. */
export type Texts<S extends Section> = Record<NameOf<S> | (S extends 'button' ? never : NameOf<'common'>), string>;

const LANGUAGES: Record<string, () => Promise<Language>> = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  ja: () => import('./texts/ja.ts'),
  pt: () => import('./texts/pt.ts'),
};
const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|ur|yi)(-|$)/i;

/** Returns the texts of a language, which is loaded if it is not English. `own` contains texts of the page, which take precedence. */
export async function loadTexts<S extends Section>(
  lang: string,
  section: S,
  english: Texts<S>,
  own: Partial<Texts<S>>,
): Promise<Texts<S>> {
  const base = lang.toLowerCase().split('-')[0] ?? '';
  const language = await LANGUAGES[base]?.().catch(() => undefined);
  return { ...english, ...language?.common, ...language?.[section], ...own };
}

export const findDirection = (lang: string) => (RIGHT_TO_LEFT.test(lang) ? 'rtl' : 'ltr');
