// Measures requests per second of the most frequent operations, each next to a bare node:http server in the same run.
import { randomUUID } from 'node:crypto';
import type { Options } from 'autocannon';
import { compare, type Measured, startEarshot, startYardstick, withFolder } from './measure.ts';
import { buildAddress, fillFeedback, submission } from './seeding.ts';

const ENTRIES = 100_000;

await withFolder(async (folder) => {
  // Voters of one network share a limit.
  const earshot = await startEarshot(folder, { EARSHOT_TRUST_PROXY: '1' });
  const yardstick = await startYardstick();
  try {
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json' };
    const feedback = `${earshot.url}/v1/feedback`;
    const ids = await fillFeedback(feedback, headers, { folder, count: ENTRIES });
    const yardstickGet: Options = { url: yardstick.url };
    const yardstickPost: Options = { url: yardstick.url, method: 'POST', headers, body: submission(0) };
    let submitted = ENTRIES;

    const measured: Measured[] = [
      { name: 'GET /health', aim: '≥ 0.8', yardstick: yardstickGet, options: { url: `${earshot.url}/health` } },
      {
        name: 'submit',
        aim: '≥ 0.12',
        yardstick: yardstickPost,
        options: {
          url: feedback,
          requests: [{ method: 'POST', headers, setupRequest: (request) => ({ ...request, body: submission(submitted++) }) }],
        },
      },
      { name: 'list, page 1', aim: '≥ 0.25', yardstick: yardstickGet, options: { url: feedback, headers } },
      {
        name: 'the same, next to an equally large page of node:http',
        aim: '',
        yardstick: { url: `${yardstick.url}page` },
        options: { url: feedback, headers },
      },
      {
        name: `list, page 500 of ${ENTRIES / 20}`,
        aim: '≥ a third of page 1',
        yardstick: yardstickGet,
        options: { url: `${feedback}?page=500`, headers },
      },
      {
        name: 'upvote',
        aim: '≥ 0.10',
        yardstick: yardstickPost,
        options: {
          url: feedback,
          requests: [
            {
              method: 'POST',
              setupRequest: (request) => ({
                ...request,
                path: `/v1/feedback/${ids[Math.floor(Math.random() * ids.length)]}/upvote`,
                headers: {
                  'x-project-key': earshot.key,
                  'x-visitor-id': randomUUID(),
                  'x-forwarded-for': buildAddress(Math.floor(Math.random() * 2 ** 24)),
                },
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
