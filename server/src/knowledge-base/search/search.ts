import type { MetadataFilter, Mode } from '@earshot/contract/knowledge-base';
import { HttpError } from '../../http/errors.ts';
import { BOOST, type Clause, clausesOf, countOf, MOST_POSTINGS, termsLeftOut, weightOf } from './clauses.ts';
import type { Embedding } from '../semantic/embedding-jobs.ts';
import type { StemDeps } from '../index/stems.ts';
import { findNearest, type Meaning } from '../semantic/embeddings-store.ts';
import { expandQuery, isExpandable } from './expansion.ts';
import { type Explanation, explainWords } from './explanation.ts';
import { findHybrid, findIndex } from '../index/indexes-store.ts';
import { type Block, documentOf, type Hit, passageNumber } from '../index/postings.ts';
import { type Query, readQuery, wordsOfPhrase } from './query.ts';
import { ChangedMeanwhile, type IndexReader } from './index-reader.ts';
import { openSnapshot, type Readers } from './open-index.ts';
import {
  bestOf,
  bestOfDocuments,
  fuse,
  keepOnly,
  max,
  mergeAll,
  release,
  type Scored,
  scoreTerm,
  type Statistics,
  sum,
} from './scoring.ts';
import { filterDocuments, type Found } from './passages-store.ts';
import { snippetsOf } from './snippets.ts';
import { tokensOf } from '../index/tokenizer.ts';

export interface SearchDeps extends StemDeps {
  readers: Readers;
  /** Undefined where indexes are searched by words alone. */
  embedding: Embedding | undefined;
}

export interface Asked {
  query: string;
  limit: number;
  page: number;
  filter?: MetadataFilter;
  highlight: boolean;
  /** Whether results say why they stand where they do. */
  explain?: boolean;
}

export interface Result extends Found {
  index_id: string;
  score: number;
  highlights: string[];
  explanation?: Explanation;
}

export interface Answer {
  results: Result[];
  /** Documents that were found. */
  total: number;
  suggestion: string | undefined;
  mode: Mode;
  /** What the query is, to each index: see clauses.ts. */
  indexes: { id: string; words: string }[];
}

/** Passages that common words are looked up for. */
const MOST_CANDIDATES = 100;
/** Passages that are read to see whether a phrase is there. */
const MOST_READ = 2_000;

/**
 * Searches some indexes at one moment: what is replaced meanwhile is there as it was, or as it is. Where nothing changes, which is seen
 * at the end, statements one by one are as good as a snapshot, and take less time: no transaction, and what was read once (readers.ts).
 * @throws {HttpError} 404
 */
export async function search(deps: SearchDeps, projectId: string, indexIds: string[], asked: Asked): Promise<Answer> {
  const query = readQuery(asked.query);
  const meaning = await meaningOf(deps, projectId, indexIds, query);
  try {
    return await searchAll(deps, projectId, indexIds, query, asked, meaning);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
  }
  return await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => searchAll({ ...deps, db: tx, readers: { open: openSnapshot } }, projectId, indexIds, query, asked, meaning));
}

async function searchAll(
  deps: SearchDeps,
  projectId: string,
  indexIds: string[],
  query: Query,
  asked: Asked,
  meaning: Meaning | undefined,
): Promise<Answer> {
  const parts: Part[] = [];
  for (const id of indexIds) {
    const index = await findIndex(deps.db, projectId, id);
    if (index) parts.push(await searchIndex(deps, deps.readers.open(deps.db, index), query, asked, meaning));
    else if (indexIds.length === 1) throw new HttpError('indexes.not_found');
  }
  const hits = parts
    .flatMap((part) => part.hits.map((hit) => ({ ...hit, part })))
    .toSorted((a, b) => b.score - a.score)
    .slice(asked.limit * (asked.page - 1), asked.limit * asked.page);
  const results = await Promise.all(
    parts.map((part) =>
      resultsOf(
        part,
        hits.filter((hit) => hit.part === part),
        asked,
      ),
    ),
  );
  return {
    results: results.flat().toSorted((a, b) => b.score - a.score),
    total: parts.reduce((total, part) => total + part.total, 0),
    suggestion: parts.find(({ suggestion }) => suggestion !== undefined)?.suggestion,
    mode: meaning ? 'hybrid' : 'lexical',
    indexes: parts.map(({ reader, words }) => ({ id: reader.index.id, words })),
  };
}

/** What a model makes of the query, if an index is searched by meaning and the model can be had. A phrase is words. */
async function meaningOf(
  { db, embedding }: SearchDeps,
  projectId: string,
  indexIds: string[],
  query: Query,
): Promise<Meaning | undefined> {
  if (!embedding || query.phrases.length || !query.tokens.length) return undefined;
  if (!(await findHybrid(db, projectId, indexIds)).length) return undefined;
  const vector = await embedding.embedder.embedQuery(query.text);
  return vector && { vector, model: embedding.embedder.model };
}

/** What one index gives: its best passages, one of a document. */
interface Part {
  reader: IndexReader;
  clauses: Clause[];
  /** What the best passages have in common, for long queries: see expansion.ts. */
  expansion: Clause[];
  statistics: Statistics;
  hits: Hit[];
  /** Where meaning counts too: places of documents, from 0, by each. */
  places: { byWords: Map<number, number>; byMeaning: Map<number, number> } | undefined;
  total: number;
  suggestion: string | undefined;
  words: string;
}

async function searchIndex(
  deps: SearchDeps,
  reader: IndexReader,
  query: Query,
  asked: Asked,
  meaning: Meaning | undefined,
): Promise<Part> {
  const { index } = reader;
  const { clauses, suggestion, words } = await clausesOf(deps, reader, query);
  const statistics = {
    passages: index.passage_count,
    averageLength: Math.max(1, index.word_count / Math.max(1, index.passage_count)),
  };
  const last = asked.limit * asked.page;
  const [rare, frequent] = divide(clauses);
  const scored = scoreClauses(rare, await reader.postings(termsOf(rare)), statistics);
  const found = await narrow(deps, reader, query, asked.filter, scored);
  const canExpand = isExpandable(clauses, statistics);
  const candidates = bestOf(found, frequent.length || meaning || canExpand ? Math.max(MOST_CANDIDATES, last) : last);
  const first = await addClauses(reader, frequent, statistics, candidates);
  const expansion = canExpand ? await expandQuery(deps, reader, clauses, statistics, first) : [];
  const ranked = await addClauses(reader, expansion, statistics, first);
  const documents = new Set(meaning && Array.from(found.passages, documentOf));
  const part = { reader, clauses, expansion, statistics, suggestion, words, total: found.passages.length };
  release(found);
  if (!meaning) return { ...part, places: undefined, hits: ranked.slice(0, last) };
  const hasPgvector = deps.embedding?.hasPgvector ?? false;
  const near =
    index.mode === 'hybrid'
      ? await reader.other((db) => findNearest(db, index, { ...meaning, most: MOST_CANDIDATES, hasPgvector }))
      : [];
  const nearest = bestOf(await narrow(deps, reader, query, asked.filter, inOrder(near)), MOST_CANDIDATES);
  return {
    ...part,
    places: { byWords: placesOf(ranked), byMeaning: placesOf(nearest) },
    hits: fuse([ranked, nearest]).slice(0, last),
    total: documents.size + nearest.filter(({ passage }) => !documents.has(documentOf(passage))).length,
  };
}

const placesOf = (hits: Hit[]) => new Map(hits.map(({ passage }, place) => [documentOf(passage), place]));

const inOrder = (hits: Hit[]): Scored => {
  const sorted = hits.toSorted((a, b) => a.passage - b.passage);
  return {
    passages: Float64Array.from(sorted, ({ passage }) => passage),
    scores: Float32Array.from(sorted, ({ score }) => score),
  };
};

/** Clauses by which passages are chosen, the rarest first; the others only rank the best of these. */
function divide(clauses: Clause[]): [rare: Clause[], frequent: Clause[]] {
  const sorted = clauses.toSorted((a, b) => countOf(a) - countOf(b));
  let read = 0;
  // The rarest always counts, however common it is.
  const isRare = (clause: Clause, place: number) => (read += countOf(clause)) <= MOST_POSTINGS || place === 0;
  const rare = sorted.filter(isRare);
  return [rare, sorted.filter((clause) => !rare.includes(clause))];
}

const termsOf = (clauses: Clause[]) => [...new Set(clauses.flatMap(({ terms }) => [...terms.keys()]))];

/** What clauses are worth, by blocks of postings of their terms; to all passages, or to these. */
function scoreClauses(clauses: Clause[], blocks: Map<string, Block[]>, statistics: Statistics, among?: Float64Array): Scored {
  const scored = clauses.map((clause) => {
    const weight = weightOf(clause, statistics);
    const ofTerms = [...clause.terms].map(([term, { by }]) =>
      scoreTerm(blocks.get(term) ?? [], weight * BOOST[by], statistics, among),
    );
    return mergeAll(ofTerms, max);
  });
  return mergeAll(scored, sum);
}

/** Adds the scores of clauses to passages that were found without these. */
async function addClauses(reader: IndexReader, clauses: Clause[], statistics: Statistics, hits: Hit[]): Promise<Hit[]> {
  if (!clauses.length || !hits.length) return hits;
  const passages = hits.map(({ passage }) => passage);
  const blocks = await reader.postingsOf(termsOf(clauses), passages);
  const common = scoreClauses(clauses, blocks, statistics, Float64Array.from(passages).toSorted());
  const worth = new Map(Array.from(common.passages, (passage, place) => [passage, common.scores[place] as number]));
  release(common);
  return hits
    .map(({ passage, score }) => ({ passage, score: score + (worth.get(passage) ?? 0) }))
    .toSorted((a, b) => b.score - a.score);
}

/** Leaves out what the query or the filter does, and takes the best passage of each document. */
async function narrow(
  deps: SearchDeps,
  reader: IndexReader,
  query: Query,
  filter: MetadataFilter | undefined,
  scored: Scored,
): Promise<Scored> {
  let kept = scored;
  if (query.phrases.length && kept.passages.length) {
    const passages = bestOf(kept, MOST_READ).map(({ passage }) => passage);
    const having = new Set((await reader.passages(passages)).filter((found) => hasPhrases(found, query.phrases)).map(passageOf));
    kept = keepOnly(kept, (passage) => having.has(passage));
  }
  if (query.excluded.length) {
    const leftOut = await termsLeftOut(deps, reader.index.language, query.excluded);
    const blocks = await reader.postings([...new Set(leftOut.flat())]);
    for (const terms of leftOut) {
      const [first, ...others] = terms.map((term) => scoreTerm(blocks.get(term) ?? [], 1, { passages: 1, averageLength: 1 }));
      const both = others.reduce((some, other) => inBoth(some, other), first as Scored);
      const documents = new Set(Array.from(both.passages, documentOf));
      release(both);
      kept = keepOnly(kept, (passage) => !documents.has(documentOf(passage)));
    }
  }
  const best = bestOfDocuments(kept);
  if (!filter || !Object.keys(filter).length || !best.passages.length) return best;
  const numbers = Array.from(best.passages, documentOf);
  const documents = await reader.other((db) => filterDocuments(db, reader.index, filter, numbers));
  return keepOnly(best, (passage) => documents.has(documentOf(passage)));
}

function inBoth(a: Scored, b: Scored): Scored {
  const passages = new Set(a.passages);
  return keepOnly(b, (passage) => passages.has(passage));
}

const passageOf = ({ number, place }: Found) => passageNumber(number, place);

function hasPhrases({ title, headings, content }: Found, phrases: string[][]): boolean {
  const texts = [title, ...headings, content].map((text) => ` ${wordsOfPhrase(tokensOf(text)).join(' ')} `);
  return phrases.every((phrase) => texts.some((text) => text.includes(` ${phrase.join(' ')} `)));
}

async function resultsOf(part: Part, hits: Hit[], { highlight, explain }: Asked): Promise<Result[]> {
  const { reader, clauses, expansion, statistics, places } = part;
  const explained = [...clauses, ...expansion];
  const numbers = hits.map(({ passage }) => passage);
  const blocks = explain ? await reader.postingsOf(termsOf(explained), numbers) : undefined;
  const [vocabulary, passages] = await Promise.all([
    hits.length && (highlight || explain) ? reader.wordsOfTerms(termsOf(explain ? explained : clauses)) : [],
    reader.passages(numbers),
  ]);
  const found = new Map(passages.map((one) => [passageOf(one), one]));
  const asked = new Set(termsOf(clauses));
  const words = new Set(vocabulary.filter(({ term }) => asked.has(term)).map(({ word }) => word));
  return hits.flatMap(({ passage, score }) => {
    const one = found.get(passage);
    if (!one) return [];
    const result = { ...one, index_id: reader.index.id, score, highlights: highlight ? snippetsOf(one.content, words) : [] };
    if (!blocks) return [result];
    const placeIn = (ranking: Map<number, number> | undefined) => ranking?.get(documentOf(passage)) ?? null;
    const explanation = {
      words: explainWords({ clauses: explained, blocks, statistics, vocabulary }, one, passage),
      placeByWords: placeIn(places?.byWords),
      placeByMeaning: placeIn(places?.byMeaning),
    };
    return [{ ...result, explanation }];
  });
}
