import type { FeedbackFilters, UpdateFeedback } from '@earshot/contract/services/feedback/schemas';
import type { Static } from 'typebox';
import type { Caller } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findMember } from '../../../instance/projects/members/store.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { readStatus } from '../fields/statuses.ts';
import type { Assignees, Filter } from '../views/filter-store.ts';
import { MEMBER } from '../boards/access.ts';
import { findBoardFor, toBoardId } from '../boards/boards.ts';
import type { EntryChange } from '../store.ts';

/**
 * Returns the changes of a request, with the database ids of the assignee and the board.
 * @throws {HttpError} 400 unless the assignee is a member, and 404 for an unknown board
 */
export async function toEntryChange(
  db: Db,
  { id: projectId, settings }: Project,
  { assignee_id: assignee, board_id: boardId, status, custom_status, ...others }: Omit<Static<typeof UpdateFeedback>, 'fields'>,
): Promise<EntryChange> {
  const change: EntryChange = {
    ...others,
    ...readStatus(settings.feedback.statuses, { status, custom_status }),
    ...(boardId !== undefined && { board_id: toBoardId(await findBoardFor(db, projectId, boardId, MEMBER)) }),
  };
  if (assignee === undefined) return change;
  if (assignee === null) return { ...change, assignee_id: null };
  const id = parseId('usr', assignee);
  if (!id || !(await findMember(db, projectId, id)))
    throw invalidField('assignee_id', 'choice', 'assignee_id must be the id of a member of the project');
  return { ...change, assignee_id: id };
}

type AssigneeQuery = Pick<FeedbackFilters, 'assignee' | 'assignee_not'>;

/** Returns the conditions of the parameters `assignee` and `assignee_not`. @throws {HttpError} 400 */
export function toAssigneeFilter(
  caller: Caller,
  { assignee: included, assignee_not: excluded }: AssigneeQuery,
): Pick<Filter, 'assignees' | 'assigneesNot'> {
  const read = (name: keyof AssigneeQuery, given: string | string[]): Assignees => {
    if (caller.by !== 'session') throw invalidField(name, 'not_allowed', `${name} requires a session token`);
    const values = [given].flat();
    const ids = values
      .filter((value) => value !== 'none')
      .map((value) => {
        const id = value === 'me' ? caller.user.id : parseId('usr', value);
        if (!id) throw invalidField(name, 'format', `${name} must be the id of a member, me, or none`);
        return id;
      });
    return { ids, hasNobody: values.includes('none') };
  };
  return {
    ...(included !== undefined && { assignees: read('assignee', included) }),
    ...(excluded !== undefined && { assigneesNot: read('assignee_not', excluded) }),
  };
}
