import { setImmediate } from 'node:timers/promises';
import type { ContentType } from '@earshot/contract/knowledge-base';
import { HttpError, invalidField } from '../../http/errors.ts';
import { checkMetadata } from '../../http/validation.ts';
import { newId } from '../../ids.ts';
import { type Transaction, transact } from '../../postgres/database.ts';
import { analyse, type Numbered, wordsIn } from '../index/analysis.ts';
import * as store from './documents-store.ts';
import type { Embedding } from '../semantic/embedding-jobs.ts';
import { type Index, lockIndex, updateSums } from '../index/indexes-store.ts';
import { parse } from './parsing.ts';
import { cut, type Passage } from './chunking.ts';
import { addPostings, removePostings } from '../index/postings-store.ts';
import type { StemDeps, Stems } from '../index/stems.ts';
import { addWords, type IndexKey, refreshStatistics, removeUnusedWords } from '../index/vocabulary-store.ts';

export interface DocumentDeps extends StemDeps {
  /** Undefined where indexes are searched by words alone. */
  embedding: Embedding | undefined;
}

export interface NewDocument {
  content: string;
  content_type?: ContentType;
  title?: string;
  url?: string;
  external_id?: string;
  metadata?: Record<string, unknown>;
}

const CONTENT_BYTES = 1024 * 1024;
const LONGEST_TITLE = 300;
const LONGEST_BEGINNING = 80;

interface Prepared {
  given: NewDocument;
  title: string;
  is_titled: boolean;
  passages: Passage[];
}

/** Cuts a document into passages, before any lock is held. @throws {HttpError} 400, 413 */
async function prepare(given: NewDocument): Promise<Prepared> {
  const { content, content_type = 'markdown', metadata = {} } = given;
  if (!content) throw invalidField('content', 'required', 'content is required');
  if (Buffer.byteLength(content) > CONTENT_BYTES) throw new HttpError('documents.content_too_large');
  checkMetadata(metadata);
  const { pieces, title: own } = await parse(content, content_type);
  const named = given.title || own;
  const title = named ? shorten(named, LONGEST_TITLE) : shorten(pieces[0]?.text ?? 'Untitled', LONGEST_BEGINNING);
  const passages = cut(pieces, title);
  // Pictures, say: it is found by its title.
  const empty = { content: '', headings: [], anchor: '', start: 0, end: content.length, length: 0 };
  return { given, title, is_titled: Boolean(named), passages: passages.length ? passages : [empty] };
}

function shorten(text: string, most: number): string {
  const line = (text.split('\n')[0] ?? '').trim();
  return line.length <= most
    ? line
    : `${Array.from(line)
        .slice(0, most - 1)
        .join('')}…`;
}

/** Adds a document, or puts it in the place of the one with its external id. @throws {HttpError} 400, 404, 413 */
export async function saveDocument(deps: DocumentDeps, key: IndexKey, given: NewDocument): Promise<store.Document> {
  const [document] = await save(deps, key, [await prepare(given)]);
  return document as store.Document;
}

type Result = { ok: true; document: store.Document } | { ok: false; error: HttpError };

/** Adds documents, each on its own terms: those that can't be taken keep no other back. `check` throws for one that has the wrong form. */
export async function saveDocuments(
  deps: DocumentDeps,
  key: IndexKey,
  documents: unknown[],
  check: (document: unknown) => NewDocument,
): Promise<Result[]> {
  const prepared: Prepared[] = [];
  const names = new Map<string, number>();
  const outcomes: ({ at: number } | { error: HttpError })[] = [];
  for (const [place, document] of documents.entries()) {
    // Others are answered between two documents.
    await setImmediate();
    try {
      const given = check(document);
      const first = given.external_id === undefined ? undefined : names.get(given.external_id);
      if (first !== undefined)
        throw invalidField('external_id', 'duplicate', `external_id is already used by documents[${first}]`);
      const one = await prepare(given);
      if (given.external_id !== undefined) names.set(given.external_id, place);
      outcomes.push({ at: prepared.push(one) - 1 });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      outcomes.push({ error });
    }
  }
  const saved = prepared.length ? await save(deps, key, prepared) : [];
  return outcomes.map((outcome) =>
    'at' in outcome ? { ok: true, document: saved[outcome.at] as store.Document } : { ok: false, error: outcome.error },
  );
}

async function save({ db, stems, embedding }: DocumentDeps, key: IndexKey, prepared: Prepared[]): Promise<store.Document[]> {
  let hasGrown = false;
  const documents = await transact(db, async (tx) => {
    const index = await lockIndex(tx, key.project_id, key.id);
    if (!index) throw new HttpError('indexes.not_found');
    const externalIds = prepared.flatMap(({ given }) => given.external_id ?? []);
    const old = externalIds.length ? await store.findForRemoval(tx, key, { ids: [], externalIds }) : [];
    const before = new Map(old.map((document) => [document.external_id, document]));
    const now = new Date();
    const added = prepared.map(({ given, title, is_titled, passages }, place) => {
      const replaced = given.external_id === undefined ? undefined : before.get(given.external_id);
      return {
        project_id: key.project_id,
        index_id: key.id,
        id: replaced?.id ?? newId(),
        number: index.last_number + 1 + place,
        external_id: given.external_id ?? null,
        title,
        is_titled,
        url: given.url ?? null,
        content: given.content,
        content_type: given.content_type ?? ('markdown' as const),
        metadata: given.metadata ?? {},
        passage_count: passages.length,
        created_at: replaced?.created_at ?? now,
        updated_at: now,
        passages,
      };
    });
    await change(tx, stems, index, { removed: old, added });
    await store.insertDocuments(
      tx,
      added.map((one) => {
        const { passages: _, ...document } = one;
        return document;
      }),
    );
    await store.insertPassages(
      tx,
      key,
      added.flatMap(({ number, passages }) => passages.map((passage, place) => ({ ...passage, number, place }))),
    );
    const count = added.reduce((sum, { passages }) => sum + passages.length, 0);
    if (index.mode === 'hybrid') await embedding?.request(tx, key, index.last_number + 1);
    hasGrown = magnitude(index.passage_count + count) > magnitude(index.passage_count);
    return added;
  });
  // PostgreSQL looks at tables once a minute by itself. Until then it would search one that has just been filled as if it were empty.
  if (hasGrown) await refreshStatistics(db);
  return documents;
}

const magnitude = (passages: number) => Math.floor(Math.log2(passages + 1) / 2);

/** @returns false when the document is not there */
export async function deleteDocument({ db, stems }: DocumentDeps, key: IndexKey, id: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const index = await lockIndex(tx, key.project_id, key.id);
    if (!index) throw new HttpError('indexes.not_found');
    const removed = await store.findForRemoval(tx, key, { ids: [id], externalIds: [] });
    if (!removed.length) return false;
    await change(tx, stems, index, { removed, added: [] });
    return true;
  });
}

/** Makes the index know of other documents. */
async function change(
  tx: Transaction,
  stems: Stems,
  index: Index,
  { removed, added }: { removed: Numbered[]; added: Numbered[] },
): Promise<void> {
  const gone = await analyse(tx, stems, index.language, removed);
  const fresh = await analyse(tx, stems, index.language, added);
  if (removed.length)
    await store.deleteDocuments(
      tx,
      index,
      removed.map(({ number }) => number),
    );
  await removePostings(
    tx,
    index,
    new Map([...gone.postings].map(([term, postings]) => [term, new Set(postings.map(({ passage }) => passage))])),
  );
  await addPostings(tx, index, fresh.postings);
  await addWords(tx, index, [...fresh.words.values()]);
  await removeUnusedWords(tx, index, [...gone.postings.keys()]);
  await updateSums(tx, {
    ...index,
    document_count: index.document_count + added.length - removed.length,
    passage_count: index.passage_count + fresh.lengths.length - gone.lengths.length,
    word_count: index.word_count + wordsIn(fresh) - wordsIn(gone),
    last_number: index.last_number + added.length,
  });
}
