import type { SectionNames } from '../../shared/service.ts';

// cspell:disable
/** Names of the public pages in the languages of the pages. */
export const sections = {
  help: { en: 'Help', de: 'Hilfe', es: 'Ayuda', fr: 'Aide', ja: 'ヘルプ', pt: 'Ajuda', ar: 'المساعدة' },
} satisfies Record<string, SectionNames>;
