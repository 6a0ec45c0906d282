import { formatNumber } from '../../../texts/plural.ts';

/** Texts about funnels and saved funnels. */
export const funnels = {
  hint: 'Conversion rate of each step, and where visitors drop off',
  saved: 'Saved funnels',
  newFunnel: 'New funnel',
  unsaved: 'Not saved',
  steps: 'Steps',
  step: (number: number) => `Step ${number}`,
  stepKind: (number: number) => `Type of step ${number}`,
  kinds: { page: 'Page', event: 'Event' },
  addStep: 'Add step',
  stepConditions: (number: number) => `Conditions of step ${number}`,
  removeStep: (number: number) => `Remove step ${number}`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: 'Order',
  orders: { loose: 'Sequential', strict: 'Directly consecutive', any: 'Any order' },
  by: 'Count',
  bys: { person: 'People', visit: 'Visits' },
  window: 'Within',
  windowOf: (seconds: number) => {
    const [value, unit] =
      seconds % 86_400 === 0
        ? [seconds / 86_400, 'day']
        : seconds % 3_600 === 0
          ? [seconds / 3_600, 'hour']
          : [seconds, 'second'];
    return value === 1 ? `1 ${unit}` : `${formatNumber(value)} ${unit}s`;
  },
  tooFewSteps: 'Enter a page or an event to view conversions.',
  // Result
  overall: 'Overall conversion',
  overallHint: (last: string, first: string) => `${last} of ${first} completed all steps`,
  compareBy: 'Compare by',
  ofPrevious: (rate: string) => `${rate} of the previous step`,
  anyPage: 'Any page',
  droppedOff: (count: string, rate: string) => `${count} dropped off, ${rate}`,
  wasBefore: (count: string, rate: string) => `Comparison period: ${count}, ${rate} of the previous step`,
  firstBefore: (count: string) => `Comparison period: ${count}`,
  estimate: (share: string) => `Estimate from ${share} of the people`,
  estimateHint: 'Faster for large numbers of events',
  standardErrors: (first: string, last: string) => `Standard error: ${first} at the first step, ${last} at the last one`,
  // Saving
  save: 'Save funnel…',
  saveTitle: 'Save funnel',
  saveChanges: 'Save changes',
  discard: 'Discard changes',
  saveAs: 'Save as new…',
  name: 'Name',
  nameHint: 'Such as “From pricing to sign-up”',
  actions: (name: string) => `Actions for ${name}`,
  rename: 'Rename…',
  renameTitle: 'Rename funnel',
  delete: 'Delete…',
  deleteTitle: (name: string) => `Delete the funnel “${name}”?`,
  deleteHint: 'Events are kept.',
  deleteLabel: 'Delete',
  wasSaved: 'Funnel saved',
};
