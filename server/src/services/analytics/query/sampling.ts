import type { PRECISIONS } from '@earshot/contract/services/analytics/values';
import type { Db } from '../../../platform/postgres/database.ts';
import { countEvents } from '../pipeline/event-counts-store.ts';
import type { Span } from '../pipeline/span.ts';
import type { ReportQuery } from './report-query.ts';

// Approximate reports read the events of a share of the people. Ids of people are hashes, of users as well as of anonymous and imported
// visitors, so that a range of them is a random sample. Events and visits are sorted by person within a day, so that only the range is read.

/** Events that an approximate report reads at most, and half of them at least. */
const MAX_SAMPLED_EVENTS = 5_000_000;

/** Share of the people that a report read, and the one that an approximate report reads. */
export interface Precision {
  share: number;
  approximate_share: number;
}

export const EXACT: Precision = { share: 1, approximate_share: 1 };

/**
 * Limits the query of a report to a share of the people if the report is to be approximate. All periods of the report have the same share,
 * a power of two by the number of events of the largest period on its UTC days, which are read as a whole.
 */
export async function samplePeople(
  db: Db,
  query: ReportQuery,
  { precision, spans }: { precision: (typeof PRECISIONS)[number]; spans: Span[] },
): Promise<{ query: ReportQuery; precision: Precision }> {
  // The events of a few people are found without reading the others.
  if (query.people) return { query, precision: EXACT };
  const counts = await Promise.all(spans.map((span) => countEvents(db, query.projectId, span)));
  const approximate = 2 ** -Math.max(0, Math.ceil(Math.log2(Math.max(...counts) / MAX_SAMPLED_EVENTS)));
  const share = precision === 'approximate' ? approximate : 1;
  return { query: { ...query, share }, precision: { share, approximate_share: approximate } };
}

/** Returns the estimated number of everybody for a number of people or visits that a query found. */
export const scaleCount = ({ share = 1 }: Pick<ReportQuery, 'share'>, count: number): number => count / share;

/**
 * Returns the standard error of an estimated number: that of a count of people of whom each is in the sample with the probability `share`.
 * Null for visits, because the visits of a person are in the sample together.
 */
export function findStandardError(
  { share = 1 }: Pick<ReportQuery, 'share'>,
  count: number,
  by: 'person' | 'visit',
): number | null {
  if (share === 1) return 0;
  return by === 'visit' ? null : Math.round(Math.sqrt((count * (1 - share)) / share));
}
