import { IMPORT_DELIMITERS } from '@earshot/contract/instance/values';
import { truncate } from '@earshot/contract/shared/text';
import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { detectDateOrder } from './dates.ts';
import { type Detected, type Options, type SourceFile, UnreadableFileError } from './source.ts';
import { detectEncoding, readText } from './text.ts';

/** Size of the beginning of a file that is looked at, in characters. */
const SAMPLE_LENGTH = 256 * 1024;
/** Different values of a column that are shown, so that their meaning can be chosen. */
const SAMPLES = 12;
const MAX_SAMPLE_LENGTH = 80;
/** Limits the memory that a file without line breaks uses. */
const MAX_ROW_BYTES = 4 * 1024 ** 2;

/** Cells of a row by the names of the columns. */
export type Cells = Record<string, string>;

const FORMAT = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true } as const;

/** Recognizes the encoding, the delimiter, the order of dates, and the columns of a file. */
export async function detectFormat(file: SourceFile, given: Options): Promise<Required<Detected>> {
  const encoding = given.encoding ?? (await detectEncoding(file));
  const beginning = await readBeginning(file, encoding);
  const delimiter = given.delimiter ?? detectDelimiter(beginning);
  const [names = [], ...rows] = parseBeginning(beginning, delimiter);
  const columns = nameColumns(names).map((name, index) => {
    const values = [...new Set(rows.map((row) => row[index] ?? ''))].filter((value) => value !== '');
    return { name, samples: values.slice(0, SAMPLES).map((value) => toStorable(value)) };
  });
  const date_order = given.date_order ?? detectDateOrder(rows.flat()) ?? 'ymd';
  return { encoding, delimiter, date_order, columns };
}

/** Returns the beginning of a text without NUL, which PostgreSQL cannot store. */
const toStorable = (text: string) => truncate(text.replaceAll('\0', ''), MAX_SAMPLE_LENGTH);

async function readBeginning(file: SourceFile, encoding: string): Promise<string> {
  let text = '';
  for await (const part of readText(file, encoding)) {
    text += part;
    if (text.length >= SAMPLE_LENGTH) break;
  }
  // Without the last line, which may be cut.
  return text.length < SAMPLE_LENGTH ? text : text.slice(0, text.slice(0, SAMPLE_LENGTH).lastIndexOf('\n'));
}

function parseBeginning(text: string, delimiter: string): string[][] {
  try {
    return parseSync(text, { ...FORMAT, delimiter });
  } catch {
    // The beginning may end within quotes.
    return parseSync(text.split(/\r?\n/).slice(0, 2).join('\n'), { ...FORMAT, delimiter, quote: null });
  }
}

/** Returns the delimiter that divides most of the first lines into the same number of columns, at least two. */
function detectDelimiter(text: string): (typeof IMPORT_DELIMITERS)[number] {
  const rate = (delimiter: string) => {
    const [header = [], ...rows] = parseBeginning(text, delimiter).slice(0, 50);
    if (header.length < 2) return 0;
    return (1 + rows.filter((row) => row.length === header.length).length / (rows.length + 1)) * Math.log(header.length + 1);
  };
  const [best = ','] = IMPORT_DELIMITERS.toSorted((a, b) => rate(b) - rate(a));
  return best;
}

/** Returns unique names for all columns: those without a name get their number, repeated names a number. */
function nameColumns(given: string[]): string[] {
  const used = new Set<string>();
  return given.map((text, index) => {
    const name = text.replaceAll('\0', '').trim() || `Column ${index + 1}`;
    let unique = name;
    for (let count = 2; used.has(unique); count++) unique = `${name} ${count}`;
    used.add(unique);
    return unique;
  });
}

/** Yields the rows of a file with the line in which each begins. @throws {UnreadableFileError} */
export async function* readRows(
  file: SourceFile,
  { encoding, delimiter }: Options,
): AsyncGenerator<{ line: number; cells: Cells }> {
  const parser = parse({ ...FORMAT, delimiter: delimiter ?? ',', info: true, max_record_size: MAX_ROW_BYTES });
  const text = Readable.from(readText(file, encoding ?? 'utf-8'));
  text.on('error', (error) => parser.destroy(error));
  let names: string[] | undefined;
  let line = 1;
  try {
    for await (const { record, info } of text.pipe(parser) as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (names) yield { line, cells: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])) };
      else names = nameColumns(record);
      line = info.lines + 1;
    }
  } catch (error) {
    if ((error as CsvError).code?.startsWith('CSV_'))
      throw new UnreadableFileError(`${file.name} is not valid CSV: ${(error as Error).message}`);
    throw error;
  } finally {
    text.destroy();
  }
}
