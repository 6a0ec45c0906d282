import { HttpError, invalidField } from '../http/errors.ts';
import { checkMetadata } from '../http/validation.ts';
import { newId } from '../ids.ts';
import type { DomainEvents, NewEvent } from '../jobs/events.ts';
import { lexemesOf } from '../full-text/lexemes.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { createGroupCommit } from '../postgres/group-commit.ts';
import type { Project } from '../projects/store.ts';
import { randomLetters } from '../random.ts';
import { isDisposable } from './addresses.ts';
import { findPositions, type Line, lockLine, movePlaces, readLine, saveLine } from './line-store.ts';
import type { WaitlistMails } from './mails.ts';
import { entryForEvent } from './projections.ts';
import * as store from './store.ts';

export interface Deps {
  db: Db;
  events: DomainEvents;
  mails: WaitlistMails;
}

const CODE_LETTERS = 12;

export interface Signup {
  email: string;
  name?: string;
  referral_source?: string;
  referral_code?: string;
  metadata?: Record<string, unknown>;
}

export interface Place {
  entry: store.Entry;
  /** From 1; null for who is not in line. */
  position: number | null;
}

interface Joining {
  project: Project;
  signup: Signup;
}

/** In line: waiting, with a confirmed address. */
const isInLine = ({ status, place }: store.Entry) => status === 'waiting' && place !== null;
/** Counts for whoever referred them, and in the public count. */
const isCounted = ({ status, confirmed_at }: store.Entry) => confirmed_at !== null && status !== 'removed';
const kindOf = ({ status, confirmed_at }: store.Entry) => (status === 'waiting' && !confirmed_at ? 'unconfirmed' : status);

/** Returns the words by which an entry is found. */
export const lexemesFor = (projectId: string, { email, name }: { email: string; name: string | null }) =>
  lexemesOf(projectId, { text: `${name ?? ''} ${email}` });

/** The refusal of an address that is known. Whoever lives there is reminded after it, since the refusal ends the transaction it was met in. */
class KnownAddress extends HttpError {
  readonly remind: () => Promise<void>;

  constructor(remind: () => Promise<void>) {
    super('waitlist.email_taken');
    this.remind = remind;
  }
}

/** Runs what joins, in whatever transaction; when the address is known, the reminder follows it on a connection of its own. */
export async function remindKnown<T>(joining: () => Promise<T>): Promise<T> {
  try {
    return await joining();
  } catch (error) {
    if (error instanceof KnownAddress) await error.remind();
    throw error;
  }
}

export type Join = ReturnType<typeof createJoin>;

/** `join` of a database: who joins at the same time is committed together. */
export function createJoin({ db, events, mails }: Deps) {
  /** Adds those who are not there yet, at the end of the line; undefined for whose address is known. */
  const admit = async (tx: Transaction, projectId: string, joining: Joining[]): Promise<(Place | undefined)[]> => {
    const line = await lockLine(tx, projectId);
    const at = new Date();
    const codes = joining.flatMap(({ signup }) => (signup.referral_code ? [signup.referral_code.toLowerCase()] : []));
    const referrers = new Map((await store.findByCodes(tx, projectId, codes)).map((entry) => [entry.referral_code, entry]));
    const drafts = joining.map(({ project, signup }, index): store.NewEntry => {
      const { double_opt_in, referral_boost } = project.settings.waitlist;
      const referrer = referrers.get(signup.referral_code?.toLowerCase() ?? '');
      const referredBy = referrer && mailboxOf(referrer.email) !== mailboxOf(signup.email) ? referrer.id : null;
      const name = signup.name || null;
      return {
        id: newId(),
        number: line.last_number + index + 1,
        email: signup.email,
        name,
        place: double_opt_in ? null : line.last_place + index + 1,
        referral_source: signup.referral_source || null,
        referral_code: newCode(),
        referred_by: referredBy,
        boost: referredBy && !double_opt_in ? referral_boost : null,
        metadata: signup.metadata ?? {},
        lexemes: lexemesFor(projectId, { email: signup.email, name }),
        confirmed_at: double_opt_in ? null : at,
      };
    });
    const inserted = await store.insertEntries(tx, projectId, drafts, at);
    const entries = new Map(inserted.map((entry) => [entry.id, entry]));
    const results = drafts.map(({ id }): Place | undefined => {
      const entry = entries.get(id);
      if (!entry) return undefined;
      line[kindOf(entry)] += 1;
      return { entry, position: isInLine(entry) ? line.waiting : null };
    });
    line.last_number += drafts.length;
    line.last_place += drafts.length;
    const came = inserted.flatMap(({ place }) => (place === null ? [] : [place]));
    await saveLine(tx, projectId, line, { came, left: [] });

    const credited = results.flatMap((result) =>
      result?.entry.referred_by && result.entry.boost !== null ? [result.entry as store.Entry & { referred_by: string }] : [],
    );
    await store.addReferrals(
      tx,
      projectId,
      credited.map(({ referred_by }) => referred_by),
      1,
    );
    // Moves of one person that follow one another are one.
    let next = 0;
    for (const [index, { referred_by, boost }] of credited.entries()) {
      next += boost ?? 0;
      if (credited[index + 1]?.referred_by === referred_by) continue;
      await movePlaces(tx, projectId, referred_by, next);
      next = 0;
    }
    await events.record(
      tx,
      projectId,
      results.flatMap((result) => (result ? [eventOf('waitlist.joined', result.entry)] : [])),
    );
    return results;
  };
  const admitTogether = createGroupCommit<Joining, Place | undefined>((projectId, joining) =>
    transact(db, (tx) => admit(tx, projectId, joining)),
  );

  /** Adds someone to the line, in `tx` when that is a transaction; within `remindKnown`. @throws {HttpError} 409 when their address is known */
  return async (tx: Db, { project, signup }: Joining): Promise<Place> => {
    checkMetadata(signup.metadata ?? {});
    if (project.settings.waitlist.refuse_disposable && (await isDisposable(signup.email)))
      throw invalidField('email', 'not_allowed', 'email must not be a disposable address');
    const [place] = tx.isTransaction
      ? await admit(tx as Transaction, project.id, [{ project, signup }])
      : [await admitTogether(project.id, { project, signup })];
    if (place) return place;
    const remind = (on: Db) =>
      transact(on, async (own) => {
        const known = await store.findByEmail(own, project.id, signup.email);
        if (known) await mails.remind(own, project, known);
      });
    if (!project.settings.waitlist.private_signups) throw new KnownAddress(() => remind(db));
    await remind(tx);
    return pretend(tx, project, signup);
  };
}

/** What someone new would be answered, for whom nothing is written. */
export async function pretend(db: Db, project: Project, signup: Signup): Promise<Place> {
  const at = new Date();
  const { waiting } = await readLine(db, project.id);
  const { double_opt_in } = project.settings.waitlist;
  const entry: store.Entry = {
    project_id: project.id,
    id: newId(),
    email: signup.email,
    name: signup.name || null,
    status: 'waiting',
    place: null,
    notes: null,
    referral_source: null,
    referral_code: newCode(),
    referred_by: null,
    boost: null,
    referral_count: 0,
    metadata: {},
    confirmed_at: null,
    invited_at: null,
    created_at: at,
    updated_at: at,
  };
  return { entry, position: double_opt_in ? null : waiting + 1 };
}

const newCode = () => randomLetters(CODE_LETTERS);

const eventOf = (type: 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited', entry: store.Entry): NewEvent => ({
  type,
  data: { entry_id: entry.id },
  subject: entryForEvent(entry),
});

/** Runs work on a line that nobody else changes meanwhile, and writes back what it counted. */
async function onLine<T>(
  db: Db,
  projectId: string,
  work: (tx: Transaction, line: Line & { came: number[]; left: number[] }) => Promise<T>,
): Promise<T> {
  return await transact(db, async (tx) => {
    const line = { ...(await lockLine(tx, projectId)), came: [], left: [] };
    const result = await work(tx, line);
    await saveLine(tx, projectId, line, line);
    return result;
  });
}

type OpenLine = Parameters<Parameters<typeof onLine>[2]>[1];

function recount(line: OpenLine, from: store.Entry, to: store.Entry | null): void {
  line[kindOf(from)] -= 1;
  if (isInLine(from)) line.left.push(from.place as number);
  if (!to) return;
  line[kindOf(to)] += 1;
  if (isInLine(to)) line.came.push(to.place as number);
}

/** The places that an entry is worth to whoever referred it: as of when it began to count, null as long as it doesn't. */
const boostOf = ({ settings }: Project, entry: store.Entry) =>
  entry.referred_by && isCounted(entry) ? (entry.boost ?? settings.waitlist.referral_boost) : null;

/** Counts someone for whoever referred them, or no longer, once that is written. */
async function settleReferral(tx: Transaction, from: store.Entry, to: store.Entry | null): Promise<void> {
  const [before, after] = [from.boost, to?.boost ?? null];
  if (!from.referred_by || (before === null) === (after === null)) return;
  await store.addReferrals(tx, from.project_id, [from.referred_by], after === null ? -1 : 1);
  await movePlaces(tx, from.project_id, from.referred_by, after ?? -(before ?? 0));
}

async function change(tx: Transaction, line: OpenLine, project: Project, from: store.Entry, to: store.Entry): Promise<void> {
  // Whom the team takes out of the line by hand needs no confirmation any more.
  if (to.status === 'invited' || to.status === 'joined') to.confirmed_at ??= to.updated_at;
  const comesIn = to.status === 'waiting' && to.confirmed_at !== null && to.place === null;
  if (comesIn) to.place = line.last_place += 1;
  to.boost = boostOf(project, to);
  recount(line, from, to);
  await store.updateEntry(tx, to, lexemesFor(project.id, to));
  await settleReferral(tx, from, to);
  // What came by the code while the address was not confirmed.
  if (comesIn) await movePlaces(tx, project.id, to.id, await store.sumBoosts(tx, project.id, to.id));
}

/** Confirms an address; doing it again changes nothing. Undefined when the entry is no longer there. */
export async function confirm(
  { db, events }: Deps,
  { project, id }: { project: Project; id: string },
): Promise<store.Entry | undefined> {
  return await onLine(db, project.id, async (tx, line) => {
    const entry = await store.findEntry(tx, project.id, id);
    if (!entry || entry.confirmed_at) return entry;
    const at = new Date();
    const confirmed: store.Entry = { ...entry, confirmed_at: at, updated_at: at };
    await change(tx, line, project, entry, confirmed);
    await events.record(tx, project.id, [eventOf('waitlist.confirmed', confirmed)]);
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
  { project, id, fields }: { project: Project; id: string; fields: Partial<Pick<store.Entry, 'status' | 'name' | 'notes'>> },
): Promise<store.Entry> {
  return await onLine(db, project.id, async (tx, line) => {
    const entry = await getEntry(tx, project.id, id);
    const at = new Date();
    const changed: store.Entry = { ...entry, ...fields, updated_at: at };
    // As in joining: an empty text is none.
    changed.name ||= null;
    changed.notes ||= null;
    const isInvited = changed.status === 'invited' && entry.status !== 'invited';
    if (isInvited) changed.invited_at = at;
    await change(tx, line, project, entry, changed);
    if (isInvited) await events.record(tx, project.id, [eventOf('waitlist.invited', changed)]);
    return await getEntry(tx, project.id, id);
  });
}

/** Removes an entry and all that is known of it; false when it is not there. */
export const deleteEntry = (
  { db }: Pick<Deps, 'db'>,
  { project, id }: { project: Pick<Project, 'id'>; id: string },
): Promise<boolean> => deleteIf(db, { projectId: project.id, id }, () => true);

/** Removes an entry, unless its address was confirmed in the meantime. */
export const deleteUnconfirmed = ({ db }: Pick<Deps, 'db'>, entry: { projectId: string; id: string }): Promise<boolean> =>
  deleteIf(db, entry, ({ confirmed_at }) => confirmed_at === null);

async function deleteIf(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
  isMeant: (entry: store.Entry) => boolean,
): Promise<boolean> {
  return await onLine(db, projectId, async (tx, line) => {
    const entry = await store.findEntry(tx, projectId, id);
    if (!entry || !isMeant(entry)) return false;
    recount(line, entry, null);
    await store.deleteEntry(tx, projectId, id);
    await settleReferral(tx, entry, null);
    return true;
  });
}

/** Invites the first so many in line, or those of the given ones who are in it. Answers who was invited now. */
export async function invite(
  { db, events }: Deps,
  { project, count, ids }: { project: Project; count?: number; ids?: string[] },
): Promise<store.Entry[]> {
  return await onLine(db, project.id, async (tx, line) => {
    const entries = ids ? await store.findInLine(tx, project.id, ids) : await store.findNextInLine(tx, project.id, count ?? 0);
    const at = new Date();
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
      invited.map((entry) => eventOf('waitlist.invited', entry)),
    );
    return invited;
  });
}

/** Entries with their positions. */
export async function withPositions(db: Db, projectId: string, entries: store.Entry[]): Promise<Place[]> {
  const positions = await findPositions(
    db,
    projectId,
    entries.filter(isInLine).map(({ place }) => place as number),
  );
  return entries.map((entry) => ({ entry, position: isInLine(entry) ? (positions.get(entry.place as number) ?? null) : null }));
}

/**
 * Someone's own place, by their code. With private sign-ups, a code tells nothing before its address is confirmed: the code of someone
 * who only seemed to join is none at all.
 * @throws {HttpError} 404
 */
export async function findPlace(db: Db, { id, settings }: Project, code: string): Promise<Place> {
  const [entry] = await store.findByCodes(db, id, [code.toLowerCase()]);
  const isHidden = !entry || entry.status === 'removed' || (settings.waitlist.private_signups && !entry.confirmed_at);
  if (isHidden) throw new HttpError('waitlist.referral_code_not_found');
  const [place] = await withPositions(db, id, [entry]);
  return place as Place;
}
