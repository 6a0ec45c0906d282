import { MAX_IMPORT_PART_BYTES } from '@earshot/contract/instance/values';
import type { Client, Import } from '@earshot/sdk';
import { createProjectClient, refresh } from '../../api.ts';
import { PATIENT } from '../../session/retry-delays.ts';
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

/** Creates an import of files, which are uploaded next. */
export const createImport = (
  call: Client,
  { source, collection, files }: { source: Import['source']; collection: Import['options']['collection']; files: File[] },
): Promise<Import> =>
  call('POST /v1/imports', {
    body: {
      source,
      files: files.map((file) => ({ name: findName(file), size_bytes: file.size })),
      ...(collection && { options: { collection } }),
    },
  });

/**
 * Uploads the parts of files that the server does not have.
 * @throws {Error} when the files of the import are not among the given ones
 */
export async function uploadFiles(call: Client, id: string, files: File[]): Promise<void> {
  const { files: wanted } = await call('GET /v1/imports/{id}', { path: { id } });
  const parts = wanted.flatMap(({ name, size_bytes: size, received_bytes: received }, file) => {
    if (received === size) return [];
    const content = files.find((one) => findName(one) === name && one.size === size);
    if (!content) throw new Error(texts.otherFiles(name));
    return [{ file, content, received }];
  });
  for (const { file, content, received } of parts)
    for (let offset = received; offset < content.size; offset += MAX_IMPORT_PART_BYTES) {
      const form = new FormData();
      form.append('file', content.slice(offset, offset + MAX_IMPORT_PART_BYTES));
      const path = { id, file: String(file) };
      await call('PUT /v1/imports/{id}/files/{file}', { path, query: { offset }, body: form }, PATIENT);
    }
}
