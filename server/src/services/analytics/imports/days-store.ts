import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { joinAnd, raw, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { countRows, deleteRows, type DeletionDeps, hasId, inProject } from '../maintenance/erasure-store.ts';
import { COUNTS, type Counts, type ImportedDimension, onDays } from '../query/imported-days-store.ts';

/** A row of `imported_days`, whose day is a date such as `2025-01-31`. */
export interface ImportedRow extends Counts {
  id: string;
  import_id: string;
  dimension: ImportedDimension;
  day: string;
  value: string;
}

const inImport = (importId: string): Sql => sql`import_id = ${typed(importId, 'UUID')}`;

/** Returns the stored rows with these ids, whose days are known. */
export async function findRows(
  clickhouse: ClickHouse,
  projectId: string,
  rows: Pick<ImportedRow, 'id' | 'day'>[],
): Promise<ImportedRow[]> {
  const days = rows.map(({ day }) => Date.parse(day));
  return await clickhouse.query<ImportedRow>(
    sql`SELECT toString(id) AS id, toString(import_id) AS import_id, dimension, toString(toDate(days.day)) AS day, value, ${raw(COUNTS.join(', '))}
    FROM imported_days AS days WHERE ${onDays(projectId, { from: Math.min(...days), to: Math.max(...days) + 1 })}
      AND days.${hasId(
        'id',
        rows.map(({ id }) => id),
      )}`,
  );
}

export async function insertRows(clickhouse: ClickHouse, projectId: string, rows: ImportedRow[]): Promise<void> {
  const lines = rows.map(({ day, ...row }) => JSON.stringify({ project_id: projectId, day: `${day} 00:00:00.000`, ...row }));
  await clickhouse.insert('imported_days', lines.join('\n'), `imported_days:${newId()}`);
}

export const deleteByIds = (deps: DeletionDeps, projectId: string, ids: string[]): Promise<void> =>
  deleteRows(deps, 'imported_days', joinAnd([inProject(projectId), hasId('id', ids)]));

/** Deletes the rows of an import. Returns their number. */
export async function deleteByImport(deps: DeletionDeps, projectId: string, importId: string): Promise<number> {
  const where = joinAnd([inProject(projectId), inImport(importId)]);
  const count = await countRows(deps.clickhouse, 'imported_days', where);
  if (count) await deleteRows(deps, 'imported_days', where);
  return count;
}
