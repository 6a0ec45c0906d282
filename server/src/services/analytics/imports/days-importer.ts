import { DailyTotalsRecord } from '@earshot/contract/services/analytics/imports';
import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import type { ImportContext, Importer, Outcome } from '../../../instance/imports/importer.ts';
import { lockProject } from '../../../instance/projects/store.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { normalizePagePath } from '../ingest/urls.ts';
import type { DeletionDeps } from '../maintenance/erasure-store.ts';
import { getDimension } from '../query/filters.ts';
import { findFirstOwnDay, toDate } from '../query/imported-days.ts';
import { COUNTS } from '../query/imported-days-store.ts';
import { deleteByIds, deleteByImport, findRows, type ImportedRow, insertRows } from './days-store.ts';

const EARLIEST_DAY = '1990-01-01';

type Decision = { outcome: 'created' | 'updated' | 'unchanged'; row: ImportedRow } | HttpError;

/** Imports totals of days from another product. */
export function createDailyTotalsImporter(deps: DeletionDeps): Importer<DailyTotalsRecord> {
  return {
    collection: 'daily_totals',
    schema: DailyTotalsRecord,
    listNames: (record) => listNames(toRow(record, '')),
    plan: async (db, context, records, upcoming) => (await decide(deps, db, context, { records, upcoming })).map(toOutcome),
    save: async (tx, context, records) => {
      const { id } = context.project;
      // Two imports could store a row twice.
      await lockProject(tx, id);
      const decisions = await decide(deps, tx, context, { records });
      const changes = decisions.flatMap((decision) => (decision instanceof HttpError ? [] : decision));
      const updated = changes.filter(({ outcome }) => outcome === 'updated').map(({ row }) => row.id);
      if (updated.length) await deleteByIds(deps, id, updated);
      const stored = changes.filter(({ outcome }) => outcome !== 'unchanged').map(({ row }) => row);
      await insertRows(deps.clickhouse, id, stored);
      return decisions.map(toOutcome);
    },
    undo: async (_tx, projectId, importId) => await deleteByImport(deps, projectId, importId),
  };
}

const toOutcome = (decision: Decision): Outcome => (decision instanceof HttpError ? decision : { outcome: decision.outcome });

const haveEqualCounts = (one: ImportedRow, other: ImportedRow) => COUNTS.every((name) => one[name] === other[name]);

/** Returns the id of a row, and the id with its counts: later rows of the import with this id must have the same counts. */
const listNames = (row: ImportedRow): string[] => [row.id, `${row.id} ${COUNTS.map((name) => row[name]).join(' ')}`];

/** Returns the row of a record. Its id depends on what it counts, so that a repeated import finds it. */
function toRow(record: DailyTotalsRecord, importId: string): ImportedRow {
  const { day, dimension, detail = '' } = record;
  const value = normalizeValue(record);
  const hash = createHash('sha256')
    .update(JSON.stringify([day, dimension, value, detail]))
    .digest('hex');
  return {
    id: hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5'),
    import_id: importId,
    dimension,
    day,
    value,
    people: record.visitors ?? 0,
    visits: record.visits ?? 0,
    page_views: record.page_views ?? 0,
    events: record.events ?? 0,
    bounces: record.bounces ?? 0,
    duration_ms: (record.duration_seconds ?? 0) * 1_000,
    exits: record.exits ?? 0,
  };
}

/** Returns the value in the form in which values of own events are stored. */
function normalizeValue({ dimension, value = '' }: DailyTotalsRecord): string {
  if (dimension === 'total') return '';
  return getDimension(dimension, 'dimension').format === 'path' ? normalizePagePath(value) : value;
}

/** Decides what records do. `upcoming` has the names of rows that do not exist yet, and will when the records are stored. */
async function decide(
  { clickhouse }: DeletionDeps,
  db: Db,
  { project, importId }: ImportContext,
  { records, upcoming = new Set() }: { records: DailyTotalsRecord[]; upcoming?: ReadonlySet<string> },
): Promise<Decision[]> {
  const rows = records.map((record) => toRow(record, importId ?? ''));
  const stored = new Map((await findRows(clickhouse, project.id, rows)).map((row) => [row.id, row]));
  const findWrongDay = await createDayCheck(db, project);
  const inBatch = new Map<string, ImportedRow>();
  return rows.map((row): Decision => {
    const wrongDay = findWrongDay(row.day);
    if (wrongDay) return wrongDay;
    const [id, counted] = listNames(row) as [string, string];
    const from = stored.get(id);
    const earlier = inBatch.get(id) ?? (from?.import_id === importId ? from : undefined);
    if (earlier ? !haveEqualCounts(earlier, row) : upcoming.has(id) && !upcoming.has(counted))
      return invalidField('value', 'duplicate', 'Other numbers are already given for this day and value by an earlier record');
    inBatch.set(id, row);
    if (earlier || upcoming.has(id) || (from && haveEqualCounts(from, row))) return { outcome: 'unchanged', row };
    // A row that is only updated is not removed with the import.
    return from ? { outcome: 'updated', row: { ...row, import_id: from.import_id } } : { outcome: 'created', row };
  });
}

/**
 * Returns a function that refuses days that cannot be imported. Days with own events are complete without imported totals, and visitors of
 * both would be counted twice.
 */
async function createDayCheck(db: Db, { id, settings }: ImportContext['project']) {
  const { timezone, retention_days: retention } = settings.analytics;
  const today = Temporal.Now.plainDateISO(timezone);
  const firstOwn = await findFirstOwnDay(db, id, timezone);
  const own = firstOwn === undefined ? undefined : toDate(firstOwn);
  const kept = retention ? today.subtract({ days: retention }).toString() : EARLIEST_DAY;
  return (day: string): HttpError | undefined => {
    if (day < EARLIEST_DAY) return invalidField('day', 'too_small', 'day must not be before 1990');
    if (day > today.toString()) return invalidField('day', 'too_large', 'day must not be in the future');
    if (day < kept)
      return invalidField('day', 'too_small', `day must be at most ${retention} days ago, the retention period of the project`);
    return own !== undefined && day >= own
      ? invalidField('day', 'conflict', `day must be before ${own}, the day of the first event of the project`)
      : undefined;
  };
}
