import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '../../testing/database.ts';
import { freePort, spawnServer } from '../../testing/process.ts';
import { until } from '../../testing/until.ts';
import { LogOutput } from './log.ts';

const line = (number: number) => `{"number":${number},"text":"${'x'.repeat(500)}"}\n`;

function fillDisk(path: string): void {
  const fd = openSync(path, 'w');
  try {
    for (;;) writeSync(fd, Buffer.alloc(4096));
  } catch {
    closeSync(fd);
  }
}

test('a full disk drops lines, and their number is logged when it has space again', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return t.skip('needs permission to mount');
  }
  t.after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  const fd = openSync(join(folder, 'earshot.log'), 'a');
  const output = new LogOutput(fd);
  output.write(line(0));
  const read = () => readFileSync(join(folder, 'earshot.log'), 'utf8').split('\n');
  await until(() => read().length === 2);
  fillDisk(join(folder, 'fill'));
  for (let number = 1; number <= 100; number++) output.write(line(number));
  await until(() => output.dropped > 0);
  const { dropped } = output;
  rmSync(join(folder, 'fill'));
  output.write(line(101));
  await until(() => read().some((text) => text.includes('log lines could not be written')));
  // A line that was cut off does not spoil the next one.
  const whole = read().filter((text) => text.startsWith('{') && text.endsWith('}'));
  const numbers = whole.map((text) => (JSON.parse(text) as { number?: number }).number);
  assert.equal(numbers[0], 0);
  assert.ok(numbers.includes(101));
  assert.ok(whole.some((text) => text.includes(`"dropped":${dropped},`)));

  // Further failures within the minute are counted, and not logged again.
  fillDisk(join(folder, 'fill'));
  for (let number = 102; number <= 300; number++) output.write(line(number));
  await until(() => output.dropped > dropped);
  rmSync(join(folder, 'fill'));
  output.write(line(301));
  await until(() => read().some((text) => text.includes('"number":301')));
  output.flushSync();
  assert.equal(read().filter((text) => text.includes('could not be written')).length, 1);
  closeSync(fd);
});

/** Runs code with an output of the log, which is its standard output, in a separate process. */
function runWithOutput(t: TestContext, code: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'log.ts')).href;
  const script = `import { LogOutput } from ${JSON.stringify(module)}; const output = new LogOutput(1); const line = ${String(line)}; ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test('a reader that ends does not end the process', async (t) => {
  const child = runWithOutput(
    t,
    `output.write(line(1));
     process.stdin.once('data', async () => {
       for (let number = 0; number < 50; number++) { output.write(line(number)); await new Promise(setImmediate); }
       process.exit(output.dropped > 0 ? 0 : 3);
     });`,
  );
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write('go');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('lines for a reader that pauses wait up to a limit, and are written when the process ends', async (t) => {
  const child = runWithOutput(
    t,
    `for (let number = 0; number < 5_000; number++) output.write(line(number)); process.exit(output.dropped ? 0 : 3);`,
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  assert.deepEqual(await once(child, 'close'), [0, null]);
  const lines = text.trimEnd().split('\n');
  assert.ok(lines.length > 1_500 && lines.length < 5_000, `${lines.length} lines`);
  const numbers = lines.flatMap((each) => (JSON.parse(each) as { number?: number }).number ?? []).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index),
  );
});

test('a full device under the log neither ends the server nor delays its stop', { timeout: 100_000 }, async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { url: DATABASE_URL } = await createTestDatabase();
  const fd = openSync('/dev/full', 'a');
  const { child, ended } = spawnServer(
    { DATABASE_URL, PORT: String(port), EARSHOT_METRICS_PORT: String(metricsPort), EARSHOT_LOG_LEVEL: 'debug' },
    { stdout: fd },
  );
  closeSync(fd);
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  while (!(await isUp())) assert.equal(child.exitCode, null, stderr);
  for (const [path, status] of [
    ['/health', 200],
    ['/health/ready', 200],
    ['/v1/auth/providers', 200],
    ['/v1/feedback', 401],
    ['/unknown', 404],
  ] as const)
    assert.equal((await fetch(url + path)).status, status, path);
  await until(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^earshot_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]) >= 5;
  });
  // npm passes a signal on that its child has received as well.
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) child.kill(signal);
  assert.deepEqual(await ended, [0, null]);
});
