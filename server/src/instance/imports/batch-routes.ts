import { BatchResults, MAX_BATCH_RECORDS } from '@earshot/contract/shared/batches';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { errorBody, HttpError, invalidField } from '../../platform/api/errors.ts';
import { parseBatches } from '../../platform/api/json-body.ts';
import { operation } from '../../platform/api/operation.ts';
import { isUniqueViolation, transact } from '../../platform/postgres/database.ts';
import { actorOf, recordHourly } from '../audit/audit.ts';
import { projectOf } from '../projects/caller.ts';
import { type Batch, createReader, type Outcome } from './importer.ts';

/** For a thousand records with long texts. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Registers the operation that stores up to 1,000 records of a kind, with their dates and authors. */
export const batchRoute: FastifyPluginAsyncTypebox<{ batch: Batch }> = async (app, { batch }) => {
  const { db, importer, path, id, summary, description, tag, scope, body } = batch;
  parseBatches(app);
  const readRecord = createReader(importer);
  app.post(
    path,
    {
      ...operation({
        id,
        summary,
        description: `${description} Each record has its own result, and invalid records do not affect the others. Records with an \`external_id\` can be sent again: they are updated. Sends neither emails nor webhooks, unless \`notify\` is true. Recorded in the audit log, once an hour.`,
        tag,
        access: { by: 'session', role: 'member' },
        scopes: [scope],
        query: Type.Object(projectQuery),
        body,
        returns: Ref(BatchResults),
        limit: 'importing',
      }),
      bodyLimit: MAX_BYTES,
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const { records, notify } = readBatch(request.body);
      const project = projectOf(request);
      const { id: actorId, is_service_account, name } = sessionOf(request).user;
      const read = records.map(readRecord);
      const valid = read.filter((record) => !(record instanceof HttpError));
      const context = { project, actor: { id: actorId, is_service_account, name }, importId: null, notify };
      const target = { id: importer.collection };
      await recordHourly(db, { projectId: project.id, actor: actorOf(request), action: 'records.imported', target });
      const save = () => transact(db, (tx) => importer.save(tx, context, valid as never[]));
      const outcomes = (valid.length ? await save().catch((error: unknown) => repeatTaken(error, save)) : []).values();
      return summarize(read.map((record) => (record instanceof HttpError ? record : (outcomes.next().value as Outcome))));
    },
  );
};

/** Saves once more when another request took a name, such as a slug, that was free when the batch was decided. */
function repeatTaken<T>(error: unknown, save: () => Promise<T>): Promise<T> {
  if (!isUniqueViolation(error)) throw error;
  return save();
}

/** @throws {HttpError} 400 */
function readBatch(body: unknown): { records: unknown[]; notify: boolean } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('', 'type', 'The request body must be a JSON object');
  const { records, notify = false, ...others } = body as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalidField(other, 'unknown', `${other} is not a known field`);
  if (records === undefined) throw invalidField('records', 'required', 'records is required');
  if (!Array.isArray(records) || !records.length || records.length > MAX_BATCH_RECORDS)
    throw invalidField('records', 'type', 'records must be an array of 1 to 1,000 items');
  if (typeof notify !== 'boolean') throw invalidField('notify', 'type', 'notify must be true or false');
  return { records, notify };
}

type Results = Static<typeof BatchResults>;

function summarize(outcomes: Outcome[]): Results {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const results = outcomes.map((result): Results['results'][number] => {
    const outcome = result instanceof HttpError ? 'failed' : result.outcome;
    counts[outcome]++;
    return { outcome, ...(result instanceof HttpError ? errorBody(result) : { id: result.id }) };
  });
  return { ...counts, results };
}
