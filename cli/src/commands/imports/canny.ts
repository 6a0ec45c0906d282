import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readVariable } from '../../config.ts';
import { CliError } from '../../errors.ts';
import { note } from '../../output.ts';
import { count, oneLine } from '../../text.ts';

const API_URL = 'https://canny.io/api/v1';
const PAGE_SIZE = 100;
const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 60_000;
/** Lists that the import reads, in the order in which they refer to each other. */
const LISTS = ['posts', 'votes', 'comments'] as const;

type Page = Record<string, unknown> & { hasMore?: boolean; error?: string };

/** Responses of Canny as files, in a folder that is deleted when they are disposed. */
export type CannyFiles = AsyncDisposable & { paths: string[] };

/**
 * Fetches posts, votes and comments of all boards from the API of Canny (https://developers.canny.io/api-reference), and writes a file for
 * each list. `CANNY_API_URL` replaces the address of the API.
 * @throws {CliError} when Canny refuses a request, such as one with a wrong key
 */
export async function fetchCanny(apiKey: string, signal: AbortSignal): Promise<CannyFiles> {
  await using cleanups = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-canny-'));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  const { boards } = await request('boards/list', { apiKey }, signal);
  const ids = (Array.isArray(boards) ? boards : []).map(({ id }: { id: string }) => id);
  const paths: string[] = [];
  for (const list of LISTS) {
    const path = join(folder, `${list}.json`);
    const file = await open(path, 'wx', 0o600);
    let written = 0;
    try {
      await file.write(`{"${list}":[`);
      for (const boardID of ids)
        for await (const item of listItems(list, { apiKey, boardID }, signal)) {
          await file.write(`${written++ ? ',\n' : '\n'}${JSON.stringify(item)}`);
        }
      await file.write(']}\n');
    } finally {
      await file.close();
    }
    note(`Fetched ${count(written, list.slice(0, -1))}`);
    paths.push(path);
  }
  const kept = cleanups.move();
  return { paths, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function* listItems(list: (typeof LISTS)[number], query: Record<string, unknown>, signal: AbortSignal): AsyncGenerator {
  for (let skip = 0; ;) {
    const page = await request(`${list}/list`, { ...query, limit: PAGE_SIZE, skip }, signal);
    const items = Array.isArray(page[list]) ? (page[list] as unknown[]) : [];
    yield* items;
    skip += items.length;
    if (page.hasMore !== true || !items.length) return;
  }
}

/** Sends a request, and repeats it after errors that pass. */
async function request(path: string, body: Record<string, unknown>, signal: AbortSignal): Promise<Page> {
  const url = `${readVariable('CANNY_API_URL') ?? API_URL}/${path}`;
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((error: Error) => {
      signal.throwIfAborted();
      return error;
    });
    const isTemporary = response instanceof Error || response.status === 429 || response.status >= 500;
    if (!isTemporary) {
      const page = (await response.json().catch(() => ({}))) as Page;
      if (response.ok && !page.error) return page;
      throw new CliError(`Canny refused ${path}: ${oneLine(page.error ?? `status ${response.status}`)}`);
    }
    const reason = response instanceof Error ? response.message : `status ${response.status}`;
    if (attempt === MAX_ATTEMPTS) throw new CliError(`Canny does not answer ${path} (${reason}). Try again later.`);
    const given = response instanceof Error ? null : response.headers.get('retry-after');
    const waitMs = given !== null && /^\d+$/.test(given) ? Number(given) * 1_000 : 500 * 2 ** attempt;
    await sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, { signal });
  }
}
