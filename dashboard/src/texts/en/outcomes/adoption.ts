import { formatNumber } from '../../plural.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

/** Adoption of releases by the people who asked for them. */
export const adoption = {
  title: 'Did the people who asked use it?',
  sentence: (used: number, identified: number) => `${formatNumber(used)} of ${people(identified)} who asked used it`,
  rate: (rate: string, low: string, high: string) => ` (${rate}; ${low} to ${high} at 95 % confidence)`,
  median: (days: number) => `, half of them within ${days === 1 ? '1 day' : `${formatNumber(days)} days`}`,
  unknown: (count: number) => `${people(count)} who asked ${count === 1 ? 'is' : 'are'} not identified.`,
  complete: (when: string) => `The window ended on ${when}.`,
  running: (when: string) => `The window ends on ${when}.`,
  few: 'Rates need at least five identified people.',
  hidden: 'Fewer than five people are identified. Only members with access to personal data see their numbers.',
  steps: { identified: 'Asked', told: 'Told', returned: 'Came back', used: 'Used it' },
  chart: 'Share of people who used it, by days after the publication',
  askers: 'People who asked',
  others: 'Everybody else',
  silent: 'Have not used it',
  silentCount: (shown: number, total: number) => `${formatNumber(shown)} of ${people(total)}`,
  person: 'Person',
  told: 'Told',
  lastSeen: 'Came back',
  askWhy: 'Ask why',
  askWhom: (name: string) => `Ask why: ${name}`,
  askSubject: (title: string) => `Your feedback on “${title}”`,
  never: '–',
  success: 'Success event or page',
  successHint: 'An event, or a page that begins with /, that shows that people use this.',
  window: 'Window',
  days: (count: number) => `${count} days`,
  line: (used: number, identified: number) => `${formatNumber(used)} of ${formatNumber(identified)} used it`,
};
