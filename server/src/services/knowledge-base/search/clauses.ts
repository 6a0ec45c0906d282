import type { FOUND_BY } from '@earshot/contract/services/knowledge-base/values';
import { rarity, type Statistics } from './scoring.ts';

/** Relation of a term to a word of the query. */
export type MatchType = (typeof FOUND_BY)[number];

/** A condition of a query. A chunk matches it when it contains any of the terms. */
export interface Clause {
  /** Identifies the condition in all indexes of a search, whose terms may differ. */
  key: string;
  /** Word as written in the query. */
  text: string;
  /** Terms with the number of chunks that contain them. */
  terms: Map<string, { count: number; matchType: MatchType }>;
  /** Occurrences of the word in the query. A share of one for terms of relevance feedback. */
  times: number;
}

/** Factors for the scores of terms. Every other match type weighs less than the word itself. */
export const MATCH_WEIGHTS: Record<MatchType, number> = {
  word: 1,
  joined: 0.3,
  beginning: 0.6,
  spelling: 0.9,
  synonym: 0.8,
  compound: 0.5,
  part: 0.4,
  title: 1,
  related: 0.5,
};

/** Returns the number of chunks of an index that match a clause. A chunk with several of the terms counts several times. */
export const countMatches = ({ terms }: Clause) => [...terms.values()].reduce((total, { count }) => total + count, 0);

/** Returns the number of chunks of all searched indexes that match a clause. */
export const countAllMatches = (clause: Clause, { counts }: Statistics) => counts?.get(clause.key) ?? countMatches(clause);

/** Returns the weight of a clause: rare words weigh more. */
export const weighClause = (clause: Clause, statistics: Statistics) =>
  clause.times * rarity(statistics, countAllMatches(clause, statistics));

/** Returns the distinct terms of clauses. */
export const listTerms = (clauses: Clause[]) => [...new Set(clauses.flatMap(({ terms }) => [...terms.keys()]))];
