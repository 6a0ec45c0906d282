import type { Mutant } from './operators.ts';

/** A mutant that no test can detect, because the program behaves in the same way. */
export interface Equivalent extends Pick<Mutant, 'source' | 'operator' | 'replacement'> {
  /** Line of code, trimmed. */
  code: string;
  reason: string;
}

/** Mutants that the score excludes. Add only mutants that behave like the original, not faults that are hard to test. */
export const EQUIVALENT: Equivalent[] = [
  {
    source: 'services/knowledge-base/search/spelling.ts',
    operator: 'change a number',
    code: 'const completions = await countNear((candidate) => computeEditDistance(word, candidate.word.slice(0, size), 1) <= 1);',
    replacement: '2',
    reason: 'A distance above the limit is Infinity, so that both numbers have the same effect.',
  },
  {
    source: 'services/analytics/pipeline/batches-store.ts',
    operator: 'change a number',
    code: 'const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };',
    replacement: '2',
    reason: 'The level determines the size of compressed batches, not their content.',
  },
  {
    source: 'services/analytics/reports/realtime.ts',
    operator: 'drop the fallback',
    code: 'visitors: totals[0]?.visitors ?? 0,',
    replacement: '(totals[0]?.visitors)',
    reason: 'Aggregates without GROUP BY return one row, also without events.',
  },
  {
    source: 'services/analytics/reports/realtime.ts',
    operator: 'drop the fallback',
    code: 'page_views: totals[0]?.page_views ?? 0,',
    replacement: '(totals[0]?.page_views)',
    reason: 'Aggregates without GROUP BY return one row, also without events.',
  },
  {
    source: 'services/changelog/imports/importer.ts',
    operator: 'drop the fallback',
    code: 'const slugs = records.flatMap(({ slug }) => slug ?? []);',
    replacement: '(slug)',
    reason: 'The driver sends undefined as NULL, which no slug equals.',
  },
  {
    source: 'platform/jobs/queue.ts',
    operator: 'calculate otherwise',
    code: 'pollingIntervalSeconds: 2 * POLLING_S,',
    replacement: '(2 / POLLING_S)',
    reason: 'POLLING_S is 1.',
  },
  {
    source: 'platform/postgres/embedded.ts',
    operator: 'change a number',
    code: 'const USERS_LOCK = 2;',
    replacement: '3',
    reason: 'Any key will do that is not OWNER_LOCK.',
  },
  {
    source: 'instance/directory/timeline.ts',
    operator: 'drop the left operand',
    code: "const isKey = (key: unknown): key is string => typeof key === 'string' && key.isWellFormed() && !key.includes('\\0');",
    replacement: '(key.isWellFormed())',
    reason: 'Other values of JSON have no such function, and the caller refuses a position that causes an error.',
  },
];
