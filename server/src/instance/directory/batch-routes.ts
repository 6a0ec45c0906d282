import { MAX_BATCH_PEOPLE, PersonRecord, PutPeople } from '@earshot/contract/instance/people/directory';
import { BatchResults } from '@earshot/contract/shared/batches';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { projectQuery } from '../../platform/api/credentials.ts';
import { errorBody, HttpError, invalidField } from '../../platform/api/errors.ts';
import { parseBatches } from '../../platform/api/json-body.ts';
import { operation } from '../../platform/api/operation.ts';
import { cleanText } from '../../platform/api/text.ts';
import { createCheck } from '../../platform/api/validation.ts';
import { formatId } from '../../platform/ids.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { actorOf, recordHourly } from '../audit/audit.ts';
import { projectOf } from '../projects/caller.ts';
import { toProof } from './projections.ts';
import { type OnJoined, type Proof, type Proven, provePeople } from './proving.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** People of one transaction, so that proofs of visitors wait for some milliseconds only. */
const CHUNK = 500;

const check = createCheck(PersonRecord);

/** Registers the operation that creates or updates up to 10,000 people. */
export const batchRoute: FastifyPluginAsyncTypebox<{ db: Db; onJoined: OnJoined }> = async (app, { db, onJoined }) => {
  parseBatches(app);
  app.post(
    '/people/batch',
    {
      ...operation({
        id: 'putPeople',
        summary: 'Create or update people',
        description:
          'Creates or updates up to 10,000 people, like `PUT /v1/people/{id}`. Each person has an own result, and invalid ones do not affect the others. The request can be repeated. Recorded in the audit log, once an hour.',
        tag: 'People',
        access: { by: 'session', role: 'member' },
        scopes: ['people:write'],
        query: Type.Object(projectQuery),
        body: PutPeople,
        returns: Ref(BatchResults),
        limit: 'importing',
      }),
      bodyLimit: MAX_BYTES,
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const rows = readBatch(request.body).map(readRow);
      const { id: projectId } = projectOf(request);
      await recordHourly(db, { projectId, actor: actorOf(request), action: 'records.imported', target: { id: 'people' } });
      const valid = rows.filter((row): row is Proof => !(row instanceof HttpError));
      const outcomes: (Proven | HttpError)[] = [];
      for (let start = 0; start < valid.length; start += CHUNK) {
        const chunk = valid.slice(start, start + CHUNK);
        outcomes.push(...(await transact(db, (tx) => provePeople(tx, projectId, chunk, onJoined))));
      }
      const proven = outcomes.values();
      return summarize(rows.map((row) => (row instanceof HttpError ? row : (proven.next().value as Proven | HttpError))));
    },
  );
};

/** @throws {HttpError} 400 */
function readBatch(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('', 'type', 'The request body must be a JSON object');
  const { people, ...others } = body as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalidField(other, 'unknown', `${other} is not a known field`);
  if (people === undefined) throw invalidField('people', 'required', 'people is required');
  if (!Array.isArray(people) || !people.length || people.length > MAX_BATCH_PEOPLE)
    throw invalidField('people', 'type', 'people must be an array of 1 to 10,000 items');
  return people;
}

/** Returns the proof of a row, or the reason why it is invalid. */
function readRow(value: unknown): Proof | HttpError {
  try {
    const row = cleanText(value);
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw invalidField('', 'type', 'The person must be a JSON object');
    check(row);
    const { user_id: userId, ...fields } = row as Static<typeof PersonRecord>;
    return toProof(userId, fields);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

type Results = Static<typeof BatchResults>;

function summarize(outcomes: (Proven | HttpError)[]): Results {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const results = outcomes.map((result): Results['results'][number] => {
    const outcome = result instanceof HttpError ? 'failed' : result.outcome;
    counts[outcome]++;
    return { outcome, ...(result instanceof HttpError ? errorBody(result) : { id: formatId('per', result.id) }) };
  });
  return { ...counts, results };
}
