import { useState } from 'react';
import type { DropItem } from 'react-aria-components';
import { refresh, toSentence, useClient } from '../api.ts';
import { PATIENT } from '../session/retry-delays.ts';

/** A file to import, with its path in the folder. */
interface Found {
  name: string;
  file: File;
}

export interface Imported {
  done: number;
  total: number;
  failures: { name: string; why: string }[];
}

/** Limits of a batch, below those of the API: 100 documents, 1 MiB. */
const MAX_FILES = 25;
const MAX_BATCH_BYTES = 700_000;

const TYPES: Record<string, 'markdown' | 'html' | 'text'> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  html: 'html',
  txt: 'text',
};

const findType = (name: string) => TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** Returns the selected files with paths relative to the selected folder. */
export const filesPicked = (files: FileList): Found[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

/** Returns the dropped files, including those in subfolders. */
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

function* toBatches(files: Found[]): Generator<Found[]> {
  let batch: Found[] = [];
  let bytes = 0;
  for (const one of files) {
    if (batch.length && (batch.length >= MAX_FILES || bytes + one.file.size > MAX_BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += one.file.size;
  }
  if (batch.length) yield batch;
}

/** Imports files in batches, one after the other. A document with the same path is replaced, because the path is its external id. */
export function useImport(indexId: string) {
  const call = useClient();
  const [state, setState] = useState<Imported>();
  const importFiles = async (found: Found[]) => {
    const files = found.filter(({ name }) => findType(name)).toSorted((one, other) => one.name.localeCompare(other.name));
    const failures: Imported['failures'] = [];
    let done = 0;
    setState({ done, total: files.length, failures });
    for (const batch of toBatches(files)) {
      try {
        const documents = await Promise.all(
          batch.map(async ({ name, file }) => ({
            content: await file.text(),
            content_type: findType(name),
            external_id: name,
          })),
        );
        const { results } = await call(
          'POST /v1/indexes/{id}/documents/batch',
          { path: { id: indexId }, body: { documents } },
          PATIENT,
        );
        for (const [index, { ok, error = '' }] of results.entries())
          if (!ok) failures.push({ name: batch[index]?.name ?? '', why: error });
      } catch (error) {
        failures.push(...batch.map(({ name }) => ({ name, why: toSentence(error) })));
      }
      done += batch.length;
      setState({ done, total: files.length, failures: [...failures] });
    }
    await refresh('/v1/indexes');
  };
  return { state, importFiles };
}
