import type { WaitlistRecord as Schema } from '@earshot/contract/services/waitlist/imports';
import { STATUSES, type WaitlistStatus } from '@earshot/contract/services/waitlist/values';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { toMailbox } from '../../../instance/mail/mailbox.ts';
import type { Project } from '../../../instance/projects/store.ts';
import {
  changeRow,
  createDuplicateCheck,
  type Decision,
  findRefusal,
  parseTime,
  toNull,
} from '../../../instance/imports/decisions.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { checkMetadata } from '../../../platform/api/validation.ts';
import { newId, NIL_ID } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { newCode } from '../joining.ts';
import { changeAnswers } from '../questions.ts';
import { isCounted } from '../referrals/referrals.ts';
import type { Entry } from '../store.ts';
import { countReferred, findNamed, type NamedEntry } from './store.ts';

export type WaitlistRecord = Static<typeof Schema>;

/** Returns the texts by which other records name a record as their referrer. */
export const listNames = ({ external_id: externalId, referral_code: code, email }: WaitlistRecord): string[] =>
  [externalId, code?.toLowerCase(), toMailboxKey(email)].filter((name) => name !== undefined);

/** A record with the entry that it belongs to. */
interface Target {
  record: WaitlistRecord;
  id: string;
  from: NamedEntry | null;
  /** Whether the entry came from the same system, so that the record replaces its fields. Otherwise the person joined in another way. */
  isOwn: boolean;
}

/** Entries by their names. */
interface Directory {
  byExternalId: Map<string, { id: string; email: string }>;
  byCode: Map<string, { id: string; email: string }>;
  byMailbox: Map<string, { id: string; email: string }>;
}

/**
 * Decides what records do. Call it while the line is locked, or for a plan.
 * @param upcoming names of entries that do not exist yet, and will when the records are stored
 */
export async function decide(
  db: Db,
  project: Project,
  records: WaitlistRecord[],
  upcoming: ReadonlySet<string> = new Set(),
): Promise<(Decision<Entry> | HttpError)[]> {
  const referrers = records.flatMap(({ referred_by: referrer }) => referrer ?? []);
  const stored = await findNamed(db, project.id, {
    external_ids: [...records.flatMap(({ external_id: id }) => id ?? []), ...referrers],
    codes: [...records.flatMap(({ referral_code: code }) => code ?? []), ...referrers].map((code) => code.toLowerCase()),
    mailbox_keys: [...records.map(({ email }) => email), ...referrers].map(toMailboxKey),
  });
  const targets = findTargets(project, records, stored);
  const findReferrer = createReferrerSearch(targets, stored, upcoming);
  refuseUnknownReferrers(targets, findReferrer);
  const counted = await countReferred(
    db,
    project.id,
    targets.flatMap((target) =>
      isTarget(target) && target.from && target.record.referral_count !== undefined ? target.from.id : [],
    ),
  );
  const codes = new Set(stored.map(({ referral_code: code }) => code));
  return targets.map((target) => {
    if (!isTarget(target)) return target;
    const referrer = findReferrer(target.record)?.id ?? null;
    if (target.from)
      return {
        from: target.from,
        to: changeEntry(project, target.from, target, { referrer, counted: counted.get(target.id) ?? 0 }),
      };
    return { from: null, to: createEntry(project, target, { referrer, code: chooseCode(target.record, codes) }) };
  });
}

const isTarget = (target: Target | HttpError): target is Target => !(target instanceof HttpError);

function findTargets(project: Project, records: WaitlistRecord[], stored: NamedEntry[]): (Target | HttpError)[] {
  const byExternalId = new Map(stored.map((entry) => [entry.external_id, entry]));
  const byMailbox = new Map(stored.map((entry) => [entry.email_key, entry]));
  const findDuplicateId = createDuplicateCheck('external_id');
  const findDuplicateEmail = createDuplicateCheck('email');
  const findDuplicateEntry = createDuplicateCheck('email');
  return records.map((record) => {
    const own = record.external_id === undefined ? undefined : byExternalId.get(record.external_id);
    const holder = byMailbox.get(toMailboxKey(record.email));
    const from = own ?? holder ?? null;
    const refusal =
      findDuplicateId(record.external_id) ??
      findDuplicateEmail(toMailboxKey(record.email)) ??
      findDuplicateEntry(from?.id) ??
      (own && holder && own !== holder
        ? invalidField('email', 'taken', 'email belongs to another entry of the waitlist')
        : undefined) ??
      findInvalidField(project, record, own ?? null);
    return refusal ?? { record, id: from?.id ?? newId(), from, isOwn: own !== undefined };
  });
}

function findInvalidField(
  project: Project,
  { metadata = {}, answers = {}, invited_at: invited, created_at: created }: WaitlistRecord,
  from: Entry | null,
) {
  return findRefusal(() => {
    checkMetadata(metadata);
    changeAnswers(project, {}, answers);
    const start = parseTime(created) ?? from?.created_at;
    if (invited !== undefined && start && new Date(invited) < start)
      throw invalidField('invited_at', 'too_small', 'invited_at must not be before created_at');
  });
}

/** Returns a function that finds the referrer of a record: in the batch, where codes are those of the other system, or else on the list. */
function createReferrerSearch(targets: (Target | HttpError)[], stored: NamedEntry[], upcoming: ReadonlySet<string>) {
  const inBatch: Directory = { byExternalId: new Map(), byCode: new Map(), byMailbox: new Map() };
  for (const target of targets.filter(isTarget)) {
    const { external_id: externalId, referral_code: code, email } = target.record;
    const entry = { id: target.id, email };
    if (externalId !== undefined) inBatch.byExternalId.set(externalId, entry);
    if (code !== undefined && !inBatch.byCode.has(code.toLowerCase())) inBatch.byCode.set(code.toLowerCase(), entry);
    inBatch.byMailbox.set(toMailboxKey(email), entry);
  }
  const onList: Directory = {
    byExternalId: new Map(stored.map((entry) => [entry.external_id ?? '', entry])),
    byCode: new Map(stored.map((entry) => [entry.referral_code, entry])),
    byMailbox: new Map(stored.map((entry) => [entry.email_key, entry])),
  };
  return ({ referred_by: referrer, email }: WaitlistRecord): { id: string | null } | undefined => {
    // An empty text is no referrer.
    if (!referrer) return { id: null };
    const found = [inBatch, onList]
      .map(
        ({ byExternalId, byCode, byMailbox }) =>
          byExternalId.get(referrer) ?? byCode.get(referrer.toLowerCase()) ?? byMailbox.get(toMailboxKey(referrer)),
      )
      .find((entry) => entry !== undefined);
    // Nobody refers themselves, as in sign-ups.
    if (found) return { id: toMailbox(found.email) === toMailbox(email) ? null : found.id };
    return [referrer, referrer.toLowerCase(), toMailboxKey(referrer)].some((name) => upcoming.has(name))
      ? { id: NIL_ID }
      : undefined;
  };
}

/** Refuses records whose referrer is unknown or refused itself. */
function refuseUnknownReferrers(
  targets: (Target | HttpError)[],
  findReferrer: (record: WaitlistRecord) => { id: string | null } | undefined,
): void {
  const refused = new Set<string>();
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const [index, target] of targets.entries()) {
      if (!isTarget(target)) continue;
      const referrer = findReferrer(target.record);
      if (referrer && !refused.has(referrer.id ?? '')) continue;
      targets[index] = invalidField(
        'referred_by',
        'not_found',
        'referred_by must be the referral code, external id or address of an entry of this waitlist or batch',
      );
      // Entries that exist can be referrers.
      if (!target.from) refused.add(target.id);
      isStable = false;
    }
  }
}

/** Returns the code of a new entry: the given one unless it is taken, and marks it as taken. */
function chooseCode({ referral_code: given }: WaitlistRecord, taken: Set<string>): string {
  const code = given?.toLowerCase();
  const free = code === undefined || taken.has(code) ? newCode() : code;
  taken.add(free);
  return free;
}

const isConfirmedBy = (status: WaitlistStatus, confirmed: boolean) => confirmed || status === 'invited' || status === 'joined';

function createEntry(
  project: Project,
  { record, id }: Target,
  { referrer, code }: { referrer: string | null; code: string },
): Entry {
  const at = parseTime(record.created_at) ?? new Date();
  const status = record.status ?? 'waiting';
  const entry: Entry = {
    project_id: project.id,
    id,
    email: record.email,
    name: record.name || null,
    status,
    rank: null,
    notes: record.notes || null,
    referral_source: record.referral_source || null,
    referral_code: code,
    referred_by: referrer,
    boost: null,
    referral_count: record.referral_count ?? 0,
    metadata: record.metadata ?? {},
    answers: changeAnswers(project, {}, record.answers ?? {}),
    peak_referrals: 0,
    on_leaderboard: record.on_leaderboard ?? true,
    unsubscribed_at: parseTime(record.unsubscribed_at) ?? null,
    confirmed_at: isConfirmedBy(status, record.confirmed ?? true) ? at : null,
    invited_at: parseTime(record.invited_at) ?? (status === 'invited' ? at : null),
    created_at: at,
    updated_at: at,
    external_id: record.external_id ?? null,
    country: null,
    language: null,
  };
  return withBoost(entry);
}

/** A referral of an import is counted, and moves nobody: the line is in the order of the other system, with its own rewards. */
const withBoost = <T extends Entry>(entry: T): T => ({
  ...entry,
  boost: entry.referred_by && isCounted(entry) ? (entry.boost ?? 0) : null,
});

/** Returns the entry with the given fields of its own record; a record of another system fills empty fields only. */
function changeEntry(
  project: Project,
  from: NamedEntry,
  { record, isOwn }: Target,
  { referrer, counted }: { referrer: string | null; counted: number },
): NamedEntry {
  const now = new Date();
  const status = isOwn ? advance(from.status, record.status) : from.status;
  const isInvited = status === 'invited' && from.status !== 'invited';
  const added: Partial<NamedEntry> = {
    name: toNull(record.name),
    notes: toNull(record.notes),
    referral_source: toNull(record.referral_source),
    // A referrer is never replaced, because the referral is counted.
    referred_by: from.referred_by ?? referrer,
    metadata: record.metadata,
    answers: record.answers && changeAnswers(project, from.answers, record.answers),
    // A confirmation is never taken back.
    confirmed_at: from.confirmed_at ?? (isConfirmedBy(status, record.confirmed ?? false) ? now : null),
    invited_at: parseTime(record.invited_at) ?? (isInvited ? now : undefined),
    // A wish to receive nothing is never taken back.
    unsubscribed_at: from.unsubscribed_at ?? parseTime(record.unsubscribed_at),
  };
  const change: Partial<NamedEntry> = isOwn
    ? {
        ...added,
        email: record.email,
        status,
        on_leaderboard: record.on_leaderboard,
        created_at: parseTime(record.created_at),
        referral_count: record.referral_count === undefined ? undefined : record.referral_count + counted,
      }
    : Object.fromEntries(Object.entries(added).filter(([name]) => isEmpty(from[name as keyof NamedEntry])));
  const to = changeRow(from, change);
  return to === from ? from : { ...withBoost(to), email_key: from.email_key, updated_at: now };
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && isDeepStrictEqual(value, {}));

/** Returns the later status: a person who was invited here does not return to the line of the other system. */
const advance = (current: WaitlistStatus, given: WaitlistStatus = current): WaitlistStatus =>
  STATUSES.indexOf(given) > STATUSES.indexOf(current) ? given : current;
