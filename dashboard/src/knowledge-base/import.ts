import { useState } from 'react';
import type { DropItem } from 'react-aria-components';
import { refresh, sentenceOf, useClient } from '../api.ts';

/** A file to be taken in, with its place in the folder. */
interface Found {
  name: string;
  file: File;
}

export interface Imported {
  done: number;
  total: number;
  failures: { name: string; why: string }[];
}

/** A batch stays below what the API takes at once: 100 documents, and a mebibyte. */
const MOST_FILES = 25;
const MOST_BYTES = 700_000;

const TYPES: Record<string, 'markdown' | 'html' | 'text'> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  html: 'html',
  txt: 'text',
};

const typeOf = (name: string) => TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** The files that were chosen, under the folder that was. */
export const filesPicked = (files: FileList): Found[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

/** The files that were dropped, with those in folders, however deep. */
export async function filesDropped(items: DropItem[], folder = ''): Promise<Found[]> {
  const found: Found[] = [];
  for (const item of items) {
    if (item.kind === 'file') found.push({ name: folder + item.name, file: await item.getFile() });
    if (item.kind === 'directory') {
      const within: DropItem[] = [];
      for await (const entry of item.getEntries()) within.push(entry);
      found.push(...(await filesDropped(within, `${folder}${item.name}/`)));
    }
  }
  return found;
}

function* batchesOf(files: Found[]): Generator<Found[]> {
  let batch: Found[] = [];
  let bytes = 0;
  for (const one of files) {
    if (batch.length && (batch.length >= MOST_FILES || bytes + one.file.size > MOST_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += one.file.size;
  }
  if (batch.length) yield batch;
}

/** Takes files into an index, some at a time. A file that was there before is replaced: its path is its name. */
export function useImport(indexId: string) {
  const call = useClient();
  const [state, setState] = useState<Imported>();
  const importFiles = async (found: Found[]) => {
    const files = found.filter(({ name }) => typeOf(name)).toSorted((one, other) => one.name.localeCompare(other.name));
    const failures: Imported['failures'] = [];
    let done = 0;
    setState({ done, total: files.length, failures });
    for (const batch of batchesOf(files)) {
      try {
        const documents = await Promise.all(
          batch.map(async ({ name, file }) => ({
            content: await file.text(),
            content_type: typeOf(name),
            external_id: name,
          })),
        );
        const { results } = await call('POST /v1/indexes/{id}/documents/batch', { path: { id: indexId }, body: { documents } });
        for (const [index, { ok, error = '' }] of results.entries())
          if (!ok) failures.push({ name: batch[index]?.name ?? '', why: error });
      } catch (error) {
        failures.push(...batch.map(({ name }) => ({ name, why: sentenceOf(error) })));
      }
      done += batch.length;
      setState({ done, total: files.length, failures: [...failures] });
    }
    await refresh('/v1/indexes');
  };
  return { state, importFiles };
}
