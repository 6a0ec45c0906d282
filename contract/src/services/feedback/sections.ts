import type { SectionNames } from '../../shared/service.ts';

// cspell:disable
/** Names of the public pages in the languages of the pages. */
export const sections = {
  feedback: {
    en: 'Feedback',
    de: 'Feedback',
    es: 'Feedback',
    fr: 'Avis',
    ja: 'フィードバック',
    pt: 'Feedback',
    ar: 'الملاحظات',
  },
  roadmap: {
    en: 'Roadmap',
    de: 'Roadmap',
    es: 'Hoja de ruta',
    fr: 'Feuille de route',
    ja: 'ロードマップ',
    pt: 'Roadmap',
    ar: 'خارطة الطريق',
  },
} satisfies Record<string, SectionNames>;
