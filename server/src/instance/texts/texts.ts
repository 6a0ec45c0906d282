import { defineTexts } from '../../platform/i18n/texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';

/** Texts of emails that no service sends, most of them to members, and of previews. */
export const memberTexts = defineTexts({ ar, de, en, es, fr, ja, pt });
