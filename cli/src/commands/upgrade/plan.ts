import type { MigrationPlan } from '@earshot/server/instance/recovery/upgrade/plan';
import { paint } from '../../output.ts';
import { count, formatNumber, oneLine, pad } from '../../text.ts';

const MB = 1e6;

/** Renders a plan as lines: migrations, affected tables, ClickHouse, and the snapshot. */
export function renderPlan({ migrations, tables, changes_clickhouse, snapshot, untried }: MigrationPlan): string {
  if (!migrations.length && !changes_clickhouse)
    return changes_clickhouse === null
      ? 'No migrations pending. The tables of the ClickHouse server are compared when Earshot starts.'
      : 'No changes: the schema is up to date.';
  const lines = [`${count(migrations.length, 'migration')} pending`];
  for (const { name, description, duration_ms } of migrations) {
    const duration = duration_ms === null ? '' : ` ${paint('dim', `(${formatNumber(duration_ms)} ms on a copy)`)}`;
    lines.push(`  ${name}${duration}`, `    ${oneLine(description)}`);
  }
  if (tables.length) lines.push('', 'Affected tables, largest first:');
  const width = Math.max(...tables.map(({ name }) => name.length));
  for (const { name, rows, bytes } of tables)
    lines.push(`  ${pad(name, width)}  ${formatMegabytes(bytes)}, about ${count(rows, 'row')}`);
  lines.push('');
  if (changes_clickhouse === true) lines.push('ClickHouse tables are changed when Earshot starts.');
  if (changes_clickhouse === null) lines.push('The tables of the ClickHouse server are compared when Earshot starts.');
  lines.push(
    snapshot
      ? `The snapshot copies ${formatMegabytes(snapshot.copied_bytes)}; ${formatMegabytes(snapshot.free_bytes)} are free.`
      : 'No snapshot is created: make a backup first.',
  );
  if (untried) lines.push(`The migrations were not tried on a copy. ${oneLine(untried)}`);
  return lines.join('\n');
}

const formatMegabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / MB))} MB`;
