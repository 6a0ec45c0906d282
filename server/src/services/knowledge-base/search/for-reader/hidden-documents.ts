// Searches of people who may not read all documents of an index: these neither find the documents nor words that only the documents contain.
import type { Reader } from '../../../../instance/end-users/readers.ts';
import { listHidden } from '../../index/audience-store.ts';
import { toChunkNumber, toDocument, visitPostings } from '../../index/postings.ts';
import type { IndexReader } from '../index-reader.ts';

/** Returns a reader of the index that counts no chunks of documents that a person may not read, and knows the documents. */
export async function hideDocuments(index: IndexReader, person: Reader): Promise<IndexReader> {
  if (person.audience === 'team' || !index.index.has_private) return index;
  const documents = await index.readUncached((db) => listHidden(db, index.index, person));
  if (!documents.length) return index;
  const hidden = new Set(documents.map(({ number }) => number));
  const chunks = documents.flatMap(({ number, chunk_count: count }) =>
    Array.from({ length: count }, (_, position) => toChunkNumber(number, position)),
  );
  return {
    ...index,
    hidden,
    countChunks: async (terms) => {
      const [counts, blocks] = await Promise.all([index.countChunks(terms), index.readPostingsOfChunks(terms, chunks)]);
      return new Map(
        Array.from(counts, ([term, count]) => {
          let visible = count;
          for (const { bytes } of blocks.get(term) ?? [])
            visitPostings(bytes, (chunk) => {
              if (hidden.has(toDocument(chunk))) visible--;
            });
          return [term, visible];
        }),
      );
    },
  };
}
