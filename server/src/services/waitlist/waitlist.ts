import type { Language } from '@earshot/contract/shared/languages';
import { MAX_INVITED_ENTRIES } from '@earshot/contract/services/waitlist/values';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import type { SearchedTable } from '../../platform/text/reanalysis.ts';
import { HttpError } from '../../platform/api/errors.ts';
import type { DomainEvents, NewEvent } from '../../platform/jobs/events.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import type { Project } from '../../instance/projects/store.ts';
import { findPositions, type Line, lockLine, moveInLine, saveLine } from './line-store.ts';
import { entryForEvent } from './projections.ts';
import { type AnswerChanges, changeAnswers } from './questions.ts';
import { computeBoost, updateReferralCredits } from './referrals/referrals.ts';
import { recordRewards } from './referrals/reaching.ts';
import * as store from './store.ts';

export interface Deps {
  db: Db;
  events: DomainEvents;
}

/** Entries in line are waiting and confirmed. */
export const isInLine = ({ status, rank }: store.Entry) => status === 'waiting' && rank !== null;

/** Returns the counter of the line that an entry belongs to. */
export const countStatus = ({ status, confirmed_at }: store.Entry) =>
  status === 'waiting' && !confirmed_at ? 'unconfirmed' : status;

/** Texts of entries that searches find. */
export const SEARCHED_ENTRIES = {
  table: 'waitlist_entries',
  columns: ['email', 'name'],
  toText: ({ email, name }: Pick<store.Entry, 'email' | 'name'>) => ({ text: `${name ?? ''} ${email}` }),
} satisfies SearchedTable<Pick<store.Entry, 'email' | 'name'>>;

/** Returns the search lexemes of an entry. */
export const lexemesFor = (projectId: string, entry: Pick<store.Entry, 'email' | 'name'>) =>
  buildLexemes(projectId, SEARCHED_ENTRIES.toText(entry));

export const buildEvent = (type: 'waitlist.confirmed' | 'waitlist.invited', project: Project, entry: store.Entry): NewEvent => ({
  type,
  data: { entry_id: entry.id },
  subject: entryForEvent(project, entry),
});

/** Returns the event of a new entry. A person who signed up elsewhere a while ago gets no mail. */
export const buildJoined = (
  project: Project,
  entry: store.Entry,
  { isPast = false, language }: { isPast?: boolean; language?: Language | undefined } = {},
): NewEvent => ({
  type: 'waitlist.joined',
  data: { entry_id: entry.id, is_past: isPast, language },
  subject: entryForEvent(project, entry),
});

/** A locked line, with the ranks that joined and left it. */
export type OpenLine = Line & { joined_ranks: number[]; left_ranks: number[] };

/** Runs `work` while the line is locked, and saves its counts afterwards. */
export async function withLockedLine<T>(
  db: Db,
  projectId: string,
  work: (tx: Transaction, line: OpenLine) => Promise<T>,
): Promise<T> {
  return await transact(db, async (tx) => {
    const line: OpenLine = { ...(await lockLine(tx, projectId)), joined_ranks: [], left_ranks: [] };
    const result = await work(tx, line);
    await saveLine(tx, projectId, line, { joined: line.joined_ranks, left: line.left_ranks });
    return result;
  });
}

/** Updates the counts of the line for an added (`from` null), changed or deleted (`to` null) entry. */
export function recount(line: OpenLine, from: store.Entry | null, to: store.Entry | null): void {
  if (from) line[countStatus(from)] -= 1;
  if (from && isInLine(from)) line.left_ranks.push(from.rank as number);
  if (!to) return;
  line[countStatus(to)] += 1;
  if (isInLine(to)) line.joined_ranks.push(to.rank as number);
}

async function saveChange(
  tx: Transaction,
  events: DomainEvents,
  line: OpenLine,
  { project, from, to }: { project: Project; from: store.Entry; to: store.Entry },
): Promise<void> {
  // Entries that the team invites or marks as joined need no confirmation.
  if (to.status === 'invited' || to.status === 'joined') to.confirmed_at ??= to.updated_at;
  const entersLine = to.status === 'waiting' && to.confirmed_at !== null && to.rank === null;
  if (entersLine) to.rank = line.last_rank += 1;
  to.boost = computeBoost(project, to);
  recount(line, from, to);
  await store.updateEntry(tx, to, lexemesFor(project.id, to));
  const referrers = await updateReferralCredits(tx, project.id, [{ from, to }]);
  // Referrals may have been credited before the entry was confirmed.
  if (entersLine) await moveInLine(tx, project.id, to.id, await store.sumBoosts(tx, project.id, to.id));
  // Referrals of the entry itself count for rewards from its confirmation on.
  const isConfirmed = !from.confirmed_at && to.confirmed_at !== null && to.referral_count > 0;
  await recordRewards(tx, events, { project, ids: [...referrers, ...(isConfirmed ? [to.id] : [])] });
}

/** Confirms an address. An unknown language stays unknown. Idempotent. Returns undefined when the entry does not exist. */
export async function confirm(
  { db, events }: Deps,
  { project, id, language }: { project: Project; id: string; language: Language },
): Promise<store.Entry | undefined> {
  return await withLockedLine(db, project.id, async (tx, line) => {
    const entry = await store.findEntry(tx, project.id, id);
    if (!entry || entry.confirmed_at) return entry;
    const at = new Date();
    const confirmed: store.Entry = { ...entry, language: entry.language && language, confirmed_at: at, updated_at: at };
    await saveChange(tx, events, line, { project, from: entry, to: confirmed });
    await events.record(tx, project.id, [
      { type: 'waitlist.confirmed', data: { entry_id: id, language }, subject: entryForEvent(project, confirmed) },
    ]);
    return confirmed;
  });
}

/** @throws {HttpError} 404 */
export async function getEntry(db: Db, projectId: string, id: string): Promise<store.Entry> {
  const entry = await store.findEntry(db, projectId, id);
  if (!entry) throw new HttpError('waitlist.not_found');
  return entry;
}

export async function updateEntry(
  { db, events }: Deps,
  {
    project,
    id,
    fields,
  }: {
    project: Project;
    id: string;
    fields: Partial<Pick<store.Entry, 'status' | 'name' | 'notes' | 'on_leaderboard'>> & { answers?: AnswerChanges };
  },
): Promise<store.Entry> {
  const at = new Date();
  return await withLockedLine(db, project.id, async (tx, line) => {
    const entry = await getEntry(tx, project.id, id);
    const { answers = {}, ...others } = fields;
    const changed: store.Entry = { ...entry, ...others, answers: changeAnswers(project, entry.answers, answers), updated_at: at };
    // Empty texts are stored as null, as in joining.
    changed.name ||= null;
    changed.notes ||= null;
    const isInvited = changed.status === 'invited' && entry.status !== 'invited';
    if (isInvited) changed.invited_at = at;
    await saveChange(tx, events, line, { project, from: entry, to: changed });
    if (isInvited) await events.record(tx, project.id, [buildEvent('waitlist.invited', project, changed)]);
    return await getEntry(tx, project.id, id);
  });
}

/** Deletes an entry with all its data. Returns false when the entry does not exist. */
export const deleteEntry = (
  { db }: Pick<Deps, 'db'>,
  { project, id }: { project: Pick<Project, 'id'>; id: string },
): Promise<boolean> => deleteIf(db, { projectId: project.id, id }, () => true);

/** Deletes an entry unless its address was confirmed. Returns whether it was deleted. */
export const deleteUnconfirmed = ({ db }: Pick<Deps, 'db'>, entry: { projectId: string; id: string }): Promise<boolean> =>
  deleteIf(db, entry, ({ confirmed_at }) => confirmed_at === null);

async function deleteIf(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
  matches: (entry: store.Entry) => boolean,
): Promise<boolean> {
  return await withLockedLine(db, projectId, async (tx, line) => {
    const entry = await store.findEntry(tx, projectId, id);
    if (!entry || !matches(entry)) return false;
    recount(line, entry, null);
    await store.deleteEntries(tx, projectId, [id]);
    await updateReferralCredits(tx, projectId, [{ from: entry, to: null }]);
    return true;
  });
}

/** Invites the given entries that are in line, or the first `count` of those in line that match the filter. Returns the newly invited entries. */
export async function invite(
  { db, events }: Deps,
  { project, ids, ...next }: { project: Project; ids?: string[]; count?: number } & Omit<store.Filter, 'ids' | 'status'>,
): Promise<store.Entry[]> {
  const at = new Date();
  return await withLockedLine(db, project.id, async (tx, line) => {
    const { count = MAX_INVITED_ENTRIES, ...filter } = next;
    const entries = ids
      ? await store.findInLine(tx, project.id, ids)
      : await store.findNextInLine(tx, project.id, { count, ...filter });
    const invited = entries.map((entry): store.Entry => ({ ...entry, status: 'invited', invited_at: at, updated_at: at }));
    for (const [index, entry] of entries.entries()) recount(line, entry, invited[index] ?? null);
    await store.setInvited(
      tx,
      project.id,
      invited.map(({ id }) => id),
      at,
    );
    await events.record(
      tx,
      project.id,
      invited.map((entry) => buildEvent('waitlist.invited', project, entry)),
    );
    return invited;
  });
}

/** Returns the entries with their positions in line. */
export async function attachPositions(db: Db, projectId: string, entries: store.Entry[]): Promise<store.RankedEntry[]> {
  const positions = await findPositions(
    db,
    projectId,
    entries.filter(isInLine).map(({ rank }) => rank as number),
  );
  return entries.map((entry) => ({ entry, position: isInLine(entry) ? (positions.get(entry.rank as number) ?? null) : null }));
}

/**
 * Returns the entry with a referral code. With `private_signups`, the code of an unconfirmed entry is treated as unknown, like the code
 * of a simulated sign-up.
 * @throws {HttpError} 404
 */
export async function getByReferralCode(db: Db, { id, settings }: Project, code: string): Promise<store.RankedEntry> {
  const [entry] = await store.findByCodes(db, id, [code.toLowerCase()]);
  const isHidden = !entry || entry.status === 'removed' || (settings.waitlist.private_signups && !entry.confirmed_at);
  if (isHidden) throw new HttpError('waitlist.referral_code_not_found');
  const [ranked] = await attachPositions(db, id, [entry]);
  return ranked as store.RankedEntry;
}
