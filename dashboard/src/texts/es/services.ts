import { locale } from '../plural.ts';
import { names } from '../services.ts';

export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
