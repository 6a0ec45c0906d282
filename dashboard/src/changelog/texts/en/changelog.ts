import { formatNumber } from '../../../texts/plural.ts';

interface SubscriberCounts {
  confirmed: number;
  pending: number;
}

const renderPending = (pending: number) => (pending ? `, ${formatNumber(pending)} pending` : '');

export const changelog = {
  title: 'Changelog',
  new: 'New entry',
  statuses: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' },
  types: { feature: 'Feature', improvement: 'Improvement', fix: 'Fix', breaking: 'Breaking change' },
  search: 'Search entries',
  filters: 'Filters',
  status: 'Status',
  list: 'Entries',
  moreTags: (tags: string[]) => `More tags: ${tags.join(', ')}`,
  subscribers: ({ confirmed, pending }: SubscriberCounts) =>
    `${confirmed === 1 ? '1 confirmed subscriber' : `${formatNumber(confirmed)} confirmed subscribers`}${renderPending(pending)}`,
  empty: 'No entries yet',
  emptyHint: 'Announce changes to your users. Link feedback to notify the people who requested a change.',
  noMatches: 'No entries match these filters',
  untitled: 'Untitled',
  edit: 'Edit entry',
  entryTitle: 'Title',
  content: 'Text',
  contentHint: 'Drop or paste images. Type / to insert headings, lists and tables.',
  history: 'Version history',
  duplicate: 'Duplicate',
  duplicated: 'Draft created from this entry',
  copyOf: (title: string) => `Copy of ${title}`,
  everyone: 'Everyone',
  audience: {
    pages: 'Pages',
    pagesHint: 'Paths on which widgets show the entry, such as /billing/*. Without one, all pages.',
    addPage: 'Add path',
    languages: 'Languages',
    languagesHint: 'Without one, readers of all languages.',
    noMails: 'No emails will be sent: the entry is for widgets on some pages.',
  },
  type: 'Type',
  version: 'Version',
  tags: 'Tags',
  details: 'Details',
  feedback: 'Linked feedback',
  feedbackHint: 'Publishing sets these entries to “Done” and notifies their followers.',
  addFeedback: 'Link feedback',
  removeFeedback: (title: string) => `Unlink ${title}`,
  noFeedback: 'No linked feedback',
  findFeedback: 'Search feedback',
  update: 'Save changes',
  publish: 'Publish…',
  publishNow: 'Publish now',
  publishTitle: 'Publish this entry?',
  people: (count: number, pending: number) =>
    count === 0
      ? `No emails will be sent: there are no confirmed subscribers yet${renderPending(pending)}.`
      : count === 1
        ? '1 person will receive an email.'
        : `${formatNumber(count)} people will receive an email.`,
  ofWhich: 'Including:',
  changelogSubscribers: (count: number) =>
    count === 1 ? '1 confirmed changelog subscriber' : `${formatNumber(count)} confirmed changelog subscribers`,
  followers: (count: number, title: string) => `${formatNumber(count)} ${count === 1 ? 'follower' : 'followers'} of “${title}”`,
  published: 'Entry published',
  open: 'Open entry',
  publishOptions: 'More ways to publish',
  preview: 'Preview',
  previews: { page: 'Page', mail: 'Email', widget: 'Widget' },
  cover: 'Cover image',
  coverAlt: 'Description of the image',
  coverAltHint: 'For people who do not see the image.',
  views: (count: number) => (count === 1 ? '1 view' : `${formatNumber(count)} views`),
  reactions: { like: 'Likes', love: 'Loves', celebrate: 'Celebrations' },
  schedule: 'Schedule…',
  scheduleNow: 'Schedule',
  reschedule: 'Change time…',
  scheduleTitle: 'Schedule this entry',
  scheduleAt: 'Date and time',
  scheduleZone: (zone: string) => `Time zone of the project: ${zone}`,
  scheduled: (when: string) => `Scheduled for ${when}`,
  unschedule: 'Unschedule',
  unpublish: 'Unpublish',
  unpublished: 'The entry is a draft again. Sent emails cannot be recalled.',
  delete: 'Delete',
  deleteTitle: 'Delete this entry?',
  deleteHint: 'Links to this entry will stop working. This can’t be undone.',
  deleted: 'Deleted',
};

export const announcing = {
  label: 'Announce in the product',
  hint: 'Widgets show the published entry once to each visitor.',
  forms: { none: 'No', banner: 'Banner', popup: 'Popup' },
  until: 'Announce until',
  untilHint: 'Without a time, the announcement has no end.',
  list: 'List',
};

export const subscriberList = {
  tabs: { entries: 'Entries', subscribers: 'Subscribers' },
  title: 'Subscribers',
  add: 'Add subscribers…',
  addTitle: 'Add subscribers',
  addHint: 'Each address gets one email that asks for a confirmation. Nobody is subscribed without it.',
  addresses: 'Email addresses',
  addressesHint: 'Paste addresses or the content of a CSV file.',
  chooseFile: 'Choose CSV file…',
  found: (count: number) => (count === 1 ? '1 address found' : `${formatNumber(count)} addresses found`),
  tooMany: (max: number) => `Add at most ${formatNumber(max)} addresses at once`,
  noAddress: 'No email address found',
  send: 'Send confirmation emails',
  asked: (asked: number, skipped: number) =>
    `${asked === 1 ? '1 person' : `${formatNumber(asked)} people`} asked to confirm${skipped ? `, ${formatNumber(skipped)} skipped` : ''}`,
  email: 'Email',
  status: 'Status',
  since: 'Added',
  statuses: { confirmed: 'Confirmed', pending: 'Not confirmed' },
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}`,
  removeTitle: (email: string) => `Remove ${email}?`,
  removeHint: 'The address gets no more emails about entries. It can subscribe again.',
  removed: 'Subscriber removed',
  none: 'No subscribers yet',
  noneHint: 'People subscribe on the changelog page and in widgets. You can add addresses, too.',
  noMatches: 'No subscribers with this status',
  forMembers: 'Subscribers are visible to members',
};
