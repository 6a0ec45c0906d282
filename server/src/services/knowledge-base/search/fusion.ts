import { toDocument, type Hit } from '../index/postings.ts';

/** A hit in one of the searched indexes. */
export interface IndexHit extends Hit {
  /** Position of the index in the list of searched indexes. */
  at: number;
}

/** Ranks of documents, from 0, by `toDocumentKey`. */
export type Ranks = ReadonlyMap<string, number>;

/** Identifies a document in all searched indexes. */
export const toDocumentKey = ({ at, chunk }: IndexHit) => `${at} ${toDocument(chunk)}`;

/** Merges the hits of several indexes, best first. Equal scores keep their order. */
export const mergeHits = (hitsByIndex: Hit[][]): IndexHit[] =>
  hitsByIndex.flatMap((hits, at) => hits.map((hit) => ({ ...hit, at }))).toSorted((a, b) => b.score - a.score);

export const buildRanks = (hits: IndexHit[]): Ranks => new Map(hits.map((hit, rank) => [toDocumentKey(hit), rank]));

/** Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const RANK_OFFSET = 60;

/**
 * Combines the lexical and the semantic ranking of documents with reciprocal rank fusion. The lexical ranking determines the chunk of a
 * document in both. Documents of indexes without vectors have no semantic rank. Their lexical rank counts twice, so that they are not
 * below all documents that both rankings contain.
 */
export function fuseRankings(lexical: IndexHit[], semantic: IndexHit[], hasVectors: (at: number) => boolean): IndexHit[] {
  const fused = new Map<string, IndexHit>();
  const add = (hit: IndexHit, rank: number, times: number) => {
    const key = toDocumentKey(hit);
    const entry = fused.get(key) ?? { ...hit, score: 0 };
    entry.score += times / (RANK_OFFSET + rank + 1);
    fused.set(key, entry);
  };
  for (const [rank, hit] of lexical.entries()) add(hit, rank, hasVectors(hit.at) ? 1 : 2);
  for (const [rank, hit] of semantic.entries()) add(hit, rank, 1);
  return [...fused.values()].toSorted((a, b) => b.score - a.score);
}
