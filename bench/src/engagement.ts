// Measures requests per second of waitlist, testimonials and changelog, each next to a bare node:http server in the same run.
import type { Options } from 'autocannon';
import { compare, createToken, load, type Measured, startEarshot, startYardstick, vacuum, withFolder } from './measure.ts';

const TESTIMONIALS = 10_000;
const ENTRIES = 1_000;

await withFolder(async (folder) => {
  const earshot = await startEarshot(folder);
  const yardstick = await startYardstick();
  try {
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json' };
    const token = createToken({ EARSHOT_DATA_DIR: folder });
    const setWelcome = async (welcome_mail: boolean): Promise<void> => {
      const { data } = (await (await fetch(`${earshot.url}/v1/projects`, { headers: session })).json()) as {
        data: { id: string }[];
      };
      await fetch(`${earshot.url}/v1/projects/${data[0]?.id}`, {
        method: 'PATCH',
        headers: session,
        body: JSON.stringify({ settings: { waitlist: { welcome_mail } } }),
      });
    };
    const session = { ...headers, authorization: `Bearer ${token}` };
    const [waitlist, testimonials, changelog] = [
      `${earshot.url}/v1/waitlist`,
      `${earshot.url}/v1/testimonials`,
      `${earshot.url}/v1/changelog`,
    ];
    let people = 0;
    const join = (): string => JSON.stringify({ email: `person-${people++}@example.com`, name: 'Ada Lovelace' });
    const post = (url: string, body: () => string, more: Options['headers'] = headers): Options => ({
      url,
      requests: [{ method: 'POST', headers: more, setupRequest: (request) => ({ ...request, body: body() }) }],
    });

    await load({
      ...post(testimonials, () => JSON.stringify({ author_name: 'Ada', content: 'It spares us an hour every week.', rating: 5 })),
      amount: TESTIMONIALS,
    });
    await approveAll(testimonials, session);
    let entries = 0;
    await load({
      ...post(
        changelog,
        () => JSON.stringify({ title: `News ${entries++}`, content: 'It **spares** us an hour every week.', published: true }),
        session,
      ),
      amount: ENTRIES,
    });
    await vacuum(folder);

    const etag = (await fetch(changelog, { headers })).headers.get('etag') ?? '';
    const bareGet: Options = { url: yardstick.url };
    const barePost: Options = { url: yardstick.url, method: 'POST', headers, body: join() };
    const page: Options = { url: `${yardstick.url}page` };
    const joined = await fetch(waitlist, { method: 'POST', headers, body: join() });
    const { referral_code } = (await joined.json()) as { referral_code: string };

    // Jobs write and send mails on the same cores, so that requests without mails come first.
    await setWelcome(false);
    const measured: Measured[] = [
      { name: 'join', yardstick: barePost, options: post(waitlist, join) },
      {
        name: 'join by a referral',
        yardstick: barePost,
        options: post(waitlist, () => JSON.stringify({ email: `person-${people++}@example.com`, referral_code })),
      },
      { name: 'count', yardstick: bareGet, options: { url: `${waitlist}/count`, headers } },
      { name: 'position', yardstick: bareGet, options: { url: `${waitlist}/position?referral_code=${referral_code}`, headers } },
      { name: `testimonials of ${TESTIMONIALS}, page 1`, yardstick: bareGet, options: { url: testimonials, headers } },
      { name: 'the same, next to an equally large page of node:http', yardstick: page, options: { url: testimonials, headers } },
      { name: 'summary', yardstick: bareGet, options: { url: `${testimonials}/summary`, headers } },
      { name: `changelog of ${ENTRIES}, page 1`, yardstick: bareGet, options: { url: changelog, headers } },
      { name: 'the same, next to an equally large page of node:http', yardstick: page, options: { url: changelog, headers } },
      {
        name: 'the same, If-None-Match',
        yardstick: bareGet,
        options: { url: changelog, headers: { ...headers, 'if-none-match': etag } },
      },
    ];
    await compare(measured);
    await setWelcome(true);
    await compare([{ name: 'join, with a welcome mail each', yardstick: barePost, options: post(waitlist, join) }]);
  } finally {
    await yardstick.stop();
    await earshot.end('SIGTERM');
  }
});

async function approveAll(url: string, headers: Record<string, string>): Promise<void> {
  const ids: string[] = [];
  for (let page = 1; page <= TESTIMONIALS / 100; page++) {
    const answer = await fetch(`${url}?limit=100&page=${page}`, { headers });
    ids.push(...((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id));
  }
  await load({
    url,
    amount: ids.length,
    requests: [
      {
        method: 'PATCH',
        headers,
        body: '{"status":"approved"}',
        setupRequest: (request) => ({ ...request, path: `/v1/testimonials/${ids.pop()}` }),
      },
    ],
  });
}
