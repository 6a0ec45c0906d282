import { Id, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/knowledge-base/answers';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { clientAddress } from '../../platform/client/address.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { formatMessage, openEventStream } from '../../platform/api/event-stream.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId, parseId } from '../../platform/ids.ts';
import { LanguageModelError } from '../../platform/outbound/language-model.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { type AnswerDeps, prepareAnswer, type PreparedAnswer } from './answers/answering.ts';
import type { DraftSentence } from './answers/sentences.ts';
import { sourceForWire } from './projections.ts';
import { findSearcher, listSearchedIndexes } from './searchers.ts';

interface Options extends AnswerDeps {
  indexKind: EntryKind;
}

/** Pause between two looks whether a stream was silent for too long for proxies. */
const KEEP_ALIVE_MS = 15_000;
const shared = {
  tag: 'Knowledge base',
  scopes: ['knowledge_base:read' as const],
  body: contract.AnswerBody,
  returns: Ref(contract.Answer),
  errors: ['answers.disabled' as const, 'answers.limit_reached' as const, 'answers.model_unavailable' as const],
};
const allowReader = { by: 'either', role: 'viewer' } as const;

export const answerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  answerFromIndexRoute(app, options);
  answerFromIndexesRoute(app, options);
};

function answerFromIndexRoute(app: App, options: Options): void {
  app.post(
    '/:id/answer',
    operation({
      ...shared,
      id: 'answerFromIndex',
      summary: 'Answer a question from an index',
      description:
        'Searches the index, and lets the language model of the instance (`EARSHOT_LLM_URL`) answer from the passages that the reader may read. Each sentence cites its sources. Sentences without a citation, with a link, or with words that the cited passages do not contain are dropped; without a sentence, the question is refused. With `Accept: text/event-stream`, the response is a stream of server-sent events: `sources` (with `query_id` and `sources`), `sentence` for each sentence as it arrives, and `done` or `refused` (with `reason`). After a failure, a final `end` event states it in `status`, `code` and `error`. Off until `settings.knowledge_base.answers` is set. Questions are limited by day, project and network, and recorded in the insights as searches unless `track` is false.',
      access: { ...allowReader, entry: options.indexKind },
      params: Type.Object({ id: Id('idx') }),
    }),
    (request, reply) => sendAnswer(options, request, reply, { indexIds: [entryIdOf(request)], ...request.body }),
  );
}

function answerFromIndexesRoute(app: App, options: Options): void {
  app.post(
    '/answer',
    operation({
      ...shared,
      id: 'answerFromIndexes',
      summary: 'Answer a question from all indexes of a project',
      description:
        'Like `POST /v1/indexes/{id}/answer`, with passages of the first 100 indexes of the project. Recorded in the index of the best source, or in the first index when nothing was found.',
      access: allowReader,
      query: Type.Object(projectQuery),
    }),
    async (request, reply) =>
      await sendAnswer(options, request, reply, {
        indexIds: await listSearchedIndexes(options.deps.db, request),
        ...request.body,
      }),
  );
}

async function sendAnswer(
  options: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { indexIds, query, query_id: givenId, track = true }: Static<typeof contract.AnswerBody> & { indexIds: string[] },
) {
  const { reader, searcher } = await findSearcher(options.deps.db, request);
  const { id, settings } = projectOf(request);
  const prepared = await prepareAnswer(options, {
    projectId: id,
    indexIds,
    settings: settings.knowledge_base,
    query,
    queryId: givenId === undefined ? undefined : parseId('qry', givenId),
    isTracked: track,
    reader,
    searcher,
    address: callerOf(request).by === 'key' ? clientAddress(request) : undefined,
  });
  const aborter = new AbortController();
  reply.raw.once('close', () => aborter.abort());
  // The reader may have left during the search.
  if (reply.raw.destroyed) aborter.abort();
  if (request.headers.accept?.includes('text/event-stream')) {
    await stream(prepared, reply, aborter.signal);
    return reply as never;
  }
  const sentences: DraftSentence[] = [];
  const refused = await writeAnswer(prepared, aborter.signal, (sentence) => void sentences.push(sentence));
  return { ...head(prepared), sentences, refused: refused ?? null };
}

async function stream(prepared: PreparedAnswer, reply: FastifyReply, signal: AbortSignal): Promise<void> {
  const events = openEventStream(reply);
  const timer = setInterval(events.keepAlive, KEEP_ALIVE_MS);
  events.send(formatMessage('sources', head(prepared)));
  try {
    const reason = await writeAnswer(prepared, signal, (sentence) => events.send(formatMessage('sentence', sentence)));
    events.send(reason ? formatMessage('refused', { reason }) : formatMessage('done', {}));
    events.end();
  } catch (error) {
    if (!(error instanceof HttpError)) reply.log.error({ err: error }, 'an answer failed');
    events.end(error instanceof HttpError ? error : new HttpError('server.internal'));
  } finally {
    clearInterval(timer);
  }
}

const head = ({ queryId, sources }: PreparedAnswer) => ({
  query_id: formatId('qry', queryId),
  sources: sources.map((source, index) => sourceForWire(source, index + 1)),
});

/** Passes on the sentences of an answer, and returns the reason when there is none. @throws {HttpError} 503 */
async function writeAnswer({ answer }: PreparedAnswer, signal: AbortSignal, add: (sentence: DraftSentence) => void) {
  try {
    const sentences = answer(signal);
    for (;;) {
      const { value, done } = await sentences.next();
      if (done) return value;
      add(value);
    }
  } catch (error) {
    // After a reader left, the error is the end of the request, and nobody reads the response.
    if (error instanceof LanguageModelError || signal.aborted)
      throw new HttpError('answers.model_unavailable', { headers: { 'retry-after': '30' } });
    throw error;
  }
}
