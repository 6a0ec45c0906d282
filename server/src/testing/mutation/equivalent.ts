import type { Mutant } from './operators.ts';

/** A mutant that no test can notice, because the program does the same. */
interface Equivalent extends Pick<Mutant, 'source' | 'operator' | 'replacement'> {
  /** The line of code, without spaces around it. */
  code: string;
  reason: string;
}

/** Mutants that are left out of the score. Only for code that does the same with the fault, not for faults that are hard to test. */
export const EQUIVALENT: Equivalent[] = [];
