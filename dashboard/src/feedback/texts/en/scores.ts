import type { ScoreTermKind } from '@earshot/contract/services/feedback/values';
import { formatNumber } from '../../../texts/plural.ts';

const voters = (count: number) => (count === 1 ? '1 voter' : `${formatNumber(count)} voters`);

/** Scores of feedback. */
export const scores = {
  new: 'New score',
  edit: 'Edit score',
  editTitle: (name: string) => `Score “${name}”`,
  name: 'Name',
  nameHint: 'Small letters, digits, - and _. The name cannot be changed later.',
  explanation:
    'A score weighs requests by who votes for them. Only people whom your product identifies count; everyone else is unknown.',
  term: (number: number) => `Term ${number}`,
  addTerm: 'Add term',
  removeTerm: (number: number) => `Remove term ${number}`,
  kind: 'What counts',
  kinds: {
    voters: 'Voters',
    active: 'Active voters',
    silent: 'Voters who went silent',
    event: 'Voters with an event',
    page: 'Voters of a page',
    attribute: 'Sum of an attribute',
    company_attribute: 'Sum over companies',
    revenue: 'Revenue of voters',
  } satisfies Record<ScoreTermKind, string>,
  subjects: {
    event: 'Event',
    page: 'Page',
    attribute: 'Attribute',
    currency: 'Currency',
  },
  days: 'Days',
  period: (days: number) => (days === 1 ? '1 day' : `${formatNumber(days)} days`),
  weight: 'Points each',
  save: 'Save score',
  saved: 'Score saved',
  delete: 'Delete score',
  deleted: 'Score deleted',
  weights: 'Weights',
  saveWeights: 'Save weights',
  reset: 'Reset',
  pending: 'The score is being computed. Reload in a few seconds.',
  demand: 'Demand',
  explain: (name: string, total: number, count: number) =>
    `${formatNumber(total)} ${total === 1 ? 'point' : 'points'} by “${name}”, ${voters(count)}`,
  unknown: (count: number) => (count ? `${voters(count)} unknown` : ''),
};
