import type { SectionNames } from '../../shared/service.ts';

// cspell:disable
/** Names of the public pages in the languages of the pages. */
export const sections = {
  changelog: {
    en: 'Changelog',
    de: 'Neuigkeiten',
    es: 'Novedades',
    fr: 'Nouveautés',
    ja: '新着情報',
    pt: 'Novidades',
    ar: 'الجديد',
  },
} satisfies Record<string, SectionNames>;
