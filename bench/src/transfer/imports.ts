// Measures imports of CSV files: 200,000 sign-ups, 100,000 entries, a million votes, and a file of 1 GB. The argument is a part of these numbers in
// percent: `npm run -w bench imports -- 10`.
import type { Earshot } from '@earshot/sdk';
import { openProject, printTable, startEarshot, withFolder } from '../measure.ts';
import { readProcesses } from '../processes.ts';

const PART = Number(process.argv[2] ?? 100) / 100;
const SAMPLE_MS = 200;
const POLL_MS = 500;
const LOG_LINES = 20;
/** The API accepts 8 MiB. */
const PART_BYTES = 4 * 1024 * 1024;
/** PostgreSQL may be too busy for some seconds. */
const PATIENT = { retries: 8 };
/** Length of the descriptions of the large file. */
const LONG = 4_000;

const date = (n: number) => new Date(Date.UTC(2025, 0) + n * 60_000).toISOString();
const FILES: {
  name: string;
  collection: 'waitlist' | 'feedback' | 'votes';
  rows: number;
  header: string;
  row: (n: number) => string;
}[] = [
  {
    name: 'sign-ups',
    collection: 'waitlist',
    rows: 200_000,
    header: 'email,name,created_at',
    row: (n) => `person${n}@example.com,Person ${n},${date(n)}`,
  },
  {
    name: 'entries',
    collection: 'feedback',
    rows: 100_000,
    header: 'external_id,title,description,created_at',
    row: (n) => `e${n},Entry ${n},It would spare us an hour every week.,${date(n)}`,
  },
  {
    name: 'votes',
    collection: 'votes',
    rows: 1_000_000,
    header: 'feedback_external_id,external_id,created_at',
    row: (n) => `e${n % (100_000 * PART)},v${n},${date(n)}`,
  },
  {
    name: 'a file of 1 GB',
    collection: 'feedback',
    rows: 250_000,
    header: 'external_id,title,description',
    row: (n) => `l${n},Long ${n},${'It would spare us. '.repeat(Math.ceil(LONG / 19))}`,
  },
];

/** Uploads generated rows, part by part. */
async function upload(
  { imports }: Earshot,
  { collection, header, row, rows }: (typeof FILES)[number],
): Promise<{ id: string; bytes: number }> {
  const lines = function* () {
    yield `${header}\n`;
    for (let n = 0; n < rows * PART; n++) yield `${row(n)}\n`;
  };
  let bytes = 0;
  for (const line of lines()) bytes += line.length;
  const { id } = await imports.create({
    source: 'csv',
    files: [{ name: 'bench.csv', size_bytes: bytes }],
    options: { collection },
  });
  let offset = 0;
  let waiting = '';
  const send = async (text: string) => {
    await imports.uploadPart(id, { file: 0, offset, bytes: new Blob([text]) }, PATIENT);
    offset += text.length;
  };
  for (const line of lines()) {
    waiting += line;
    if (waiting.length < PART_BYTES) continue;
    await send(waiting);
    waiting = '';
  }
  if (waiting) await send(waiting);
  return { id, bytes };
}

await withFolder(async (folder) => {
  const server = await startEarshot(folder);
  try {
    const { team } = await openProject(folder, server.url);
    let peak = 0;
    const readPeak = () => {
      const bytes = readProcesses(server.child.pid ?? 0).find(({ name }) => /node|Main/i.test(name))?.anonymousBytes ?? 0;
      peak = Math.max(peak, bytes);
    };
    const sampling = setInterval(readPeak, SAMPLE_MS);
    const timed = async <T>(work: () => Promise<T>) => {
      const start = performance.now();
      return { result: await work(), seconds: (performance.now() - start) / 1_000 };
    };
    const finish = async (id: string, work: 'check' | 'run' | 'undo') => {
      await team.imports[work](id, PATIENT);
      for (;;) {
        const current = await team.imports.get(id, PATIENT);
        if (!current.status.endsWith('ing')) return current;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    };
    const table = [['', 'size', 'upload', 'check', 'run', 'repetition', 'peak memory']];
    for (const file of FILES) {
      peak = 0;
      const uploaded = await timed(() => upload(team, file));
      const { id, bytes } = uploaded.result;
      const checked = await timed(() => finish(id, 'check'));
      const run = await timed(() => finish(id, 'run'));
      const { counts, status, error } = run.result;
      const created = counts[file.collection]?.created;
      if (created !== file.rows * PART) throw new Error(`${file.name}: ${status} ${created} ${error}`);
      const again = await timed(async () => finish((await upload(team, file)).id, 'run'));
      const seconds = [uploaded, checked, run, again].map((one) => `${one.seconds.toFixed(1)} s`);
      table.push([file.name, `${(bytes / 1e6).toFixed(0)} MB`, ...seconds, `${(peak / 1e6).toFixed(0)} MB`]);
    }
    clearInterval(sampling);
    printTable(table);
  } catch (error) {
    // The log has the reason of an unavailable database.
    console.error(server.output().split('\n').slice(-LOG_LINES).join('\n'));
    throw error;
  } finally {
    await server.end('SIGTERM');
  }
});
