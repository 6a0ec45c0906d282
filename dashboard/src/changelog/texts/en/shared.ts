/** Texts in places that all services share. */
export const changelogShared = {
  scopes: {
    'changelog:read': 'Read the changelog',
    'changelog:write': 'Read, change and publish the changelog',
  },
  actions: {
    'changelog_entry.deleted': 'Deleted a changelog entry',
    'changelog_subscriber.deleted': 'Deleted a changelog subscriber',
    'changelog_subscribers.added': 'Added changelog subscribers',
    'changelog.exported': 'Exported the changelog',
  },
  events: {
    'changelog.adoption_measured': 'Adoption measured',
    'changelog.published': 'Changelog entry published',
  },
  sections: { changelog: 'Changelog' },
  settings: {
    'settings.changelog.reactions': {
      label: 'Reactions',
      hint: 'Readers react to entries with 👍, ❤️ or 🎉 on pages and in widgets.',
    },
    'settings.changelog.page_url': {
      label: 'Changelog page',
      hint: 'Target of links in emails and feeds. Leave empty to use the public page.',
    },
  },
  notifications: {},
  timeline: {
    subscription: 'Subscriptions',
  },
  did: {
    subscription: 'Subscribed',
  },
  imports: {
    changelog: 'Changelog',
  },
};
