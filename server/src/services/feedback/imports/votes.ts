import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { VoteRecord } from '@earshot/contract/services/feedback/imports';
import { isDeepStrictEqual } from 'node:util';
import { parseTime } from '../../../instance/imports/decisions.ts';
import { isRefused, type ImportContext, type Importer, type Outcome } from '../../../instance/imports/importer.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { BY_ADDRESS } from '../authors.ts';
import { lockMerging } from '../merging/merge-store.ts';
import { lockEntries } from '../store.ts';
import { type CountedVote, countVotes } from '../votes/votes-store.ts';
import { listValid, readReferences, type RecordOf } from './references.ts';
import { findAuthorIds } from './references-store.ts';
import { undoVotes } from './undo.ts';
import * as store from './votes-store.ts';

type Row = RecordOf<typeof VoteRecord>;

/** A vote with the entries that it may be counted on. */
interface Ballot {
  row: Row;
  /** Entry of the record. For an entry that does not exist yet, its external id. */
  origin: string;
  /** Target of the merge of the entry, or the entry itself. */
  root: string;
  /** Voter of a new vote. */
  voter: string;
  /** All ids under which the person may have voted. */
  voters: string[];
}

/** Votes before and after a batch. `before` is undefined for new votes. */
interface Change {
  before: store.StoredVote | undefined;
  after: store.StoredVote;
}

/**
 * Stores votes that come from elsewhere. A person has one vote per entry: a vote that is sent again is compared by the fields of the record.
 * Votes on merged entries count on the target of the merge, once for each person.
 */
export const voteImporter: Importer<Row> = {
  collection: 'votes',
  schema: VoteRecord,
  plan: async (db, context, rows, upcoming) =>
    (await countAll(db, context, await readBallots(db, context, rows, upcoming))).outcomes,
  save: async (tx, context, rows) => {
    await lockMerging(tx, context.project.id);
    const ballots = await readBallots(tx, context, rows);
    const entryIds = listValid(ballots).flatMap(({ origin, root }) => [origin, root]);
    await lockEntries(tx, context.project.id, [...new Set(entryIds)], 'FOR NO KEY UPDATE');
    const { outcomes, changes } = await countAll(tx, context, ballots);
    await write(tx, context, changes);
    return outcomes;
  },
  undo: async (tx, projectId, importId, limit) => await undoVotes(tx, { projectId, importId, limit }),
};

async function readBallots(
  db: Db,
  { project: { id: projectId } }: ImportContext,
  rows: Row[],
  upcoming?: ReadonlySet<string>,
): Promise<(Ballot | HttpError)[]> {
  const findEntry = await readReferences(db, projectId, rows, upcoming);
  const authors = await findAuthorIds(
    db,
    projectId,
    rows.flatMap(({ email }) => email ?? []),
  );
  const linked = new Map(
    rows.flatMap(({ user_id: id, email }) => (email && id !== undefined ? [[toMailboxKey(email), `end:${id}`]] : [])),
  );
  return rows.map((row) => {
    const entry = findEntry(row);
    if (isRefused(entry)) return entry;
    const { user_id: userId, email, external_id: externalId } = row;
    const key = email && toMailboxKey(email);
    const address = key && `${BY_ADDRESS}:${key}`;
    const known = key && (linked.get(key) ?? authors.get(key));
    const voter =
      userId !== undefined ? `end:${userId}` : (known ?? (externalId === undefined ? undefined : `ext:${externalId}`));
    if (!voter) return invalidField('email', 'required', 'email, user_id or external_id is required');
    const { id: origin, root_id: root } = entry ?? {
      id: row.feedback_external_id as string,
      root_id: row.feedback_external_id as string,
    };
    return { row, origin, root, voter, voters: [...new Set([voter, ...(address ? [address] : [])])] };
  });
}

const toKey = (entryId: string, voter: string) => `${entryId} ${voter}`;

/** Returns the outcomes of ballots, and the votes that change. */
async function countAll(
  db: Db,
  { project: { id: projectId } }: ImportContext,
  ballots: (Ballot | HttpError)[],
): Promise<{ outcomes: Outcome[]; changes: Change[] }> {
  const valid = listValid(ballots);
  const stored = await store.findStoredVotes(db, projectId, valid.flatMap(listPlaces));
  const votes = new Map(
    stored.map((vote): [string, Change] => [toKey(vote.entry_id, vote.voter), { before: vote, after: vote }]),
  );
  const outcomes = new Map<Ballot, Outcome>();
  const counted = new Set<Change>();
  // Votes on a target itself come first: those on merged entries can stay at their own entry.
  for (const ballot of valid.toSorted((a, b) => Number(a.origin !== a.root) - Number(b.origin !== b.root))) {
    const own = findOwn(votes, ballot);
    const after = apply(ballot, own?.after);
    // The first vote of a batch on an entry counts.
    if (own && (counted.has(own) || isDeepStrictEqual(own.after, after))) outcomes.set(ballot, { outcome: 'unchanged' });
    else if (own) {
      own.after = after;
      outcomes.set(ballot, { outcome: 'updated' });
    } else {
      const isTaken = ballot.voters.some((voter) => votes.has(toKey(ballot.root, voter)));
      const entry_id = isTaken ? ballot.origin : ballot.root;
      const change = { before: undefined, after: { ...after, entry_id } };
      votes.set(toKey(entry_id, ballot.voter), change);
      counted.add(change);
      outcomes.set(ballot, { outcome: 'created' });
    }
    if (own) counted.add(own);
  }
  return {
    outcomes: ballots.map((ballot) => (isRefused(ballot) ? ballot : (outcomes.get(ballot) as Outcome))),
    changes: [...votes.values()].filter(({ before, after }) => before !== after),
  };
}

/** Returns the places where the vote of a ballot may be. Entries of a dry run that do not exist have none. */
const listPlaces = ({ row, origin, root, voters }: Ballot) =>
  origin === row.feedback_external_id && origin === root
    ? []
    : [...new Set([origin, root])].flatMap((entry_id) => voters.map((voter) => ({ entry_id, voter })));

function findOwn(votes: Map<string, Change>, { origin, root, voters }: Ballot): Change | undefined {
  const found = voters.flatMap((voter) => [votes.get(toKey(root, voter)), votes.get(toKey(origin, voter))]);
  return found.find((vote) => vote && (origin === root || vote.after.origin_id === origin));
}

/** Returns a vote with the fields of a record. */
function apply({ row, origin, voter }: Ballot, vote: store.StoredVote | undefined): store.StoredVote {
  return {
    entry_id: vote?.entry_id ?? origin,
    origin_id: vote?.origin_id ?? origin,
    voter: vote?.voter ?? voter,
    voter_name: row.name ?? vote?.voter_name ?? null,
    voter_email: row.email ?? vote?.voter_email ?? null,
    value: row.value ?? vote?.value ?? 1,
    created_at: parseTime(row.created_at) ?? vote?.created_at ?? new Date(),
  };
}

async function write(tx: Transaction, { project, importId, notify }: ImportContext, changes: Change[]): Promise<void> {
  const added = changes.filter(({ before }) => !before).map(({ after }) => ({ ...after, on_behalf_id: newId() }));
  await store.insertVotes(tx, project.id, added, importId);
  const updated = changes.filter(({ before }) => before);
  await store.updateVotes(
    tx,
    project.id,
    updated.map(({ after }) => after),
  );
  const toCounted = (vote: store.StoredVote | undefined, sign: 1 | -1): CountedVote[] =>
    vote ? [{ entry_id: vote.entry_id, value: vote.value, at: vote.created_at, sign }] : [];
  const listCounted = (some: Change[]) => some.flatMap(({ before, after }) => [...toCounted(before, -1), ...toCounted(after, 1)]);
  await countVotes(tx, project.id, listCounted(changes.filter(({ before }) => !before)), { isNoted: notify });
  await countVotes(tx, project.id, listCounted(updated), { isNoted: false });
}
