import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { styleText } from 'node:util';
import { readVariable } from './config.ts';
import { UsageError } from './errors.ts';
import { FIELDS, type Resource } from './fields.ts';
import { formatAge, oneLine, pad, stringWidth, truncate } from './text.ts';

/** Options of commands that print data. */
export interface OutputOptions {
  /** Comma-separated fields, or true without a value. */
  json?: string | true;
  jq?: string;
}

export type Style = Parameters<typeof styleText>[0];

/** A column of a list. */
export interface Column<Row> {
  name: string;
  /** Text of the cell, unsanitized. */
  text: (row: Row) => string | number | boolean | null | undefined;
  style?: (row: Row) => Style | undefined;
  /** Times are relative on a terminal, ISO 8601 otherwise. */
  isTime?: boolean;
}

export const isTerminal = (): boolean => process.stdout.isTTY;

/** Styles text for standard output, unless it is piped or `NO_COLOR` is set. */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

/** Writes lines to standard output. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Writes a message to standard error on a terminal only, so that scripts receive data alone. */
export function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

/** Writes a warning to standard error, also for scripts, whose logs contain it. */
export function warn(text: string): void {
  process.stderr.write(`${styleText('yellow', 'Warning:', { stream: process.stderr })} ${text}\n`);
}

/** Prints a message about a completed change. Scripts receive `value` alone, usually the id. */
export function printDone(message: string, value: string): void {
  print(isTerminal() ? `${paint('green', '✓')} ${message}` : value);
}

/** Prints text with the pager of `EARSHOT_PAGER` or `PAGER` on a terminal. */
export async function printPaged(text: string): Promise<void> {
  const pager = process.env.EARSHOT_PAGER ?? process.env.PAGER ?? 'less';
  const isShort = text.split('\n').length < (process.stdout.rows || 24);
  if (!isTerminal() || isShort || !pager || pager === 'cat') return print(text);
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: { LESS: 'FRX', ...process.env } });
  // The pager ends before it has read everything when the user leaves it.
  child.stdin.on('error', () => {});
  child.stdin.end(text.endsWith('\n') ? text : `${text}\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  // No such program.
  if (code === 127) print(text);
}

/** Returns whether `--json` or `--jq` was given. */
export const wantsJson = ({ json, jq }: OutputOptions): boolean => json !== undefined || jq !== undefined;

/** Fields that `--json` can select: those of a resource of the API, or a list. */
export type Fields = Resource | readonly string[];

/**
 * Returns the fields of `--json`, or undefined for all fields. Records without a schema, such as events, have any fields.
 * @throws {UsageError} for unknown fields
 */
export function parseFields({ json }: OutputOptions, resource: Fields | undefined): string[] | undefined {
  if (typeof json !== 'string') return undefined;
  const fields = json.split(',').map((field) => field.trim());
  if (!resource) return fields;
  const known: readonly string[] = typeof resource === 'string' ? FIELDS[resource] : resource;
  const unknown = fields.filter((field) => !known.includes(field));
  if (unknown.length) throw new UsageError(`Unknown JSON field: ${unknown.join(', ')}\nAvailable fields: ${known.join(', ')}`);
  return fields;
}

/** Prints data as JSON when `--json` or `--jq` is given, otherwise calls `printText`. */
export async function printData(
  data: unknown,
  { resource, options, printText }: { resource?: Fields; options: OutputOptions; printText: () => void | Promise<void> },
): Promise<void> {
  if (!wantsJson(options)) return await printText();
  const fields = parseFields(options, resource);
  const select = (record: unknown) =>
    fields ? Object.fromEntries(fields.map((field) => [field, (record as Record<string, unknown>)[field] ?? null])) : record;
  await printJson(Array.isArray(data) ? data.map(select) : select(data), options.jq);
}

/** Prints a value as JSON, or the results of a jq program: strings as text, other values as JSON. */
export async function printJson(value: unknown, program?: string): Promise<void> {
  const format = (result: unknown) => JSON.stringify(result, null, isTerminal() ? 2 : undefined);
  if (program === undefined) return print(format(value));
  const { compile } = await import('@michaelhomer/jqjs');
  let results: unknown[];
  try {
    results = [...compile(program)(value)];
  } catch (error) {
    throw new UsageError(`jq: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (results.length) print(results.map((result) => (typeof result === 'string' ? result : format(result))).join('\n'));
}

/** Prints a list: a table on a terminal, tab-separated values without a head otherwise, or JSON. */
export async function printList<Row>(
  rows: Row[],
  { resource, options, columns, title }: { resource?: Fields; options: OutputOptions; columns: Column<Row>[]; title?: string },
): Promise<void> {
  await printData(rows, {
    resource,
    options,
    printText: async () => {
      if (!isTerminal()) {
        if (rows.length) print(rows.map((row) => columns.map((column) => oneLine(cell(column, row))).join('\t')).join('\n'));
        return;
      }
      await printPaged([...(title ? [title, ''] : []), ...(rows.length ? [renderTable(rows, columns)] : [])].join('\n'));
    },
  });
}

const cell = <Row>(column: Column<Row>, row: Row): string => String(column.text(row) ?? '');

/** Space between two columns. */
const GAP = 2;
/** Widths to which columns are shortened: before other columns are left out, and at all. */
const [GOOD_WIDTH, MIN_WIDTH] = [40, 8];

/**
 * Renders a table that fits the terminal. Ids are never shortened, because commands require them whole. The widest other columns are
 * shortened, and on a narrow terminal times and types are left out.
 */
function renderTable<Row>(rows: Row[], given: Column<Row>[]): string {
  const { columns, texts, widths } = fitColumns(rows, given, process.stdout.columns || 80);
  const renderLine = (cells: string[], styleOf: (index: number) => Style | undefined) =>
    cells
      .map((text, index) => {
        const shown = truncate(text, widths[index] ?? 0);
        const padding = index === cells.length - 1 ? '' : ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(shown)));
        const style = styleOf(index);
        return (style ? paint(style, shown) : shown) + padding;
      })
      .join(' '.repeat(GAP));
  return [
    renderLine(
      columns.map(({ name }) => name.toUpperCase()),
      () => 'dim',
    ),
    ...rows.map((row, line) => renderLine(texts[line] ?? [], (index) => columns[index]?.style?.(row))),
  ].join('\n');
}

function fitColumns<Row>(rows: Row[], columns: Column<Row>[], available: number) {
  const texts = rows.map((row) =>
    columns.map((column) => {
      const text = cell(column, row);
      return column.isTime && text ? formatAge(text) : oneLine(text);
    }),
  );
  const widths = columns.map(({ name }, index) =>
    Math.max(stringWidth(name), ...texts.map((line) => stringWidth(line[index] ?? ''))),
  );
  const isTooWide = () => widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) > available;
  const shorten = (min: number) => {
    for (;;) {
      const others = widths.map((width, index) => (columns[index]?.name === 'id' ? 0 : width));
      const widest = Math.max(...others);
      if (!isTooWide() || widest <= min) return;
      widths[others.indexOf(widest)] = widest - 1;
    }
  };
  shorten(GOOD_WIDTH);
  const isDispensable = ({ name, isTime }: Column<Row>) => isTime === true || name === 'type';
  const last = columns.findLast(isDispensable);
  if (isTooWide() && last)
    return fitColumns(
      rows,
      columns.filter((column) => column !== last),
      available,
    );
  shorten(MIN_WIDTH);
  return { columns, texts, widths };
}

/** Prints named values: aligned on a terminal, separated by a tab otherwise. */
export function renderValues(values: [name: string, value: string | number | boolean | null | undefined][]): string {
  const shown = values.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length)) + 1;
  return shown
    .map(([name, value]) => {
      const text = oneLine(String(value));
      return isTerminal() ? `${paint('dim', pad(`${name}:`, width))} ${text}` : `${name}\t${text}`;
    })
    .join('\n');
}

/** Returns the time relative to now on a terminal, ISO 8601 otherwise. */
export const showTime = (time: string | null): string => (time && isTerminal() ? formatAge(time) : (time ?? ''));

/** Returns whether the user can answer questions: standard input and output are terminals, and `CI` is not set. */
export const isInteractive = (): boolean => process.stdin.isTTY && isTerminal() && !readVariable('CI');
