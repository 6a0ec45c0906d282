import type { ImportCollection } from '@earshot/contract/instance/values';
import { type Cells, detectFormat, readRows } from './csv.ts';
import { suggestCollection, suggestColumns, suggestStatuses, OLD_URL, toRecord, VOTES } from './fields.ts';
import type { Item, Reading, Source, SourceFile } from './source.ts';

/** Maximum number of anonymous votes of an entry. */
const MAX_VOTES = 100_000;

type NewItem = Omit<Item, 'file' | 'line'>;

/** Yields the records of rows. Those that are merged into another entry follow in a second turn, because they refer to it. */
export async function* readTable(
  { files, options }: Reading,
  toItems: (cells: Cells, file: SourceFile) => Iterable<NewItem>,
): AsyncGenerator<Item> {
  for (const isMerged of [false, true])
    for (const file of files)
      for await (const { line, cells } of readRows(file, options)) {
        const items = [...toItems(cells, file)];
        if (items.some(({ record }) => record.merged_into_external_id !== undefined) !== isMerged) continue;
        for (const item of items) yield { ...item, file: file.name, line };
      }
}

/** Yields anonymous votes for an entry. */
export function* toVotes(entry: Record<string, unknown>, votes: unknown): Generator<NewItem> {
  const count = Math.min(Math.max(Math.floor(Number(votes)) || 0, 0), MAX_VOTES);
  for (let number = 1; number <= count; number++)
    yield {
      collection: 'votes',
      record: {
        feedback_external_id: entry.external_id,
        external_id: `${String(entry.external_id)}#${number}`,
        ...(entry.created_at !== undefined && { created_at: entry.created_at }),
      },
    };
}

/** Any CSV file. Its columns are mapped to fields. */
export const csv: Source = {
  detect: async ({ files, options, schemas }) => {
    const [file] = files;
    if (!file) return { detected: {}, options };
    const detected = await detectFormat(file, options);
    const names = detected.columns.map(({ name }) => name);
    const collection = options.collection ?? suggestCollection(names);
    const schema = schemas[collection];
    const columns = options.columns ?? (schema ? suggestColumns(names, collection, schema) : {});
    const status = { ...(schema && suggestStatuses(detected.columns, columns, schema)), ...options.values?.status };
    const values = { ...options.values, ...(Object.keys(status).length && { status }) };
    return { detected, options: { ...options, collection, columns, ...(Object.keys(values).length && { values }) } };
  },
  read: (reading) => {
    const collection: ImportCollection = reading.options.collection ?? 'feedback';
    const schema = reading.schemas[collection];
    if (!schema) throw new Error(`There is no importer of ${collection}`);
    return readTable(reading, function* (cells) {
      const { [VOTES]: votes, [OLD_URL]: from, ...record } = toRecord(cells, reading.options, schema);
      const { index_id } = reading.options;
      yield {
        collection,
        record: { ...record, ...(collection === 'articles' && index_id && { index_id }) },
        ...(typeof from === 'string' && { from }),
      };
      yield* toVotes(record, votes);
    });
  },
};
