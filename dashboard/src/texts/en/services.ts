import { locale } from '../plural.ts';
import { names } from '../services.ts';

/** The names of all services in a sentence. */
export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
