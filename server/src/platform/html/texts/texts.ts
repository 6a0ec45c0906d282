import { defineTexts } from '../../i18n/texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';

/** Texts of all pages and emails. */
export const commonTexts = defineTexts({ ar, de, en, es, fr, ja, pt });
