import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Returns 32 random bytes for a name, which are the same on all nodes and starts. */
export async function ensureInstanceSecret(db: Db, name: string): Promise<Buffer> {
  await sql`INSERT INTO instance_secrets (name, secret) VALUES (${name}, ${randomBytes(32)}) ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ secret: Buffer }>`SELECT secret FROM instance_secrets WHERE name = ${name}`.execute(db);
  if (!rows[0]) throw new Error(`the secret ${name} does not exist`);
  return rows[0].secret;
}
