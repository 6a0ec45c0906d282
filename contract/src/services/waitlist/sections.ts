import type { SectionNames } from '../../shared/service.ts';

// cspell:disable
/** Names of the public pages in the languages of the pages. */
export const sections = {
  waitlist: {
    en: 'Waitlist',
    de: 'Warteliste',
    es: 'Lista de espera',
    fr: 'Liste d’attente',
    ja: 'ウェイトリスト',
    pt: 'Lista de espera',
    ar: 'قائمة الانتظار',
  },
} satisfies Record<string, SectionNames>;
