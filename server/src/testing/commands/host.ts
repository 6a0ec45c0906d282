// Runs programs one after another in one process, which loads their modules once (run.ts).
import { type Answer, END, type Run } from './run.ts';

let count = 0;

async function run({ program, args, env, cwd }: Run): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = 0;
  // The module of the program runs again, with the modules that it imports.
  await import(`${program}?${++count}`).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
  process.send?.({ code: process.exitCode, isUsedUp: isUsedUp() } satisfies Answer);
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.write(END);
  }
}

/** A process can open the embedded ClickHouse of one folder. */
function isUsedUp(): boolean {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
  return sharedObjects.some((library) => library.includes('chdb'));
}

process.on('message', (message: Run) => void run(message));
process.on('disconnect', () => process.exit());
