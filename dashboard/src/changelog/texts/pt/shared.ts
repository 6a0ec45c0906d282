import type { changelogShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const changelogShared: Texts<typeof english> = {
  scopes: {
    'changelog:read': 'Ler as novidades',
    'changelog:write': 'Ler, alterar e publicar as novidades',
  },
  actions: {
    'changelog_entry.deleted': 'Excluiu uma entrada de novidades',
    'changelog_subscriber.deleted': 'Excluiu um assinante das novidades',
    'changelog_subscribers.added': 'Adicionou assinantes das novidades',
    'changelog.exported': 'Exportou as novidades',
  },
  events: {
    'changelog.adoption_measured': 'Adoção medida',
    'changelog.published': 'Entrada de novidades publicada',
  },
  sections: { changelog: 'Novidades' },
  settings: {
    'settings.changelog.reactions': {
      label: 'Reações',
      hint: 'Os leitores reagem às entradas com 👍, ❤️ ou 🎉 nas páginas e nos widgets.',
    },
    'settings.changelog.page_url': {
      label: 'Página de novidades',
      hint: 'Destino dos links em e-mails e feeds. Deixe vazio para usar a página pública.',
    },
  },
  notifications: {},
  timeline: {
    subscription: 'Assinaturas',
  },
  did: {
    subscription: 'Assinou',
  },
  imports: {
    changelog: 'Novidades',
  },
};
