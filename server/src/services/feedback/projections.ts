import { type Caller, formatPrincipal } from '../../platform/api/credentials.ts';
import { seesPersonalData } from '../../platform/api/personal-data.ts';
import { formatId } from '../../platform/ids.ts';
import { findCustomStatus, nameStatus } from '@earshot/contract/services/feedback/statuses';
import type { VoteProof } from '@earshot/contract/services/feedback/values';
import type { Project } from '../../instance/projects/store.ts';
import type { Subject } from '../../platform/jobs/events.ts';
import { BY_ADDRESS } from './authors.ts';
import type { Comment } from './comments/comments-store.ts';
import { pickFields } from '../../instance/fields/fields.ts';
import { FIELD_PREFIX, listFields } from './fields/fields.ts';
import type { HistoryItem } from './history-store.ts';
import type { Duplicate } from './similar/similar-store.ts';
import type { Entry } from './store.ts';
import type { ListedEntry } from './views/list-store.ts';
import type { VoteBurst } from './votes/bursts-store.ts';
import type { ListedVoter } from './votes/voters-store.ts';
import { type Vote, VOTE_ON_BEHALF, type Voter } from './votes/votes-store.ts';

const voteWord = (vote: Vote | undefined) => (vote === undefined ? null : vote === 1 ? ('up' as const) : ('down' as const));

/** Projection for the public. */
export const entryForPublic = (entry: ListedEntry, vote?: Vote) => ({
  id: formatId('fb', entry.id),
  project_id: formatId('prj', entry.project_id),
  board_id: formatId('brd', entry.board_id ?? entry.project_id),
  type: entry.type,
  status: entry.status,
  custom_status: entry.merged_into ? null : entry.custom_status,
  title: entry.title,
  description: entry.description,
  content: entry.description,
  tags: entry.tags,
  pinned: entry.pinned,
  upvote_count: entry.upvote_count,
  downvote_count: entry.downvote_count,
  comment_count: entry.comment_count,
  image_url: entry.image_url,
  submitter_name: entry.submitter_name,
  author_name: entry.submitter_name,
  merged_into: entry.merged_into && formatId('fb', entry.merged_into),
  viewer_vote: voteWord(vote),
  created_at: entry.created_at.toISOString(),
  updated_at: entry.updated_at.toISOString(),
});

/** Projection for viewers: without personal data. */
const entryForViewer = (entry: ListedEntry, vote?: Vote) => ({
  ...entryForPublic(entry, vote),
  visibility: entry.visibility,
  has_vote_burst: entry.has_vote_burst ?? false,
  assignee_id: entry.assignee_id && formatId('usr', entry.assignee_id),
  due_on: entry.due_on,
  external_id: entry.external_id,
  ...(entry.score && { score: entry.score }),
});

/** Projection for members, admins and owners. */
export const entryForMember = (entry: ListedEntry, vote?: Vote) => ({
  ...entryForViewer(entry, vote),
  submitter_email: entry.submitter_email,
  author_email: entry.submitter_email,
  metadata: entry.metadata,
  fields: entry.fields,
  from_query: entry.from_query,
});

/** Projection of an entry that is probably a duplicate. */
export const similarForMember = ({ id, title, status, upvote_count }: Duplicate) => ({
  id: formatId('fb', id),
  title,
  status,
  upvote_count,
});

/** Returns the projection of entries for a caller, with the names of statuses in the project. */
export function entryProjection(caller: Caller) {
  const { statuses } = (caller.project as Project).settings.feedback;
  const fields = listFields(caller);
  const project = caller.by !== 'session' ? entryForPublic : seesPersonalData(caller) ? entryForMember : entryForViewer;
  return (entry: ListedEntry, vote?: Vote) => ({
    ...project(entry, vote),
    status_name: nameStatus(statuses, entry),
    custom_status: findCustomStatus(statuses, entry)?.key ?? null,
    fields: pickFields(fields, entry.fields),
  });
}

/** Projection for events. */
export function entryForEvent(entry: Entry): Subject {
  const { submitter_name, submitter_email, author_name, author_email, metadata, fields, from_query, ...others } =
    entryForMember(entry);
  const { viewer_vote: _vote, external_id: _id, has_vote_burst: _burst, score: _score, ...data } = others;
  return { data, personal: { submitter_name, submitter_email, author_name, author_email, metadata, fields, from_query } };
}

export const commentForPublic = (comment: Comment) => ({
  id: formatId('cmt', comment.id),
  project_id: formatId('prj', comment.project_id),
  feedback_id: formatId('fb', comment.entry_id),
  body: comment.body,
  content: comment.body,
  internal: comment.internal,
  private: comment.private,
  author_name: comment.author_name,
  author_avatar_url: comment.author_avatar_url,
  author_role: comment.author_role,
  created_at: comment.created_at.toISOString(),
  updated_at: comment.updated_at.toISOString(),
});

export const commentForMember = (comment: Comment) => ({
  ...commentForPublic(comment),
  visibility: comment.visibility,
  author_id: findTeamId(comment),
  mentioned_ids: comment.mentioned_ids.map((id) => formatId('usr', id)),
  external_id: comment.external_id,
  recipient_name: comment.recipient_name,
});

/** Returns the id of the user or service account who wrote a comment for the team. */
function findTeamId({ author_id, author_role }: Comment): string | null {
  const [kind, id] = author_id?.split(':') ?? [];
  return author_role === 'team' && id ? formatPrincipal({ id, is_service_account: kind === 'svc' }) : null;
}

/** Projection of a comment for events. */
export function commentForEvent(comment: Comment, entry: Entry): Subject {
  const { author_name, author_avatar_url, recipient_name, external_id: _, ...others } = commentForMember(comment);
  const { title, status, tags, upvote_count } = entry;
  const data = { ...others, feedback: { title, status, tags, upvote_count } };
  return { data, personal: { author_name, author_avatar_url, recipient_name }, isPersonal: comment.private };
}

type VoterKind = [role: 'team' | 'user' | 'visitor', proof: VoteProof];
const ANONYMOUS: VoterKind = ['visitor', 'anonymous'];

const KINDS: Record<string, VoterKind> = {
  usr: ['team', 'member'],
  svc: ['team', 'member'],
  end: ['user', 'signed_in'],
  [BY_ADDRESS]: ['user', 'confirmed'],
  vis: ANONYMOUS,
};

/** Projection of a voter for viewers: without name, address, and the app's user id, which may be an address. */
export const voterForViewer = (voter: Voter) => ({ ...voterForMember(voter), user_id: null, name: null, email: null });

/** Projection of a voter with the person in the directory. */
export const listedVoterForMember = (voter: ListedVoter) => ({
  ...voterForMember(voter),
  person_id: voter.person_id && formatId('per', voter.person_id),
  company: voter.company_id === null ? null : { id: voter.company_id, name: voter.company_name },
  plan: voter.plan,
  mrr: voter.mrr,
});

/** Voters are stored as `<kind>:<id>`, such as `end:u_42`. */
export const voterForMember = (row: Voter) => {
  const { project_id, entry_id, voter, voter_name, voter_email, value, on_behalf_id, created_at } = row;
  const [, kind = '', id = ''] = /^(\w+):(.*)$/s.exec(voter) ?? [];
  const [role, proof] = KINDS[kind] ?? ANONYMOUS;
  return {
    project_id: formatId('prj', project_id),
    feedback_id: formatId('fb', entry_id),
    role,
    user_id: kind === 'end' ? id : null,
    name: voter_name,
    email: voter_email,
    vote: value === 1 ? ('up' as const) : ('down' as const),
    proof: row.import_id ? ('imported' as const) : on_behalf_id ? ('on_behalf' as const) : proof,
    on_behalf_id: on_behalf_id && formatId('vob', on_behalf_id),
    created_at: created_at.toISOString(),
  };
};

/** Projection of a burst of votes. */
export const burstForMember = (burst: VoteBurst) => ({
  id: formatId('vbr', burst.id),
  project_id: formatId('prj', burst.project_id),
  feedback_id: formatId('fb', burst.entry_id),
  state: burst.state,
  votes: burst.votes,
  started_at: burst.started_at.toISOString(),
  ended_at: burst.ended_at.toISOString(),
  created_at: burst.created_at.toISOString(),
  updated_at: burst.updated_at.toISOString(),
});

/** Projection of a change for viewers: without the people on whose behalf members voted, and without values of custom fields. */
export const historyForViewer = (item: Parameters<typeof historyForMember>[0]) =>
  historyForMember(
    item.field.startsWith(FIELD_PREFIX)
      ? { ...item, old: null, new: null }
      : item.field === VOTE_ON_BEHALF
        ? { ...item, old: item.old && {}, new: item.new && {} }
        : item,
  );

export const historyForMember = ({
  id,
  project_id,
  entry_id,
  field,
  old,
  new: value,
  actor_id,
  actor_is_service_account: isServiceAccount,
  actor_name,
  actor_avatar_url = null,
  created_at,
}: HistoryItem & { actor_avatar_url?: string | null }) => {
  const actor = actor_id
    ? {
        id: formatPrincipal({ id: actor_id, is_service_account: isServiceAccount }),
        name: actor_name,
        avatar_url: actor_avatar_url,
      }
    : null;
  // The history contains no id of the default board, which is that of the project.
  const withBoard = (given: unknown) => (field === 'board_id' ? (given ?? formatId('brd', project_id)) : given);
  return {
    id: formatId('hst', id),
    project_id: formatId('prj', project_id),
    feedback_id: formatId('fb', entry_id),
    field,
    old: withBoard(old),
    new: withBoard(value),
    actor,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? null,
    created_at: created_at.toISOString(),
  };
};
