// Measures the response time of public pages with 10,000 entries in each section, one reader at a time, next to a bare node:http server.
import { median, openProject, printTable, startEarshot, startYardstick, vacuum, withFolder } from './measure.ts';

const ENTRIES = 10_000;
const AT_ONCE = 20;
const REQUESTS = 500;
const WARM_UP = 50;
const RUNS = 3;
const AIM_MS = 20;

await withFolder(async (folder) => {
  const earshot = await startEarshot(folder);
  const yardstick = await startYardstick();
  try {
    const { project, team, user } = await openProject(folder, earshot.url);
    const all = async (make: (number: number) => Promise<unknown>, times = ENTRIES) => {
      let next = 0;
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (next < times) await make(next++);
        }),
      );
    };
    const text = 'It would spare us an hour every week, and our customers ask for it too. ';

    let entry = '';
    await all(async (number) => {
      const { id } = await user.feedback.submit({ title: `Idea number ${number}`, description: text.repeat(3), type: 'feature' });
      if (number % 20 === 0) await team.feedback.update(id, { status: number % 40 ? 'planned' : 'in_progress' });
      entry = id;
    });
    await all(async (number) => {
      const { id } = await user.testimonials.submit({
        author_name: 'Ada Lovelace',
        content: text.repeat(1 + (number % 5)),
        rating: 4 + (number % 2),
      });
      await team.testimonials.update(id, { status: 'approved' });
    });
    let news = '';
    await all(async (number) => {
      news = (
        await team.changelog.create({
          title: `News ${number}`,
          content: `${text.repeat(5)}\n\n- **One**\n- Two`,
          published: true,
        })
      ).slug;
    });
    const index = await team.indexes.create({ name: 'Help' });
    let article = '';
    await all(async (number) => {
      const documents = Array.from({ length: 100 }, (_, at) => ({
        content: `# Article ${number * 100 + at}\n\n${text.repeat(20)}`,
        external_id: `${number}/${at}`,
      }));
      article = (await team.indexes.documents.createMany(index.id, documents)).results[0]?.document?.id ?? '';
    }, ENTRIES / 100);
    await vacuum(folder);

    const at = (path: string) => `${earshot.url}/p/${project.slug}${path}`;
    const urls = [
      '',
      '/feedback',
      '/feedback?page=400',
      '/feedback?q=number',
      `/feedback/${entry}`,
      '/roadmap',
      '/changelog',
      `/changelog/${news}`,
      '/testimonials',
      '/waitlist',
      '/help',
      '/help?q=customers',
      `/help/${article}`,
    ];
    const rows = [['', 'kB', 'p50 ms', 'p95 ms', 'aim']];
    for (const url of [`${yardstick.url}page`, ...urls.map(at)]) {
      const size = (await (await fetch(url)).arrayBuffer()).byteLength;
      const runs: { p50: number; p95: number }[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measureTime(url));
      const [p50, p95] = [median(runs.map((run) => run.p50)), median(runs.map((run) => run.p95))];
      const name = url.startsWith(earshot.url)
        ? new URL(url).pathname.replace(`/p/${project.slug}`, '') + new URL(url).search || '/'
        : 'bare node:http';
      rows.push([
        name,
        (size / 1024).toFixed(0),
        p50.toFixed(1),
        p95.toFixed(1),
        url.startsWith(earshot.url) ? String(AIM_MS) : '',
      ]);
    }
    console.log(`${ENTRIES.toLocaleString('en')} entries in each section, one reader at a time, medians of ${RUNS} runs\n`);
    printTable(rows);
  } finally {
    await earshot.end('SIGTERM');
    await yardstick.stop();
  }
});

async function measureTime(url: string): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS + WARM_UP; request++) {
    const began = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    if (request >= WARM_UP) times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(sorted), p95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN };
}
