import type { Voting } from '@earshot/contract/services/feedback/values';
import type { Project } from '../../../instance/projects/store.ts';
import { hashNetwork } from '../../../platform/client/network-hash.ts';
import type { Caller } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { createGroupCommit } from '../../../platform/postgres/group-commit.ts';
import { type Author, isUserId } from '../authors.ts';
import { mayRead, toViewer, type Viewer } from '../boards/access.ts';
import { refuseMerged } from '../feedback.ts';
import { entryForEvent } from '../projections.ts';
import { type Entry, lockEntries } from '../store.ts';
import type { FindBursts } from './bursts.ts';
import { countNetworkVotes, returnNetworkVotes } from './networks-store.ts';
import {
  castVotes,
  findUnreported,
  findVotes,
  removeVotes,
  takeUnreported,
  type UnreportedEntry,
  type Vote,
  type VoteChange,
  type VoteOf,
} from './votes-store.ts';

/** Number of entries whose votes are reported in one transaction, which delays votes on them. */
const REPORT_SIZE = 100;

/** A vote to cast or to withdraw. People vote on entries that they may read only. */
interface Ballot extends VoteOf {
  kind: 'cast' | 'withdraw';
  viewer: Viewer;
  /** Limit of the network of an anonymous voter. */
  limit: { day: string; network: Buffer; max: number } | undefined;
}

/** Outcome of a ballot. The entry is undefined if it does not exist or the voter may not read it. */
interface Outcome {
  entry: Entry | undefined;
  /** Whether the network of the voter has cast as many votes as it may. */
  isAboveLimit: boolean;
}

export type CastVote = ReturnType<typeof createVoting>;

/**
 * Returns a function that casts, changes or withdraws a vote. Each voter has one vote per entry. Idempotent. Votes of a project that arrive
 * at the same time share a transaction. The anonymous voters of a network, whose ids anyone can invent, share a limit per entry and day.
 */
export function createVoting(db: Db, secret: Buffer) {
  const addToGroup = createGroupCommit<Ballot, Outcome>((projectId, ballots) =>
    transact(db, (tx) => countBallots(tx, projectId, ballots)),
  );
  /** @throws {HttpError} 400 without a voter, 403 when the project requires more proof, 404, 409 when the entry is merged, and 429 above the limit of the voter’s network */
  return async ({
    caller,
    project,
    entryId,
    author,
    address,
    value,
    kind,
  }: {
    caller: Caller;
    project: Project;
    entryId: string;
    author: Author;
    /** Address of the client. */
    address: string;
    value: Vote;
    kind: Ballot['kind'];
  }): Promise<{ entry: Entry; vote: Vote | undefined }> => {
    const voter = author.id;
    if (!voter) throw invalidField('X-Visitor-Id', 'required', 'X-Visitor-Id or X-User-Token is required to vote');
    if (kind === 'cast' && !mayVote(author, project.settings.feedback.voting)) throw new HttpError('feedback.sign_in_required');
    const max = project.settings.feedback.anonymous_votes_per_network;
    const limit = author.role === 'visitor' ? { ...hashNetwork(secret, `anonymous votes ${entryId}`, address), max } : undefined;
    const ballot = { entryId, voter: { ...author, id: voter }, value, kind, viewer: toViewer(caller, author), limit };
    const { entry, isAboveLimit } = await addToGroup(project.id, ballot);
    if (!entry) throw new HttpError('feedback.not_found');
    refuseMerged(entry);
    if (isAboveLimit)
      throw new HttpError('feedback.too_many_votes', { headers: { 'retry-after': String(secondsUntilTomorrow()) } });
    return { entry, vote: kind === 'cast' ? value : (await findVotes(db, project.id, [entryId], voter)).get(entryId) };
  };
}

/** Returns whether an author may vote. Members always may. */
const mayVote = ({ role, id }: Author, voting: Voting): boolean =>
  voting === 'anyone' || role === 'team' || (role === 'user' && (voting === 'confirmed' || isUserId(id)));

/** Counts ballots. Merged entries accept no votes. */
async function countBallots(tx: Transaction, projectId: string, ballots: Ballot[]): Promise<Outcome[]> {
  const ids = [...new Set(ballots.map(({ entryId }) => entryId))];
  // Serializes votes and merges.
  const locked = await lockEntries(tx, projectId, ids, 'FOR NO KEY UPDATE');
  const entries = new Map(locked.map((entry) => [entry.id, entry]));
  const findEntry = ({ entryId, viewer }: Ballot) => {
    const entry = entries.get(entryId);
    return entry && mayRead(entry, viewer) ? entry : undefined;
  };
  const accepted = ballots.filter((ballot) => findEntry(ballot)?.merged_into === null);
  const aboveLimit = new Set<Ballot>();
  for (const round of splitIntoRounds(accepted)) {
    const { cast = [], withdraw = [] } = Object.groupBy(round, ({ kind }) => kind);
    for (const ballot of await findAboveLimit(tx, projectId, cast)) aboveLimit.add(ballot);
    await giveBack(tx, projectId, withdraw);
    for (const [votes, apply] of [
      [cast.filter((ballot) => !aboveLimit.has(ballot)), castVotes],
      [withdraw, removeVotes],
    ] as const) {
      if (!votes.length) continue;
      for (const { id, ...counts } of await apply(tx, projectId, votes)) Object.assign(entries.get(id) as Entry, counts);
    }
  }
  return ballots.map((ballot) => ({ entry: findEntry(ballot), isAboveLimit: aboveLimit.has(ballot) }));
}

type LimitedBallot = Ballot & { limit: NonNullable<Ballot['limit']> };

const isLimited = (ballot: Ballot): ballot is LimitedBallot => ballot.limit !== undefined;
const toNetworkVote = ({ entryId, voter, limit: { day, network } }: LimitedBallot) => ({
  entryId,
  voter: voter.id,
  day,
  network,
});

/** Counts new votes of anonymous voters by network. Returns those above the limit. */
async function findAboveLimit(tx: Transaction, projectId: string, ballots: Ballot[]): Promise<Ballot[]> {
  const limited = ballots.filter(isLimited);
  // The limit is that of the project, which a request may have read before it was changed.
  const max = limited.at(-1)?.limit.max;
  if (max === undefined) return [];
  const indexes = await countNetworkVotes(tx, projectId, { votes: limited.map(toNetworkVote), max });
  return indexes.map((index) => limited[index] as Ballot);
}

async function giveBack(tx: Transaction, projectId: string, ballots: Ballot[]): Promise<void> {
  const limited = ballots.filter(isLimited);
  if (limited.length) await returnNetworkVotes(tx, projectId, limited.map(toNetworkVote));
}

const DAY_MS = 24 * 60 * 60_000;
const secondsUntilTomorrow = () => Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);

/** Splits ballots so that a voter has one ballot per entry in each round, and their ballots keep their order. */
function splitIntoRounds(ballots: Ballot[]): Ballot[][] {
  const rounds: Ballot[][] = [];
  const counts = new Map<string, number>();
  for (const ballot of ballots) {
    const key = `${ballot.entryId} ${ballot.voter.id}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    (rounds[count] ??= []).push(ballot);
  }
  return rounds;
}

/**
 * Schedules `feedback.voted` events: about one per entry and minute, which reports all votes since the previous one. The transaction of a
 * vote notes the vote, and the transaction that records an event removes the note, so that each vote is reported once.
 */
export function scheduleVoteReports({
  db,
  events,
  jobs,
  findBursts,
}: {
  db: Db;
  events: DomainEvents;
  jobs: JobQueue;
  findBursts: FindBursts;
}): void {
  jobs.schedule('feedback.report-votes', '* * * * *', async () => {
    let found: UnreportedEntry[] = [];
    do {
      found = await findUnreported(db, { after: found.at(-1), limit: REPORT_SIZE });
      for (const [projectId, entries] of Map.groupBy(found, ({ project_id }) => project_id)) {
        const entryIds = entries.map(({ entry_id }) => entry_id);
        // First, because a repeated job finds only entries whose votes are not reported.
        await findBursts(projectId, entryIds);
        await transact(db, (tx) => reportVotes(tx, events, projectId, entryIds));
      }
    } while (found.length === REPORT_SIZE);
  });
}

/** Records the unreported votes of entries as events. */
export async function reportVotes(tx: Transaction, events: DomainEvents, projectId: string, entryIds: string[]): Promise<void> {
  // In the order in which votes lock. The notes are complete while the entries are locked.
  const entries = new Map((await lockEntries(tx, projectId, entryIds, 'FOR NO KEY UPDATE')).map((entry) => [entry.id, entry]));
  const changes = await takeUnreported(tx, projectId, entryIds);
  await events.record(
    tx,
    projectId,
    changes.flatMap((change) => {
      const entry = entries.get(change.entry_id);
      return entry ? [votedEvent(entry, change)] : [];
    }),
  );
}

function votedEvent(entry: Entry, { new_votes, withdrawn_votes, ...before }: VoteChange) {
  const { data, personal } = entryForEvent(entry);
  return {
    type: 'feedback.voted' as const,
    data: { entry_id: entry.id },
    subject: { data: { ...data, new_votes, withdrawn_votes }, personal },
    changes: (['upvote_count', 'downvote_count'] as const)
      .filter((field) => before[field] !== entry[field])
      .map((field) => ({ field, old: before[field], new: entry[field] })),
  };
}
