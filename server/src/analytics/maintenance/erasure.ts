import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import { deletionTarget } from '../../clickhouse/schema.ts';
import { HttpError } from '../../http/errors.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../postgres/database.ts';
import { removeEventCounts } from '../../event-log/event-counts-store.ts';
import { type ExportPage, type Person, spellingsOf } from '../../postgres/person.ts';
import { findRetentions } from './retention-store.ts';
import { firstSeqOf } from '../sessions/batch.ts';
import { ORIGIN_FIELDS } from '../event.ts';
import type { Forwarder } from '../../event-log/forwarder.ts';
import { lockBatches, NeverQuiet, skipBatch, whileQuiet } from '../../event-log/batches-store.ts';
import { insertVisits } from './repair.ts';
import { forgetDays, nextVersion, touchHours } from '../rollups/finalized-days-store.ts';
import { OF_BUILDS } from '../rollups/builder.ts';
import { identified } from '../ingest/visitors.ts';

const QUEUE = 'analytics.erase-project';
// For as long as ClickHouse is away: some days.
const RETRY = { limit: 200, delaySeconds: 30 };
const ATTEMPTS = 3;
const DAY_MS = 86_400_000;
/** The tables, with the time by which their rows grow old. */
const TIMES = { events: 'time', visits: 'start', rollups: 'day', settled_visits: 'day', searches: 'time' };
type Table = keyof typeof TIMES;
const TABLES = Object.keys(TIMES) as Table[];

export interface EraseDeps {
  db: Db;
  clickhouse: ClickHouse;
  forwarder: Pick<Forwarder, 'drain'>;
  cluster: string | undefined;
}

/** Deletes from tables, and makes sure that nothing is left. */
async function erase(
  { clickhouse, cluster }: Pick<EraseDeps, 'clickhouse' | 'cluster'>,
  tables: readonly Table[],
  where: string,
): Promise<void> {
  for (const table of tables) {
    const count = () => countIn(clickhouse, table, where);
    // Rollups may be built meanwhile.
    for (let left = await count(), attempt = 1; left > 0; left = await count(), attempt++) {
      if (attempt > ATTEMPTS)
        throw new HttpError('people.erasure_interrupted', {
          message: 'Rollups of the affected days are being built; try again in a few seconds',
        });
      await clickhouse.command(`DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where}`);
    }
  }
}

/** Deletes what is in a table now. Without such a row, ClickHouse would still look at every part. */
async function deleteOnce(
  { clickhouse, cluster }: Pick<EraseDeps, 'clickhouse' | 'cluster'>,
  table: Table,
  where: string,
): Promise<void> {
  if (await countIn(clickhouse, table, where))
    await clickhouse.command(`DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where}`);
}

async function countIn(clickhouse: ClickHouse, table: Table, where: string): Promise<number> {
  const [row] = await clickhouse.query<{ count: number }>(`SELECT count() AS count FROM ${table} WHERE ${where}`);
  return row?.count ?? 0;
}

/** Texts of an event in which an address may stand. */
const EVENT_TEXTS = [
  'user_id',
  'name',
  'hostname',
  'path',
  'query',
  'title',
  'referrer',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  `arrayStringConcat(arrayConcat(mapKeys(properties), mapValues(properties)), '\\n')`,
];
/** A day on which clocks go back, and the hour in which an event is. */
const LONGEST_DAY_S = 26 * 3_600;
/** Ids of visits or searches in one condition. */
const IDS_AT_ONCE = 5_000;

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A condition of ClickHouse: one of the texts names one of the addresses, and not a longer one, by the rules of `mentions` in person.ts. */
function mentions(texts: string[], emails: string[]): string {
  const spellings = spellingsOf(emails).map(escapePattern).join('|');
  const pattern = String.raw`(?i)(?:^|[^\pL\pN._+'-]|%[\da-f]{2})[._+'-]*(?:${spellings})(?:$|[^\pL\pN_.-]|_+(?:$|[^\pL\pN_])|\.(?:$|[^\pL\pN]))`;
  return `match(concat(${texts.join(String.raw`, '\n', `)}), ${quote(pattern)})`;
}

/** The numbers by which analytics knows a person: of their user ids, and of addresses that were sent as user ids. */
const numbersOf = (projectId: string, { emails, userIds }: Person) =>
  [...emails, ...userIds].map((id) => BigInt(identified(projectId, id).person));

/** People or visits to erase, by their numbers. */
interface Erasure {
  column: 'person' | 'visit';
  values: bigint[];
  /** The last batch whose events are erased: later events arrived after the erasure began. */
  lastBatch: number;
}

/**
 * Erases a person: everything under their user ids, and each visit in which an event names an address of theirs, whoever's visit it
 * is. Searches that name it go, too. Events that arrive after the call are kept, so that they can't hold the erasure up. Returns the
 * number of events. It can be repeated after a failure at any point.
 */
export async function eraseEverywhere(deps: EraseDeps, projectId: string, person: Person): Promise<number> {
  const { clickhouse, forwarder } = deps;
  // Waiting events are moved to ClickHouse first.
  const lastBatch = await forwarder.drain(projectId);
  let events = 0;
  const numbers = numbersOf(projectId, person);
  if (numbers.length) events += await eraseRows(deps, projectId, { column: 'person', values: numbers, lastBatch });
  if (!person.emails.length) return events;
  const rows = await clickhouse.query<{ visit: string }>(
    `SELECT DISTINCT toString(visit) AS visit FROM events
    WHERE project_id = '${projectId}' AND ${arrivedUntil(lastBatch)} AND ${mentions(EVENT_TEXTS, person.emails)}`,
  );
  for (let n = 0; n < rows.length; n += IDS_AT_ONCE)
    events += await eraseRows(deps, projectId, {
      column: 'visit',
      values: rows.slice(n, n + IDS_AT_ONCE).map(({ visit }) => BigInt(visit)),
      lastBatch,
    });
  // Deletions name rows by id, because ClickHouse keeps the text of a deletion (system.mutations, and a file in the folder of the table).
  const searches = await clickhouse.query<{ id: string }>(
    `SELECT DISTINCT toString(query_id) AS id FROM searches WHERE project_id = '${projectId}' AND ${mentions(['query'], person.emails)}`,
  );
  for (let n = 0; n < searches.length; n += IDS_AT_ONCE) {
    const ids = searches.slice(n, n + IDS_AT_ONCE).map(({ id }) => `'${id}'`);
    await deleteOnce(deps, 'searches', `project_id = '${projectId}' AND query_id IN (${ids.join(', ')})`);
  }
  return events;
}

/**
 * Erases all events of a person that arrived before the call, by the product's own id of the person or by the number that an export
 * shows. Returns the number of events.
 */
export async function erasePerson(
  deps: EraseDeps,
  projectId: string,
  who: { userId?: string; visitor?: string },
): Promise<number> {
  const person = who.userId === undefined ? BigInt(who.visitor ?? 0) : BigInt(identified(projectId, who.userId).person);
  const lastBatch = await deps.forwarder.drain(projectId);
  return await eraseRows(deps, projectId, { column: 'person', values: [person], lastBatch });
}

const arrivedUntil = (batch: number) => `seq < ${firstSeqOf(batch + 1)}`;

/** Erases people or visits, with everything that was summed up of them. Returns the number of events. */
async function eraseRows(deps: EraseDeps, projectId: string, erasure: Erasure): Promise<number> {
  const { db, clickhouse } = deps;
  const { column, values, lastBatch } = erasure;
  const whereOf = (name: string) => `project_id = '${projectId}' AND ${name} IN (${values.join(', ')})`;
  const [ofEvents, ofVisits] = [whereOf(column), whereOf(column === 'visit' ? 'id' : column)];
  const erased = `${ofEvents} AND ${arrivedUntil(lastBatch)}`;
  const events = await countIn(clickhouse, 'events', erased);
  const rows = await clickhouse.query<{ hour: number }>(
    `SELECT DISTINCT toUnixTimestamp(toStartOfHour(time)) AS hour FROM events WHERE ${erased}`,
  );
  const hours = rows.map(({ hour }) => ({ project_id: projectId, hour: new Date(hour * 1_000) }));
  const touch = () =>
    transact(db, async (tx) => {
      await lockBatches(tx);
      return await touchHours(tx, hours, null);
    });
  // Before, so that it can be done again after a failure; and after, since a day may have been summed up meanwhile.
  const builds = await touch();
  await deleteOnce(deps, 'visits', `${ofVisits} AND version <= ${lastBatch}`);
  if (column === 'person') {
    await erase(deps, ['settled_visits'], ofEvents);
    // For an erasure by visits, events are deleted last: a repeated erasure finds the visits by their events.
    await deleteOnce(deps, 'events', erased);
  }
  await eraseRest(deps, { ofEvents, ofVisits, erased });
  const version = await nextVersion(db);
  builds.push(...(await touch()));
  // Rows of builds that count no longer, or never did, stay until their day is summed up again: the erased must not be in them.
  if (rows.length)
    await erase(
      deps,
      OF_BUILDS,
      `project_id = '${projectId}' AND toUInt64(build) < ${version}
        AND arrayExists(hour -> toUnixTimestamp(day) <= hour AND toUnixTimestamp(day) > hour - ${LONGEST_DAY_S}, [${rows.map(({ hour }) => hour).join(', ')}])`,
    );
  if (builds.length)
    await erase(
      deps,
      OF_BUILDS,
      `project_id = '${projectId}' AND build IN (${builds.map(({ build }) => `'${build}'`).join(', ')})`,
    );
  return events;
}

/**
 * Erases what batches wrote meanwhile of the erased events, while none is being written: later events may have prolonged a visit that was
 * read before it was deleted. Visits that have later events are built again from these alone.
 */
async function eraseRest(
  { db, clickhouse, cluster }: EraseDeps,
  { ofEvents, ofVisits, erased }: Record<'ofEvents' | 'ofVisits' | 'erased', string>,
): Promise<void> {
  await whileQuiet(db, async (tx) => {
    // A batch that is being made has read what is erased now.
    const version = await skipBatch(tx);
    // Deletes month by month: otherwise ClickHouse rewrites every part of the table, and events of all projects wait.
    const deleteByMonth = async (table: 'events' | 'visits', where: string) => {
      const months = await clickhouse.query<{ month: number }>(
        `SELECT DISTINCT toYYYYMM(${TIMES[table]}) AS month FROM ${table} WHERE ${where}`,
      );
      for (const { month } of months)
        await clickhouse.command(`DELETE FROM ${deletionTarget(table, cluster)} IN PARTITION ${month} WHERE ${where}`);
      return months.length > 0;
    };
    const hasVisits = await deleteByMonth('visits', ofVisits);
    if (hasVisits) await insertVisits(clickhouse, { version, events: `${ofEvents} AND NOT (${erased})` });
    await deleteByMonth('events', erased);
  }).catch((error: Error) => {
    if (error instanceof NeverQuiet) throw new HttpError('people.erasure_interrupted');
    throw error;
  });
}

/** A page of a person's events, in order of time. */
export async function findPersonEvents(
  clickhouse: ClickHouse,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<object[]> {
  const numbers = numbersOf(projectId, person);
  const conditions = [
    ...(numbers.length ? [`person IN (${numbers.join(', ')})`] : []),
    ...(person.emails.length ? [mentions(EVENT_TEXTS, person.emails)] : []),
  ];
  return await clickhouse.query<object>(
    `SELECT concat(replaceOne(toString(events.time), ' ', 'T'), 'Z') AS time, toString(id) AS event_id, name, toString(person) AS visitor,
      toString(visit) AS visit, path AS page, query, title, properties, ${ORIGIN_FIELDS.join(', ')}
    FROM events WHERE project_id = '${projectId}' AND (${conditions.join(' OR ')})
    ORDER BY events.time, seq LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** Erases the events of deleted projects, and those that are older than their project keeps. Before the queue starts. */
export function createErasing(jobs: JobQueue, deps: EraseDeps) {
  jobs.define<{ project_id: string }>(QUEUE, RETRY, async ({ project_id }) => {
    await deps.forwarder.drain(project_id);
    await erase(deps, TABLES, `project_id = '${project_id}'`);
  });
  jobs.schedule('analytics.retention', '41 3 * * *', () => eraseOld(deps));
  return {
    /** Within the transaction that deletes the project. */
    eraseProject: (tx: Transaction, projectId: string) => jobs.send(tx, QUEUE, [{ project_id: projectId }]),
  };
}

/** What is older than its project keeps events. Figures of that time go with them. */
export async function eraseOld({ db, clickhouse, cluster }: Omit<EraseDeps, 'forwarder'>, now = Date.now()): Promise<void> {
  for (const { project_id, retention_days } of await findRetentions(db)) {
    const before = new Date(now - retention_days * DAY_MS).toISOString().slice(0, 10);
    await forgetDays(db, project_id, new Date(before));
    await removeEventCounts(db, project_id, before);
    for (const [table, time] of Object.entries(TIMES))
      await clickhouse.command(
        `DELETE FROM ${deletionTarget(table as Table, cluster)} WHERE project_id = '${project_id}' AND ${time} < '${before} 00:00:00'`,
      );
    // Late events that were counted and deleted meanwhile.
    await removeEventCounts(db, project_id, before);
  }
}
