import type { Caller } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findMembers } from '../../../instance/projects/members/store.ts';

/** Returns the database ids of mentioned members. @throws {HttpError} 400 unless all are members and the caller is one */
export async function findMentionedIds(db: Db, caller: Caller, mentioned: string[] = []): Promise<string[]> {
  if (!mentioned.length) return [];
  if (caller.by !== 'session')
    throw invalidField('mentioned_ids', 'not_allowed', 'mentioned_ids must be empty: only project members can mention members');
  const ids = mentioned.flatMap((id) => parseId('usr', id) ?? []);
  const members = await findMembers(db, caller.project.id, ids);
  if (members.length < mentioned.length)
    throw invalidField('mentioned_ids', 'choice', 'mentioned_ids must be ids of members of the project');
  return members.map(({ user_id }) => user_id);
}
