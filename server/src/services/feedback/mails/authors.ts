import { findMembers } from '../../../instance/projects/members/store.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** Returns the addresses of members by their database id. Nobody is mailed about what they did themselves. */
export async function findAddresses(db: Db, projectId: string, userIds: string[]): Promise<Map<string, string>> {
  if (!userIds.length) return new Map();
  const members = await findMembers(db, projectId, [...new Set(userIds)]);
  return new Map(members.flatMap(({ user_id, email }) => (email ? [[user_id, email] as const] : [])));
}

/** Returns the address of a member. Undefined for service accounts and for changes that Earshot made. */
export const findAddress = async (db: Db, projectId: string, userId: string | undefined): Promise<string | undefined> =>
  userId === undefined ? undefined : (await findAddresses(db, projectId, [userId])).get(userId);
