import type { FeedbackScore } from '@earshot/sdk';
import type { ScoreTermKind } from '@earshot/contract/services/feedback/values';
import { scores as texts } from '../texts/en/scores.ts';

export type Term = FeedbackScore['terms'][number];
export type Subject = keyof typeof texts.subjects;

/** Field of a kind of term that names what it is about. */
export const SUBJECTS: Partial<Record<ScoreTermKind, Subject>> = {
  event: 'event',
  page: 'page',
  attribute: 'attribute',
  company_attribute: 'attribute',
  revenue: 'currency',
};

const NEEDS_DAYS: ReadonlySet<ScoreTermKind> = new Set(['active', 'silent']);
const MAY_HAVE_DAYS: ReadonlySet<ScoreTermKind> = new Set(['event', 'page', 'revenue']);

export const needsDays = (kind: ScoreTermKind): boolean => NEEDS_DAYS.has(kind);
export const mayHaveDays = (kind: ScoreTermKind): boolean => NEEDS_DAYS.has(kind) || MAY_HAVE_DAYS.has(kind);

/** Returns a name of a term, such as `Voters with an event: export (30 days)`. */
export function nameTerm({ kind, days, ...term }: Omit<Term, 'weight'>): string {
  const subject = SUBJECTS[kind];
  const about = subject && term[subject] ? `: ${term[subject]}` : '';
  return `${texts.kinds[kind]}${about}${days ? ` (${texts.period(days)})` : ''}`;
}
