import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MAX_IMPORT_PART_BYTES } from '@earshot/contract/instance/values';
import { MAX_IMPORT_FILES } from '@earshot/contract/instance/imports';
import type { Earshot, Import } from '@earshot/sdk';
import { listFiles, locate } from '../../articles/folder.ts';
import { readVariable } from '../../config.ts';
import type { Context } from '../../context.ts';
import { writeOutput } from '../../download.ts';
import { CliError, describeError, UsageError } from '../../errors.ts';
import { note, print, printData, warn, wantsJson } from '../../output.ts';
import { startProgress } from '../../progress.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';
import { countRecords, type ImportOptions, PATIENT_RETRIES, renderCounts, waitFor } from './work.ts';

/** Problems that are shown before the question. */
const SHOWN_PROBLEMS = 5;

/** Uploads files, checks their records, asks, and imports them. */
export async function importFiles(
  context: Context,
  options: ImportOptions,
  source: Import['source'],
  given: string[],
): Promise<void> {
  await using fetched = await fetchSource(context, options, source, given);
  const paths = fetched?.paths ?? given;
  if (!paths.length) throw new UsageError('Name the files to import');
  if (options.newProject !== undefined && options.dryRun) throw new UsageError('--dry-run creates no project');
  const files = source === 'articles' ? await listArticles(paths) : await Promise.all(paths.map(readSize));
  const client =
    options.newProject === undefined ? await context.projectClient() : await createProject(context, options.newProject, source);
  const created = await client.imports.create({
    source,
    files: files.map(({ path, name = basename(path), size_bytes }) => ({ name, size_bytes })),
    options: readOptions(options),
  });
  const { id } = created;
  const uploaded = await upload(client, id, files, context.signal);
  if (uploaded.status === 'failed') throw new CliError(uploaded.error ?? 'The files cannot be read');
  const isQuiet = wantsJson(options);
  if (!isQuiet) showColumns(await withColumns(client, uploaded, options));
  else await withColumns(client, uploaded, options);

  await client.imports.check(id);
  const checked = await waitFor(client, id, context.signal);
  const counts = checked.check_counts ?? {};
  const failed = Object.values(counts).reduce((sum, of) => sum + of.failed, 0);
  if (!isQuiet) print(renderCounts(counts));
  if (failed && !isQuiet) await showProblems(client, id, failed);
  if (options.dryRun) {
    await client.imports.delete(id);
    return await printData(checked, { resource: 'Import', options, printText: () => note('Nothing was imported') });
  }
  const importable = countRecords(counts) - failed;
  if (!importable) throw new CliError('No record can be imported');
  await confirm(`Import ${count(importable, 'record')}?`, options);
  await client.imports.run(id);
  const finished = await waitFor(client, id, context.signal);
  if (options.redirects !== undefined) {
    const { body } = await client.imports.redirects(id, { signal: context.signal });
    await writeOutput(body ?? [], { output: options.redirects, signal: context.signal });
  }
  await printData(finished, {
    resource: 'Import',
    options,
    printText: () => {
      print(renderCounts(finished.counts));
      note(`Undo with \`earshot import undo ${id}\``);
    },
  });
}

/** Fetches the records of a product whose API key is given. */
async function fetchSource({ signal }: Context, { apiKey }: ImportOptions, source: Import['source'], paths: string[]) {
  const key = apiKey ?? (source === 'canny' && !paths.length ? readVariable('CANNY_API_KEY') : undefined);
  if (key === undefined) return undefined;
  if (source !== 'canny') throw new UsageError('--api-key is for the source canny');
  if (paths.length) throw new UsageError('Name either files or --api-key');
  const { fetchCanny } = await import('./canny.ts');
  return await fetchCanny(key, signal);
}

/** Creates a project for an import, with an index for its articles. */
async function createProject(context: Context, name: string, source: Import['source']): Promise<Earshot> {
  const { id, slug } = await (await context.client()).projects.create({ name });
  note(`Created project ${oneLine(name)} (${slug})`);
  const client = await context.projectClient(id);
  if (source === 'articles') await client.indexes.create({ name: 'Help center' });
  return client;
}

interface LocalFile {
  path: string;
  /** Name with folders. Default: the last part of the path. */
  name?: string;
  size_bytes: number;
}

/** Files of a folder that are read as articles, their images, or names of folders. */
const ARTICLE_FILE = /\.(?:md|markdown|mdx|html?|json|ya?ml|png|jpe?g|webp|gif)$/i;

/** Lists files, and the files of folders. @throws {UsageError} for more files than an import can have */
async function listArticles(paths: string[]): Promise<LocalFile[]> {
  const files: LocalFile[] = [];
  for (const path of paths) {
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) {
      files.push(await readSize(path));
      continue;
    }
    const { paths: found, names } = await listFiles(path, ['.gitbook']);
    for (const name of found) {
      if (!ARTICLE_FILE.test(name)) continue;
      const file = await readSize(locate({ root: path, names }, name));
      if (file.size_bytes) files.push({ ...file, name });
    }
  }
  if (!files.length) throw new UsageError(`${paths.join(', ')} contains no Markdown or HTML files`);
  if (files.length > MAX_IMPORT_FILES)
    throw new UsageError(
      `An import has at most ${MAX_IMPORT_FILES} files, and these are ${files.length}. Put the folder into a ZIP file, and import that.`,
    );
  return files;
}

async function readSize(path: string): Promise<LocalFile> {
  const found = await stat(path).catch((error: Error) => {
    throw new UsageError(describeError(error));
  });
  if (!found.isFile())
    throw new UsageError(`${path} is not a file. Folders are imported as articles: earshot import articles ${path}`);
  return { path, size_bytes: found.size };
}

async function upload(
  { imports }: Earshot,
  id: string,
  files: { path: string; size_bytes: number }[],
  signal: AbortSignal,
): Promise<Import> {
  const parts = files.reduce((sum, { size_bytes }) => sum + Math.ceil(size_bytes / MAX_IMPORT_PART_BYTES), 0);
  const progress = startProgress('Uploading', parts > 1 ? parts : 0);
  let state: Import | undefined;
  try {
    for (const [file, { path, size_bytes: size }] of files.entries()) {
      const handle = await open(path);
      try {
        for (let offset = 0; offset < size;) {
          const bytes = Buffer.alloc(Math.min(MAX_IMPORT_PART_BYTES, size - offset));
          const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
          if (bytesRead < bytes.length) throw new CliError(`${path} became shorter while it was read`);
          const part = { file, offset, bytes: new Blob([bytes]) };
          state = await imports.uploadPart(id, part, { signal, retries: PATIENT_RETRIES });
          offset += bytesRead;
          progress.advance();
        }
      } finally {
        await handle.close();
      }
    }
  } finally {
    progress.stop();
  }
  return state ?? (await imports.get(id));
}

function readOptions({ collection, encoding, dateOrder, index, imageHost, value = [] }: ImportOptions): Import['options'] {
  const values: Record<string, Record<string, string>> = {};
  for (const given of value) {
    const [, field, text, meant] = /^([^:=]+):(.+)=([^=]+)$/.exec(given) ?? [];
    if (!field || !text || !meant) throw new UsageError(`--value ${given} is not of the form field:text=value`);
    values[field] = { ...values[field], [text]: meant };
  }
  return {
    ...(collection && { collection }),
    ...(encoding && { encoding }),
    ...(dateOrder && { date_order: dateOrder }),
    ...(index && { index_id: index }),
    ...(imageHost && { image_hosts: imageHost }),
    ...(value.length && { values }),
  };
}

/** Adds the columns of `--map` to those that were recognized. */
async function withColumns({ imports }: Earshot, uploaded: Import, { map = [] }: ImportOptions): Promise<Import> {
  if (!map.length) return uploaded;
  const columns = { ...uploaded.options.columns };
  const fields = uploaded.fields[uploaded.options.collection ?? ''] ?? [];
  for (const given of map) {
    const [, column, field] = /^(.+)=([^=]+)$/.exec(given) ?? [];
    if (!column || !field) throw new UsageError(`--map ${given} is not of the form column=field`);
    if (!uploaded.detected?.columns?.some(({ name }) => name === column))
      throw new UsageError(`The file has no column ${column}`);
    if (!fields.includes(field)) throw new UsageError(`${field} is not a field. The fields are ${fields.join(', ')}`);
    columns[column] = field;
  }
  return await imports.update(uploaded.id, { options: { columns } });
}

/** Shows how the columns of a CSV file are read. */
function showColumns({ options: { collection, columns = {} }, detected }: Import): void {
  if (!detected?.columns || !collection) return;
  note(`Importing ${collection}`);
  for (const { name } of detected.columns) note(`  ${oneLine(name)} → ${columns[name] ?? '(not imported)'}`);
}

async function showProblems({ imports }: Earshot, id: string, failed: number): Promise<void> {
  const { data } = await imports.problems.list(id, { limit: SHOWN_PROBLEMS });
  for (const { file, line, message } of data) warn(`${file}, line ${line}: ${oneLine(message)}`);
  if (failed > data.length) warn(`and ${failed - data.length} more: \`earshot import problems ${id}\``);
}
