import type * as english from './en.ts';

/** The texts of a language, with the names of the English texts. */
export type Language = { [Name in keyof typeof english]: Record<keyof (typeof english)[Name], string> };
