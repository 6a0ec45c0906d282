import type { changelogShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const changelogShared: Texts<typeof english> = {
  scopes: {
    'changelog:read': 'Den Changelog lesen',
    'changelog:write': 'Den Changelog lesen, ändern und veröffentlichen',
  },
  actions: {
    'changelog_entry.deleted': 'Changelog-Eintrag gelöscht',
    'changelog_subscriber.deleted': 'Abonnent des Changelogs gelöscht',
    'changelog_subscribers.added': 'Abonnenten des Changelogs hinzugefügt',
    'changelog.exported': 'Changelog exportiert',
  },
  events: {
    'changelog.adoption_measured': 'Nutzung gemessen',
    'changelog.published': 'Changelog-Eintrag veröffentlicht',
  },
  sections: { changelog: 'Neuigkeiten' },
  settings: {
    'settings.changelog.reactions': {
      label: 'Reaktionen',
      hint: 'Leser reagieren auf Seiten und in Widgets mit 👍, ❤️ oder 🎉 auf Einträge.',
    },
    'settings.changelog.page_url': {
      label: 'Changelog-Seite',
      hint: 'Ziel von Links in E-Mails und Feeds. Leer lassen, um die öffentliche Seite zu verwenden.',
    },
  },
  notifications: {},
  timeline: {
    subscription: 'Abonnements',
  },
  did: {
    subscription: 'Abonniert',
  },
  imports: {
    changelog: 'Changelog',
  },
};
