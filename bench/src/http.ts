// Requests a second of the calls that carry the load, each beside a bare node:http server in the same run.
import { randomUUID } from 'node:crypto';
import type { Options } from 'autocannon';
import { compare, load, type Measured, startEarshot, startYardstick, withFolder } from './measure.ts';

const ENTRIES = 100_000;

const WORDS = 'dark mode export import calendar slow crash login mobile offline search filter report invoice email'.split(' ');
const titleOf = (n: number) => `${WORDS[n % WORDS.length]} ${WORDS[(n * 7) % WORDS.length]} ${n}`;
const submission = (n: number) =>
  JSON.stringify({ title: titleOf(n), type: 'feature', description: 'It would spare us an hour every week.' });

await withFolder(async (folder) => {
  const earshot = await startEarshot(folder);
  const yardstick = await startYardstick();
  try {
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json' };
    const feedback = `${earshot.url}/v1/feedback`;
    const ids = await seed(feedback, headers);
    const yardstickGet: Options = { url: yardstick.url };
    const yardstickPost: Options = { url: yardstick.url, method: 'POST', headers, body: submission(0) };
    let submitted = ENTRIES;

    const measured: Measured[] = [
      { name: 'GET /health', aim: '≥ 0.8', beside: yardstickGet, options: { url: `${earshot.url}/health` } },
      {
        name: 'submit',
        aim: '≥ 0.12',
        beside: yardstickPost,
        options: {
          url: feedback,
          requests: [{ method: 'POST', headers, setupRequest: (request) => ({ ...request, body: submission(submitted++) }) }],
        },
      },
      { name: 'list, page 1', aim: '≥ 0.25', beside: yardstickGet, options: { url: feedback, headers } },
      {
        name: 'the same beside a page of node:http',
        aim: '',
        beside: { url: `${yardstick.url}page` },
        options: { url: feedback, headers },
      },
      {
        name: `list, page 500 of ${ENTRIES / 20}`,
        aim: '≥ a third of page 1',
        beside: yardstickGet,
        options: { url: `${feedback}?page=500`, headers },
      },
      {
        name: 'upvote',
        aim: '',
        beside: yardstickPost,
        options: {
          url: feedback,
          requests: [
            {
              method: 'POST',
              setupRequest: (request) => ({
                ...request,
                path: `/v1/feedback/${ids[Math.floor(Math.random() * ids.length)]}/upvote`,
                headers: { 'x-project-key': earshot.key, 'x-visitor-id': randomUUID() },
              }),
            },
          ],
        },
      },
    ];

    await compare(measured);
  } finally {
    await yardstick.stop();
    await earshot.end('SIGTERM');
  }
});

/** Submits the entries as anyone would, and waits until PostgreSQL knows its tables. Answers ids to vote for. */
async function seed(url: string, headers: Record<string, string>): Promise<string[]> {
  let n = 0;
  await load({
    url,
    amount: ENTRIES,
    requests: [{ method: 'POST', headers, setupRequest: (request) => ({ ...request, body: submission(n++) }) }],
  });
  // Autovacuum analyses a table that grew within 10 s.
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const ids: string[] = [];
  for (let page = 1; page <= 10; page++) {
    const response = await fetch(`${url}?limit=100&page=${page}`, { headers });
    const { data } = (await response.json()) as { data: { id: string }[] };
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}
