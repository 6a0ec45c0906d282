import { MAX_IMPORT_PART_BYTES } from '@earshot/contract/instance/values';
import type { Client, Import } from '@earshot/sdk';
import { createProjectClient, refresh } from '../../api.ts';
import { timeZone } from '../../ui/dates/local-time.ts';
import { imports as texts } from '#texts/settings/imports';

/** Returns the name of a file below the chosen folder. */
const findName = ({ name, webkitRelativePath: path }: File) => path.slice(path.indexOf('/') + 1) || name;

/** Creates a project for an import. Returns its slug, and a client of it. */
export async function createTarget(call: Client, name: string) {
  const { id, slug } = await call('POST /v1/projects', { body: { name, timezone: timeZone() || undefined } });
  await refresh('/v1/projects');
  return { slug, client: createProjectClient(id) };
}

/** Creates the collection of a new project for imported articles. */
export const createCollection = (call: Client) => call('POST /v1/indexes', { body: { name: texts.helpCenter } });

/** Creates an import and uploads its files part by part. */
export async function uploadFiles(
  call: Client,
  { source, collection, files }: { source: Import['source']; collection: Import['options']['collection']; files: File[] },
): Promise<Import> {
  const created = await call('POST /v1/imports', {
    body: {
      source,
      files: files.map((file) => ({ name: findName(file), size_bytes: file.size })),
      ...(collection && { options: { collection } }),
    },
  });
  let state = created;
  for (const [file, content] of files.entries())
    for (let offset = 0; offset < content.size; offset += MAX_IMPORT_PART_BYTES) {
      const form = new FormData();
      form.append('file', content.slice(offset, offset + MAX_IMPORT_PART_BYTES));
      state = await call('PUT /v1/imports/{id}/files/{file}', {
        path: { id: created.id, file: String(file) },
        query: { offset },
        body: form,
      });
    }
  return state;
}
