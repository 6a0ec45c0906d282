import type { ANSWER_REFUSALS } from '@earshot/contract/services/knowledge-base/values';
import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { truncate } from '@earshot/contract/shared/text';
import { HttpError } from '../../../platform/api/errors.ts';
import { hashNetwork, today } from '../../../platform/client/network-hash.ts';
import { newId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import type { LanguageModel } from '../../../platform/outbound/language-model.ts';
import type { Reader } from '../../../instance/end-users/readers.ts';
import type { SearchRecorder } from '../insights/search-recorder.ts';
import type { SearchResult } from '../search/results.ts';
import { search, type SearchDeps } from '../search/search.ts';
import { countQuestion } from './counts-store.ts';
import { buildPrompt, NOT_IN_PASSAGES, type Passage } from './prompt.ts';
import { type DraftSentence, readSentences } from './sentences.ts';
import { createSupportCheck } from './support.ts';

export interface AnswerDeps {
  deps: SearchDeps;
  recorder: SearchRecorder;
  /** Undefined when no language model is configured. */
  languageModel: LanguageModel | undefined;
  linkSecret: Buffer;
}

/** A question of a reader. */
export interface Question {
  projectId: string;
  indexIds: string[];
  settings: ProjectSettings['knowledge_base'];
  query: string;
  /** Id of a search that is recorded. */
  queryId: string | undefined;
  /** Whether the question and its outcome are recorded. */
  isTracked: boolean;
  reader: Reader;
  searcher: string | undefined;
  /** Address of a visitor. Undefined for members, who are limited by project only. */
  address: string | undefined;
}

export type Refusal = (typeof ANSWER_REFUSALS)[number];

/** A question with its sources. */
export interface PreparedAnswer {
  queryId: string;
  /** Sources, whose numbers are their positions, from 1. */
  sources: SearchResult[];
  /**
   * Returns the sentences as they arrive, and at the end the reason when there is none. Records the outcome for the insights.
   * @throws {LanguageModelError}
   */
  answer: (signal: AbortSignal) => AsyncGenerator<DraftSentence, Refusal | undefined>;
}

/** Documents whose best passages the model receives. */
const MAX_SOURCES = 5;
/** Characters of a passage that the model receives. Chunks are shorter, except for long tables and code. */
const MAX_PASSAGE_LENGTH = 4_000;
const MAX_SENTENCES = 8;
/** Sentences that are checked, among them those that are dropped. */
const MAX_CHECKED = 20;
const MAX_TOKENS = 600;
const SECONDS_OF_DAY = 86_400;

/** Returns whether readers of a project can ask questions. */
export const offersAnswers = (
  { languageModel }: Pick<AnswerDeps, 'languageModel'>,
  { answers }: Pick<ProjectSettings['knowledge_base'], 'answers'>,
): boolean => answers && languageModel !== undefined;

/**
 * Finds the sources of an answer, which are documents that the reader may read, and counts the question if a model will be asked.
 * @throws {HttpError} 404 when answers are off, 429 when a limit is reached
 */
export async function prepareAnswer(options: AnswerDeps, question: Question): Promise<PreparedAnswer> {
  const { deps, recorder, languageModel } = options;
  const { projectId, indexIds, settings, query, isTracked, reader, searcher } = question;
  if (!languageModel || !settings.answers) throw new HttpError('answers.disabled');
  const found = await search(deps, projectId, indexIds, { query, limit: MAX_SOURCES, page: 1, reader, highlight: false });
  const sources = found.results;
  if (sources.length) await checkLimits(options, question);
  const queryId = question.queryId ?? newId();
  if (isTracked && question.queryId === undefined) recorder.recordSearch(projectId, { ...found, queryId, query, searcher });
  // Recorded in the index of its search.
  const indexId = sources[0]?.index_id ?? found.indexes[0]?.id;

  return {
    queryId,
    sources,
    async *answer(signal) {
      let count = 0;
      let isComplete = false;
      try {
        for await (const sentence of sources.length ? write({ languageModel, deps }, { query, sources, signal }) : []) {
          count++;
          yield sentence;
        }
        isComplete = true;
      } finally {
        if (isTracked && indexId !== undefined && (isComplete || count))
          recorder.recordAnswer(projectId, indexId, queryId, count);
      }
      if (count) return undefined;
      return sources.length ? 'not_in_articles' : 'nothing_found';
    },
  };
}

/** @throws {HttpError} 429 */
async function checkLimits({ deps, linkSecret }: AnswerDeps, { projectId, settings, address }: Question): Promise<void> {
  const network =
    address === undefined
      ? []
      : [{ network: hashNetwork(linkSecret, `answers ${projectId}`, address).network, max: settings.answers_per_network }];
  const day = today();
  await transact(deps.db, async (tx) => {
    for (const limit of [...network, { max: settings.answers_per_day }]) {
      if (await countQuestion(tx, projectId, { day, ...limit })) continue;
      // The error ends the transaction, so that a refused question counts for no limit.
      const secondsLeft = SECONDS_OF_DAY - (Math.floor(Date.now() / 1_000) % SECONDS_OF_DAY);
      throw new HttpError('answers.limit_reached', { headers: { 'retry-after': String(secondsLeft) } });
    }
  });
}

/** Asks the model, and returns the sentences that their sources carry. Ends the request after enough sentences. */
async function* write(
  { languageModel, deps }: { languageModel: LanguageModel; deps: SearchDeps },
  { query, sources, signal }: { query: string; sources: SearchResult[]; signal: AbortSignal },
): AsyncGenerator<DraftSentence> {
  const passages = sources.map(({ content, ...source }, index): Passage => ({
    ...source,
    content: truncate(content, MAX_PASSAGE_LENGTH),
    number: index + 1,
  }));
  const isCarried = createSupportCheck(deps, passages);
  let [count, checked] = [0, 0];
  const parts = languageModel.stream(buildPrompt(query, passages), { maxTokens: MAX_TOKENS, signal });
  for await (const sentence of readSentences(parts)) {
    if (sentence.text.includes(NOT_IN_PASSAGES) || checked++ === MAX_CHECKED) return;
    if (!(await isCarried(sentence))) continue;
    yield sentence;
    if (++count === MAX_SENTENCES) return;
  }
}
