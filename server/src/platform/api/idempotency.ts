import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Db, isUniqueViolation, transact } from '../postgres/database.ts';
import { mentions, namesAny, type PersonalData } from '../postgres/person.ts';
import { HttpError, invalidField } from './errors.ts';

const RETENTION = '24 hours';

interface Stored {
  request_hash: Buffer;
  status: number;
  body: string;
}

interface OnceOptions {
  db: Db;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Status of the answer, 201 by default. */
  status?: number;
  /** Must be equal in requests with the same key. The body by default. */
  content?: unknown;
}

/**
 * Answers a POST request with `status` and the result of `create`. With an `Idempotency-Key`, `create` runs once: the key, its writes and
 * the answer are committed in one transaction, which `create` receives; without a key, it receives `db`. A concurrent request with the same
 * key waits for the row of the key and gets the stored answer.
 */
export async function createOnce<Answer>(
  { db, request, reply, status = 201, content = request.body }: OnceOptions,
  create: (handle: Db) => Promise<Answer>,
): Promise<Answer> {
  reply.code(status);
  const key = request.headers['idempotency-key'];
  if (key === undefined) return await create(db);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'format', 'Idempotency-Key must consist of 1 to 255 printable characters');
  const { caller, user } = request.authority ?? {};
  const projectId = caller?.project.id ?? null;
  const credentials = ['authorization', 'x-project-key', 'x-user-token'].map((name) => String(request.headers[name] ?? ''));
  // A sign-in gets a new token every hour, which may be between a request and its repetition.
  if (user?.token.name === null) credentials[0] = user.id;
  // Visitors of different projects may choose the same key.
  const scope = credentials.some(Boolean) ? credentials : [...credentials, projectId];
  const credential = sha256(scope.join('\n'));
  const requestHash = sha256(`${request.method} ${request.url}\n${JSON.stringify(content)}`);

  const earlier = await findStored(db, credential, key);
  if (earlier) return replay(reply, earlier, requestHash) as Answer;
  try {
    return await transact(db, async (tx) => {
      await sql`INSERT INTO idempotency_keys (credential, key, request_hash, project_id)
        VALUES (${credential}, ${key}, ${requestHash}, ${projectId})`.execute(tx);
      const answer = await create(tx);
      const body = reply.serialize(answer) as string;
      await sql`UPDATE idempotency_keys SET status = ${reply.statusCode}, body = ${body}
        WHERE project_id IS NOT DISTINCT FROM ${projectId} AND credential = ${credential} AND key = ${key}`.execute(tx);
      return answer;
    });
  } catch (error) {
    const stored = isUniqueViolation(error) ? await findStored(db, credential, key) : undefined;
    if (!stored) throw error;
    return replay(reply, stored, requestHash) as Answer;
  }
}

/** Answers like `createOnce`, with a new token. The response that is stored for replays does not contain the token. */
export async function createTokenOnce<Answer extends object>(
  once: OnceOptions,
  create: (db: Db) => Promise<{ answer: Answer; token: string }>,
): Promise<Answer & { token: string | null }> {
  let created: string | null = null;
  const stored = await createOnce(once, async (db) => {
    const { answer, token } = await create(db);
    created = token;
    return { ...answer, token: null as string | null };
  });
  return created === null ? stored : { ...stored, token: created };
}

async function findStored(db: Db, credential: Buffer, key: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored & { is_old: boolean }>`
    /* all projects */ SELECT request_hash, status, body, created_at < now() - ${RETENTION}::interval AS is_old
    FROM idempotency_keys WHERE credential = ${credential} AND key = ${key}`.execute(db);
  if (rows[0]?.is_old)
    await sql`/* all projects */ DELETE FROM idempotency_keys WHERE credential = ${credential} AND key = ${key} AND created_at < now() - ${RETENTION}::interval`.execute(
      db,
    );
  return rows[0]?.is_old ? undefined : rows[0];
}

function replay(reply: FastifyReply, { request_hash, status, body }: Stored, requestHash: Buffer): FastifyReply {
  if (!request_hash.equals(requestHash)) throw new HttpError('request.idempotency_key_reused');
  return reply.code(status).header('idempotent-replayed', 'true').type('application/json; charset=utf-8').send(body);
}

/** Deletes expired keys. Runs on a schedule. */
export async function removeOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM idempotency_keys WHERE created_at < now() - ${RETENTION}::interval`.execute(db);
}

/** Personal data in stored responses. After erasure, repeated requests with these keys are no longer recognized. */
export const idempotencyPeople: PersonalData = {
  sections: {},
  erase: async (tx, projectId, person, ids) => {
    const { numAffectedRows } = await sql`
      DELETE FROM idempotency_keys
      WHERE project_id = ${projectId} AND (${mentions(sql`concat_ws(' ', key, body)`, person)} OR ${namesAny(sql`body`, ids)})`.execute(
      tx,
    );
    return { idempotency_keys: Number(numAffectedRows) };
  },
};

const sha256 = (text: string) => createHash('sha256').update(text).digest();
