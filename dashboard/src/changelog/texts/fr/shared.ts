import type { changelogShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const changelogShared: Texts<typeof english> = {
  scopes: {
    'changelog:read': 'Lire les nouveautés',
    'changelog:write': 'Lire, modifier et publier les nouveautés',
  },
  actions: {
    'changelog_entry.deleted': 'A supprimé une nouveauté',
    'changelog_subscriber.deleted': 'A supprimé un abonné aux nouveautés',
    'changelog_subscribers.added': 'A ajouté des abonnés aux nouveautés',
    'changelog.exported': 'A exporté les nouveautés',
  },
  events: {
    'changelog.adoption_measured': 'Adoption mesurée',
    'changelog.published': 'Nouveauté publiée',
  },
  sections: { changelog: 'Nouveautés' },
  settings: {
    'settings.changelog.reactions': {
      label: 'Réactions',
      hint: 'Les lecteurs réagissent aux entrées avec 👍, ❤️ ou 🎉 sur les pages et dans les widgets.',
    },
    'settings.changelog.page_url': {
      label: 'Page des nouveautés',
      hint: 'Cible des liens des e-mails et des flux. Laissez vide pour utiliser la page publique.',
    },
  },
  notifications: {},
  timeline: {
    subscription: 'Abonnements',
  },
  did: {
    subscription: 'S’est abonné',
  },
  imports: {
    changelog: 'Nouveautés',
  },
};
