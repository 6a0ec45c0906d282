// Runs Lighthouse (simulated phone) on the public pages with 100 entries. `npx` downloads Lighthouse, because nothing else needs its 150 MB.
import { execFileSync } from 'node:child_process';
import { ensureChromium } from '../../e2e/src/browser.ts';
import { median, openProject, printTable, startEarshot, withFolder } from './measure.ts';

const VERSION = '13.5.0';
const ENTRIES = 100;
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string }>;
}

await withFolder(async (folder) => {
  const earshot = await startEarshot(folder);
  try {
    const { project, team, user } = await openProject(folder, earshot.url);
    const text = 'It would spare us an hour every week, and our customers ask for it too. ';
    const index = await team.indexes.create({ name: 'Guides' });
    let article = '';
    for (let number = 0; number < ENTRIES; number++) {
      await user.feedback.submit({ title: `Idea number ${number}`, description: text.repeat(2), type: 'feature' });
      const { id } = await user.testimonials.submit({
        author_name: 'Ada Lovelace',
        content: text.repeat(1 + (number % 5)),
        rating: 5,
      });
      await team.testimonials.update(id, { status: 'approved' });
      await team.changelog.create({ title: `News ${number}`, content: `${text.repeat(3)}\n\n- **One**\n- Two`, published: true });
      article = (
        await team.indexes.documents.create(index.id, {
          content: `# Article ${number}\n\n${text.repeat(9)}\n\n## And then\n\n${text.repeat(9)}`,
        })
      ).id;
    }
    const rows = [['page', ...CATEGORIES, `medians of ${RUNS} runs; aim 95 each`]];
    for (const path of ['', '/feedback', '/changelog', '/help', `/help/${article}`, '/testimonials', '/roadmap', '/waitlist']) {
      const reports = Array.from({ length: RUNS }, () => run(`${earshot.url}/p/${project.slug}${path}`));
      const scores = CATEGORIES.map((name) => median(reports.map(({ categories }) => categories[name].score * 100)));
      rows.push([path || '/', ...scores.map((score) => score.toFixed(0)), listLostPoints(reports[0]).join('; ')]);
    }
    printTable(rows);
  } finally {
    await earshot.end('SIGTERM');
  }
});

function run(url: string): Report {
  const args = [
    `lighthouse@${VERSION}`,
    url,
    '--quiet',
    '--output=json',
    `--chrome-flags=${FLAGS}`,
    `--only-categories=${CATEGORIES.join()}`,
  ];
  const env = { ...process.env, CHROME_PATH: ensureChromium() };
  const output = execFileSync('npx', ['--yes', ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as Report;
}

/** Returns the audits that cost points, with their category and score. */
function listLostPoints(report: Report | undefined): string[] {
  return CATEGORIES.flatMap((name) =>
    (report?.categories[name].auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = report?.audits[id];
      return weight && audit && audit.score !== null && audit.score < 0.9 ? [`${name}: ${audit.title} (${audit.score})`] : [];
    }),
  );
}
