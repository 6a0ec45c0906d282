import { formatNumber } from '../../../texts/plural.ts';

/** Texts about paths of visitors. */
export const paths = {
  hint: 'Select a page or an event to see only the paths through it, and the steps that follow.',
  start: 'From',
  end: 'To',
  kinds: { page: 'Page', event: 'Event' },
  direction: 'Direction',
  directions: { next: 'Next steps', previous: 'Previous steps' },
  shown: 'Steps',
  events: { exclude: 'Pages', include: 'Pages and events' },
  by: 'Count',
  bys: { person: 'People', visit: 'Visits' },
  depth: 'Length',
  depths: (steps: number) => (steps === 1 ? '1 step' : `${steps} steps`),
  people: (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`),
  visits: (count: number) => (count === 1 ? '1 visit' : `${formatNumber(count)} visits`),
  step: (number: number, direction: 'next' | 'previous') =>
    number === 0 ? (direction === 'next' ? 'Start' : 'End') : direction === 'next' ? `Step ${number}` : `${number} before`,
  other: 'Other',
  left: 'No more steps',
  began: 'Nothing before',
  /** Accessible name of a node. */
  node: (name: string, count: string, share: string) => `${name}: ${count}, ${share}`,
  through: 'Only paths through',
  noLonger: (name: string) => `Remove ${name} from the paths`,
  startHere: (name: string) => `Start from ${name}`,
  endHere: (name: string) => `End with ${name}`,
  back: 'Back',
  from: 'From',
  to: 'To',
  share: 'Share',
  mostFrequent: 'Most frequent paths',
  none: 'No paths with this page or event in this period',
  noneThrough: 'No paths go through these steps in this period',
};
