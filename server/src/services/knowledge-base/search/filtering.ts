import type { MetadataFilter } from '@earshot/contract/services/knowledge-base/search';
import { toDocument, toChunkNumber } from '../index/postings.ts';
import type { StemDeps } from '../index/stemmer.ts';
import { tokenize } from '../../../platform/text/tokenizer.ts';
import { type ChunkRecord, filterDocuments } from './chunks-store.ts';
import { stemExclusions } from './expansion.ts';
import type { IndexReader } from './index-reader.ts';
import { type Query, wordsOfPhrase } from './query.ts';
import { filterScored, keepBestPerDocument, release, type ScoredChunks, scoreTerm, selectBest } from './scoring.ts';

/** Chunks that are read to find phrases. */
const MAX_PHRASE_CANDIDATES = 2_000;

/**
 * Removes chunks without the phrases of the query, documents with excluded words, and documents that the filter rejects or the reader may not read. Keeps the best
 * chunk of each document. Overwrites the list.
 */
export async function applyConditions(
  deps: StemDeps,
  reader: IndexReader,
  { query, filter }: { query: Query; filter?: MetadataFilter | undefined },
  scored: ScoredChunks,
): Promise<ScoredChunks> {
  const withPhrases = await requirePhrases(reader, query.phrases, scored);
  const withoutExclusions = await removeExclusions(deps, reader, query.excluded, withPhrases);
  const { hidden } = reader;
  const visible = hidden ? filterScored(withoutExclusions, (chunk) => !hidden.has(toDocument(chunk))) : withoutExclusions;
  const best = keepBestPerDocument(visible);
  if (!filter || !Object.keys(filter).length || !best.chunks.length) return best;
  const numbers = Array.from(best.chunks, toDocument);
  const documents = await reader.readUncached((db) => filterDocuments(db, reader.index, filter, numbers));
  return filterScored(best, (chunk) => documents.has(toDocument(chunk)));
}

async function requirePhrases(reader: IndexReader, phrases: string[][], scored: ScoredChunks): Promise<ScoredChunks> {
  if (!phrases.length || !scored.chunks.length) return scored;
  const candidates = selectBest(scored, MAX_PHRASE_CANDIDATES).map(({ chunk }) => chunk);
  const matching = (await reader.readChunks(candidates)).filter((chunk) => hasPhrases(chunk, phrases));
  const numbers = new Set(matching.map(({ document_number, position }) => toChunkNumber(document_number, position)));
  return filterScored(scored, (chunk) => numbers.has(chunk));
}

function hasPhrases({ title, headings, content }: ChunkRecord, phrases: string[][]): boolean {
  const texts = [title, ...headings, content].map((text) => ` ${wordsOfPhrase(tokenize(text)).join(' ')} `);
  return phrases.every((phrase) => texts.some((text) => text.includes(` ${phrase.join(' ')} `)));
}

async function removeExclusions(
  deps: StemDeps,
  reader: IndexReader,
  excluded: Query['excluded'],
  scored: ScoredChunks,
): Promise<ScoredChunks> {
  if (!excluded.length) return scored;
  let remaining = scored;
  const exclusions = await stemExclusions(deps, reader.index.language, excluded);
  const blocks = await reader.readPostings([...new Set(exclusions.flat())]);
  for (const terms of exclusions) {
    const [first, ...others] = terms.map((term) =>
      scoreTerm({ blocks: blocks.get(term) ?? [], weight: 1, statistics: { averageLength: 1 } }),
    );
    const withAllTerms = others.reduce(intersect, first as ScoredChunks);
    const documents = new Set(Array.from(withAllTerms.chunks, toDocument));
    release(withAllTerms);
    remaining = filterScored(remaining, (chunk) => !documents.has(toDocument(chunk)));
  }
  return remaining;
}

/** Removes the chunks of `b` that `a` does not contain. Overwrites `b`. */
function intersect(a: ScoredChunks, b: ScoredChunks): ScoredChunks {
  const chunks = new Set(a.chunks);
  return filterScored(b, (chunk) => chunks.has(chunk));
}
