import type { SectionNames } from '../../shared/service.ts';

// cspell:disable
/** Names of the public pages in the languages of the pages. */
export const sections = {
  testimonials: {
    en: 'Testimonials',
    de: 'Kundenstimmen',
    es: 'Testimonios',
    fr: 'Témoignages',
    ja: 'お客様の声',
    pt: 'Depoimentos',
    ar: 'آراء العملاء',
  },
} satisfies Record<string, SectionNames>;
