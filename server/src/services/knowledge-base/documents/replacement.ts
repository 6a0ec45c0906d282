import type { Transaction } from '../../../platform/postgres/database.ts';
import { analyze, type IndexedText, sumLengths } from '../index/analysis.ts';
import { type Index, updateCounts } from '../index/indexes-store.ts';
import { addPostings, removePostings } from '../index/postings-store.ts';
import type { Stemmer } from '../index/stemmer.ts';
import { addWords, removeUnusedWords } from '../index/vocabulary-store.ts';
import type { EmbeddingJobs } from '../semantic/embedding-jobs.ts';
import type { Chunk } from './chunking.ts';
import * as store from './documents-store.ts';
import { insertWithSlugs, recordSlugs } from './slugs.ts';

/** A document to store. Only published documents have chunks. */
export type NewRow = store.HashedDocument & store.Texts & { chunks: Chunk[] };

/**
 * Replaces documents of a locked index with their index entries. The ids of `derived` are those of documents whose slugs may be varied.
 * Returns whether the index grew so much that the statistics of its tables are outdated.
 * @throws {HttpError} 409 when a slug is taken
 */
export async function replaceDocuments(
  tx: Transaction,
  { stem, embedding }: { stem: Stemmer; embedding: EmbeddingJobs | undefined },
  index: Index,
  { removed, added, derived }: { removed: store.DocumentWithChunks[]; added: NewRow[]; derived: Set<string> },
): Promise<boolean> {
  const count = await updateEntries(tx, stem, index, { removed, added });
  const rows = added.map((withChunks) => {
    const { chunks: _, ...document } = withChunks;
    return document;
  });
  await insertWithSlugs(tx, rows, derived);
  for (const [position, { slug, category }] of rows.entries()) Object.assign(added[position] as NewRow, { slug, category });
  const removedById = new Map(removed.map((document) => [document.id, document]));
  await recordSlugs(
    tx,
    added.map((after) => ({ before: removedById.get(after.id), after })),
  );
  await store.insertChunks(
    tx,
    index,
    added.flatMap(({ number, chunks }) => chunks.map((chunk, position) => ({ ...chunk, document_number: number, position }))),
  );
  const published = added.filter(({ id, status }) => status === 'published' && removedById.has(id));
  await store.closeSearchClusters(
    tx,
    index.project_id,
    published.map(({ id }) => id),
  );
  if (index.mode === 'hybrid' && added.length) await embedding?.enqueue(tx, index, index.last_document_number + 1);
  return magnitude(index.chunk_count + count) > magnitude(index.chunk_count);
}

/** Increases by one when the number of chunks quadruples. */
const magnitude = (chunks: number) => Math.floor(Math.log2(chunks + 1) / 2);

/** Deletes documents with their index entries, and adds the index entries of others. Returns the number of added chunks. */
async function updateEntries(
  tx: Transaction,
  stem: Stemmer,
  index: Index,
  { removed, added }: { removed: store.DocumentWithChunks[]; added: NewRow[] },
): Promise<number> {
  const before = await analyze(tx, stem, index.language, removed.filter(isPublished));
  const after = await analyze(tx, stem, index.language, added.filter(isPublished));
  if (removed.length)
    await store.deleteDocuments(
      tx,
      index,
      removed.map(({ number }) => number),
    );
  await removePostings(
    tx,
    index,
    new Map([...before.postings].map(([term, postings]) => [term, new Set(postings.map(({ chunk }) => chunk))])),
  );
  await addPostings(tx, index, after.postings);
  await addWords(tx, index, [...after.words.values()]);
  await removeUnusedWords(tx, index, [...before.postings.keys()]);
  await updateCounts(tx, {
    ...index,
    document_count: index.document_count + added.filter(isPublished).length - removed.filter(isPublished).length,
    chunk_count: index.chunk_count + after.lengths.length - before.lengths.length,
    word_count: index.word_count + sumLengths(after) - sumLengths(before),
    last_document_number: index.last_document_number + added.length,
  });
  return after.lengths.length;
}

const isPublished = ({ status }: Pick<store.Document, 'status'> & IndexedText) => status === 'published';
