// Fills a new project of a running instance with sample data: `npm run demo`. See USAGE.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDemoProject } from '@earshot/server/instance/demo/network';

const USAGE = `Usage: npm run demo -- [--email you@example.com] [--name Fernhill] [--seed 1] [--url http://127.0.0.1:4000]

Creates a project with sample data on a running instance.

  --email  account that owns the project, for an instance on this machine
  --name   name of the project
  --seed   number that selects the data: the same seed, the same data
  --url    address of the instance. Default: EARSHOT_URL, or this machine with PORT

Set EARSHOT_TOKEN to a personal access token for an instance on another machine.`;

const HEALTH_TIMEOUT_MS = 2_000;

const { values } = parseArgs({
  options: {
    email: { type: 'string', default: 'demo@example.com' },
    name: { type: 'string', default: 'Fernhill' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string', default: process.env.EARSHOT_URL ?? `http://127.0.0.1:${process.env.PORT ?? 4000}` },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const problem = values.help ? undefined : await findProblem(values.url);

if (values.help) console.log(USAGE);
else if (problem) {
  console.error(`${values.url} does not answer: ${problem}. Start Earshot with \`npm start\`, or name its address with --url`);
  process.exitCode = 1;
} else {
  const startedAt = performance.now();
  const accessToken = process.env.EARSHOT_TOKEN ?? createToken(values.email);
  console.log(`Filling the project “${values.name}” on ${values.url} …`);
  try {
    const { project } = await createDemoProject({
      baseUrl: values.url,
      accessToken,
      name: values.name,
      seed: Number(values.seed),
    });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`Done in ${seconds} s: ${new URL(`/projects/${project.slug}`, values.url).href}`);
    if (!process.env.EARSHOT_TOKEN) console.log(`Sign in as ${values.email} to see it.`);
  } catch (error) {
    console.error(`The project was not filled: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** Returns why the instance cannot be filled. */
async function findProblem(url: string): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return ok ? undefined : `/health returned ${status}`;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return cause?.message || message;
  }
}

/** Creates a token with the command for the machine of the server. Ends the process when the command, which prints the reason, fails. */
function createToken(email: string): string {
  const command = fileURLToPath(new URL('../server/src/earshot.ts', import.meta.url));
  const args = [command, 'token', 'create', '--email', email, '--name', 'Demo data', '--expires-in', '1'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) process.exit(1);
  return stdout.trim();
}
