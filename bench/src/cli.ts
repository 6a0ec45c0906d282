// Measures whole commands of the built command line (`cli/dist`), in turns with an empty Node.js program.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, openProject, createToken, printTable, startEarshot, withFolder } from './measure.ts';

const RUNS = 11;
const ARTICLES = 200;
const PROGRAM = fileURLToPath(new URL('../../cli/dist/earshot.js', import.meta.url));

interface Command {
  name: string;
  args: string[];
  aim: string;
}

function time(args: string[], env: Record<string, string>): number {
  const began = performance.now();
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return performance.now() - began;
}

function writeArticles(folder: string): void {
  mkdirSync(folder);
  for (let n = 0; n < ARTICLES; n++) {
    const next = `article-${(n + 1) % ARTICLES}.md`;
    const text = `---\ntitle: Article ${n}\n---\n\n${`How to do thing ${n}. See [the next](${next}).\n\n`.repeat(10)}`;
    writeFileSync(join(folder, `article-${n}.md`), text);
  }
}

await withFolder(async (folder) => {
  const earshot = await startEarshot(join(folder, 'data'));
  try {
    const { project, team, user } = await openProject(join(folder, 'data'), earshot.url);
    for (let n = 0; n < 100; n++) await user.feedback.submit({ title: `Entry ${n}` });
    const env = {
      PATH: process.env.PATH ?? '',
      EARSHOT_CONFIG_DIR: folder,
      EARSHOT_URL: earshot.url,
      EARSHOT_TOKEN: createToken({ EARSHOT_DATA_DIR: join(folder, 'data') }),
      EARSHOT_PROJECT: project.id,
    };
    await team.indexes.create({ name: 'Help' });
    const articles = join(folder, 'articles');
    writeArticles(articles);
    const push = ['articles', 'push', articles];
    console.log(`First push of ${ARTICLES} articles: ${(time([PROGRAM, ...push], env) / 1000).toFixed(1)} s\n`);

    const commands: Command[] = [
      { name: '--help', args: ['--help'], aim: '< 150 ms' },
      { name: 'feedback list', args: ['feedback', 'list'], aim: '< 300 ms' },
      { name: `articles push, ${ARTICLES} unchanged`, args: push, aim: '< 2,000 ms' },
    ];
    const rows = [['command', `median of ${RUNS}`, 'range', 'empty Node.js', 'ratio', 'aim']];
    for (const { name, args, aim } of commands) {
      const own: number[] = [];
      const empty: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        empty.push(time(['--eval', '0'], env));
        own.push(time([PROGRAM, ...args], env));
      }
      rows.push([
        name,
        `${median(own).toFixed(0)} ms`,
        `${Math.min(...own).toFixed(0)} to ${Math.max(...own).toFixed(0)} ms`,
        `${median(empty).toFixed(0)} ms`,
        (median(own) / median(empty)).toFixed(1),
        aim,
      ]);
    }
    printTable(rows);
  } finally {
    await earshot.end('SIGTERM');
  }
});
