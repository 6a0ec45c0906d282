import type { UpdateFeedback } from '@earshot/contract/feedback';
import type { Static } from 'typebox';
import type { Caller } from '../../http/credentials.ts';
import { invalidField } from '../../http/errors.ts';
import { parseId } from '../../ids.ts';
import type { Db } from '../../postgres/database.ts';
import { findMember } from '../../projects/members-store.ts';
import type { Filter } from '../listing/filter-store.ts';
import type { EntryChange } from '../store.ts';

/** Returns the changes of a request, with the database id of the assignee. @throws {HttpError} 400 unless the assignee is a member */
export async function changeOf(
  db: Db,
  projectId: string,
  { assignee_id: assignee, ...change }: Static<typeof UpdateFeedback>,
): Promise<EntryChange> {
  if (assignee === undefined) return change;
  if (assignee === null) return { ...change, assignee_id: null };
  const id = parseId('usr', assignee);
  if (!id || !(await findMember(db, projectId, id)))
    throw invalidField('assignee_id', 'choice', 'assignee_id must be the id of a member of the project');
  return { ...change, assignee_id: id };
}

/** Returns the condition of the parameter `assignee`. @throws {HttpError} 400 */
export function assigneeFilterOf(caller: Caller, assignee: string | undefined): Pick<Filter, 'assigneeId'> {
  if (assignee === undefined) return {};
  if (caller.by !== 'session') throw invalidField('assignee', 'not_allowed', 'assignee requires a session token');
  if (assignee === 'none') return { assigneeId: null };
  const id = assignee === 'me' ? caller.user.id : parseId('usr', assignee);
  if (!id) throw invalidField('assignee', 'format', 'assignee must be the id of a member, me, or none');
  return { assigneeId: id };
}
