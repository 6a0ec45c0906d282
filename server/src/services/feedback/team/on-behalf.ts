import type { AddFeedback, VoteOnBehalf } from '@earshot/contract/services/feedback/team';
import type { FieldValues } from '@earshot/contract/services/feedback/fields';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { Static } from 'typebox';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { type Author, BY_ADDRESS } from '../authors.ts';
import { MEMBER } from '../boards/access.ts';
import { findBoardFor, toBoardId } from '../boards/boards.ts';
import { parseTime } from '../../../instance/imports/decisions.ts';
import { type Deps, refuseMerged, refuseTakenId, type Submit, updateEntry } from '../feedback.ts';
import { type HistoryActor, insertHistory } from '../history-store.ts';
import { type Entry, lockEntries } from '../store.ts';
import { castVotes, type PersonInHistory, removeVotes, VOTE_ON_BEHALF, type Voter } from '../votes/votes-store.ts';
import { toEntryChange } from './assignment.ts';
import { findUserWithAddress, findVoteOnBehalf, findVoter, markOnBehalf } from './store.ts';

/**
 * Adds an entry of a person who asked the team, or without a person of the member. Status, assignee and due date are changes of the new
 * entry, so that the history names the member.
 */
export async function addEntry(
  { db, events, submit }: Deps & { submit: Submit },
  {
    project,
    member,
    actor,
    fields: {
      submitter_user_id: userId,
      board_id: boardId,
      custom_status,
      status = custom_status ? undefined : 'new',
      assignee_id,
      due_on,
      created_at,
      fields: custom,
      ...fields
    },
  }: {
    project: Project;
    member: Author;
    actor: HistoryActor;
    fields: Omit<Static<typeof AddFeedback>, 'fields'> & { fields?: FieldValues };
  },
): Promise<Entry> {
  const hasPerson = Boolean(userId || fields.submitter_name || fields.submitter_email);
  const author: Author = hasPerson
    ? { role: 'team', id: userId ? `end:${userId}` : null, name: null, email: null, avatarUrl: null }
    : member;
  const at = parseTime(created_at);
  return await transact(db, async (tx) => {
    const change = await toEntryChange(tx, project, {
      ...(status && { status }),
      ...(custom_status && { custom_status }),
      ...(assignee_id !== undefined && { assignee_id }),
      ...(due_on !== undefined && { due_on }),
    });
    const board = toBoardId(await findBoardFor(tx, project.id, boardId, MEMBER));
    const { id } = await refuseTakenId(() =>
      submit(tx, { project, author, boardId: board, fields: { ...fields, ...(custom && { fields: custom }) }, actor, at }),
    );
    return await updateEntry({ db: tx, events }, { projectId: project.id, id, change, actor, at });
  });
}

type Person = Static<typeof VoteOnBehalf>;

/**
 * Votes for an entry on behalf of a person, and records it in the history. People who have voted keep their vote.
 * @throws {HttpError} 400 without address and user id, 404, and 409 when the entry is merged
 */
export async function voteOnBehalf(
  { db }: Pick<Deps, 'db'>,
  { projectId, entryId, person, actor }: { projectId: string; entryId: string; person: Person; actor: HistoryActor },
): Promise<Voter> {
  const { name = null, email = null } = person;
  const known = person.user_id ? `end:${person.user_id}` : email && (await findUserWithAddress(db, projectId, email));
  const voter = known || (email && `${BY_ADDRESS}:${toMailboxKey(email)}`);
  if (!voter) throw invalidField('email', 'required', 'email or user_id is required');
  return await transact(db, async (tx) => {
    await lockForVote(tx, projectId, entryId);
    const earlier = await findVoter(tx, projectId, entryId, voter);
    if (earlier) return earlier;
    await castVotes(tx, projectId, [{ entryId, voter: { id: voter, name, email }, value: 1, at: parseTime(person.created_at) }]);
    const added = await markOnBehalf(tx, projectId, { entryId, voter, id: newId() });
    await record(tx, added, { old: null, new: toPerson(added), actor, at: new Date() });
    return added;
  });
}

/** Revokes a vote on behalf of a person. @throws {HttpError} 404, and 409 when the entry is merged */
export async function revokeVote(
  { db }: Pick<Deps, 'db'>,
  { projectId, entryId, id, actor }: { projectId: string; entryId: string; id: string; actor: HistoryActor },
): Promise<void> {
  await transact(db, async (tx) => {
    await lockForVote(tx, projectId, entryId);
    const vote = await findVoteOnBehalf(tx, projectId, entryId, id);
    if (!vote) throw new HttpError('feedback.vote_not_found');
    const { voter, voter_name: name, voter_email: email, value } = vote;
    await removeVotes(tx, projectId, [{ entryId, voter: { id: voter, name, email }, value }]);
    await record(tx, vote, { old: toPerson(vote), new: null, actor, at: new Date() });
  });
}

/** Locks an entry in the order in which votes lock. */
async function lockForVote(tx: Transaction, projectId: string, entryId: string): Promise<void> {
  const [entry] = await lockEntries(tx, projectId, [entryId], 'FOR NO KEY UPDATE');
  if (!entry) throw new HttpError('feedback.not_found');
  refuseMerged(entry);
}

const toPerson = ({ voter, voter_name, voter_email }: Voter): PersonInHistory => ({
  user_id: voter.startsWith('end:') ? voter.slice('end:'.length) : null,
  name: voter_name,
  email: voter_email,
});

const record = (
  tx: Transaction,
  { project_id, entry_id }: Voter,
  { actor, at, ...values }: { old: PersonInHistory | null; new: PersonInHistory | null; actor: HistoryActor; at: Date },
) =>
  insertHistory(tx, project_id, entry_id, {
    items: [{ id: newId(), field: VOTE_ON_BEHALF, ...values }],
    actor,
    at,
  });
