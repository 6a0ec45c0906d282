import type { Mutant } from './operators.ts';

/** A mutant that no test can detect, because the program behaves in the same way. */
interface Equivalent extends Pick<Mutant, 'source' | 'operator' | 'replacement'> {
  /** Line of code, trimmed. */
  code: string;
  reason: string;
}

/** Conditions of `findNeededEvents` in visits.ts that hold for more chains than the original. */
const READS_MORE: [operator: string, replacement: string][] = [
  ['swap && and ||', '((chain.events.length) || (chain.visits.length > 1 || (chain.visits.length && isTooLong(chain))))'],
  ['drop the left operand', '(chain.visits.length > 1 || (chain.visits.length && isTooLong(chain)))'],
  ['drop the right operand', '(chain.events.length)'],
  ['compare otherwise', '(chain.visits.length >= 1)'],
  ['swap && and ||', '((chain.visits.length) || (isTooLong(chain)))'],
  ['drop the left operand', '(isTooLong(chain))'],
  ['drop the right operand', '(chain.visits.length)'],
];

/** Mutants that the score excludes. Add only mutants that behave like the original, not faults that are hard to test. */
export const EQUIVALENT: Equivalent[] = [
  {
    source: 'waitlist/line-store.ts',
    operator: 'change a number',
    code: 'const BUCKET_BITS = 10;',
    replacement: '0',
    reason: 'The number determines how many rows are added up for a position, not the sum.',
  },
  {
    source: 'analytics/rollups/builder.ts',
    operator: 'change a number',
    code: 'const AT_ONCE = 6;',
    replacement: '7',
    reason: 'The number determines how many statements aggregate a day, not their result.',
  },
  {
    source: 'knowledge-base/search/spelling.ts',
    operator: 'change a number',
    code: 'const completions = candidates.filter((candidate) => computeEditDistance(word, candidate.word.slice(0, size), 1) <= 1);',
    replacement: '2',
    reason: 'A distance above the limit is Infinity, so that both numbers have the same effect.',
  },
  ...READS_MORE.map(([operator, replacement]) => ({
    source: 'analytics/sessions/visits.ts',
    operator,
    code: '(chain) => chain.events.length && (chain.visits.length > 1 || (chain.visits.length && isTooLong(chain))),',
    replacement,
    reason:
      'More stored events are read than needed. Only events of merged visits and events within a chain that is too long are used, and both are read anyway.',
  })),
];
