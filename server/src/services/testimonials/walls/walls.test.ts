import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_WALL_STYLE } from '@earshot/contract/services/testimonials/wall-style';
import { parseVideo } from '@earshot/contract/services/testimonials/videos';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

const STYLE = { ...DEFAULT_WALL_STYLE, layout: 'grid', columns: 2, accent_color: '#0a7f5a', theme: 'dark', show_date: false };

async function createWalls() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const team = (method: string, path: string, body?: object, query = {}) =>
    call(method, `/v1/${path}`, { token, query: { project_id: id, ...query }, body });
  const add = async (rating: number, fields: object = {}) => {
    const sent = await call('POST', '/v1/testimonials', {
      key,
      body: { author_name: `Author ${rating}`, content: 'Good', rating, ...fields },
    });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    await team('PATCH', `testimonials/${sent.body.id}`, { status: 'approved' });
    return sent.body.id as string;
  };
  const { body: own } = await call('GET', `/v1/projects/${id}`, { token });
  return { ...project, slug: own.slug as string, team, add };
}

const names = ({ body }: Json) => body.data.map(({ author_name }: Json) => author_name).toSorted();

test('testimonials are in several collections, each with figures, a list and a page of its own', async () => {
  const { key, token, slug, team, add } = await createWalls();
  const [one, two, five] = [await add(1), await add(2), await add(5)];
  const { body: agencies, status } = await team('POST', 'testimonials/collections', { name: 'Agencies & co', style: STYLE });
  assert.deepEqual([status, agencies.slug, agencies.count, agencies.average_rating], [201, 'agencies-co', 0, null]);
  const { body: others } = await team('POST', 'testimonials/collections', { name: 'Others', slug: 'others' });
  const collect = (action: string, ids: string[], collection: string) =>
    team('POST', 'testimonials/bulk', { action, ids, collection_id: collection });
  await collect('add_to_collection', [one, two, five], agencies.id);
  assert.deepEqual(
    (await collect('add_to_collection', [one, five], agencies.id)).body.results.map(({ outcome }: Json) => outcome),
    ['unchanged', 'unchanged'],
  );
  await collect('remove_from_collection', [one], agencies.id);
  const { body: changed } = await team('PATCH', `testimonials/${one}`, { collection_ids: [others.id] });
  assert.deepEqual(changed.collection_ids, [others.id]);
  await collect('add_to_collection', [five], others.id);

  const list = (collection: string) => call('GET', '/v1/testimonials', { key, query: { collection } });
  assert.deepEqual(
    [names(await list('agencies-co')), names(await list('others')), (await list('none')).body.code],
    [['Author 2', 'Author 5'], ['Author 1', 'Author 5'], 'testimonial_collections.not_found'],
  );
  const csv = await team('GET', 'testimonials/export.csv', undefined, { collection: 'none' });
  assert.equal(csv.body.code, 'testimonial_collections.not_found');
  const { body: all } = await team('GET', 'testimonials/collections');
  assert.deepEqual(
    all.data.map(({ name, count, average_rating: average }: Json) => [name, count, average]),
    [
      ['Agencies & co', 2, 3.5],
      ['Others', 2, 3],
    ],
  );
  const wall = (query = {}) => call('GET', '/v1/testimonials/wall', { key, query });
  const { body: own } = await wall({ collection: 'agencies-co' });
  assert.deepEqual([own.name, own.style, own.count, own.average_rating], ['Agencies & co', STYLE, 2, 3.5]);
  assert.ok(own.url.endsWith(`/p/${slug}/testimonials/agencies-co`));
  const { body: whole } = await wall();
  assert.deepEqual([whole.name, whole.style, whole.count], [null, DEFAULT_WALL_STYLE, 3]);

  const page = async (path: string) => {
    const response = await fetch(`${server.url}/p/${slug}/testimonials${path}`);
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy') ?? '',
      text: await response.text(),
    };
  };
  const shown = await page('/agencies-co');
  assert.match(shown.text, /<h1 dir="auto">Agencies &amp; co<\/h1>/);
  assert.match(shown.text, /--wall-accent:#0a7f5a/);
  assert.ok(shown.text.includes('Author 2') && !shown.text.includes('Author 1'));
  assert.doesNotMatch(shown.text, /<figcaption[^]*?<time/);
  assert.match(
    shown.policy,
    /frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/player\.vimeo\.com https:\/\/www\.loom\.com/,
  );
  assert.equal((await page('/none')).status, 404);

  await team('PATCH', `testimonials/collections/${others.id}`, { name: 'Friends', slug: 'friends', style: null });
  assert.deepEqual(names(await list('friends')), ['Author 1', 'Author 5']);
  assert.equal((await call('DELETE', `/v1/testimonials/collections/${others.id}`, { token })).status, 200);
  assert.deepEqual((await team('GET', `testimonials/${one}`)).body.collection_ids, []);
});

test('the look of the project applies to the page and to collections without their own', async () => {
  const { id, key, token, slug, team, add } = await createWalls();
  await add(5);
  await team('POST', 'testimonials/collections', { name: 'Agencies' });
  await call('PATCH', `/v1/projects/${id}`, {
    token,
    body: { settings: { testimonials: { wall: { ...STYLE, layout: 'carousel', limit: 3 } } } },
  });
  for (const collection of [undefined, 'agencies']) {
    const { body } = await call('GET', '/v1/testimonials/wall', { key, query: collection ? { collection } : {} });
    assert.deepEqual([body.style.layout, body.style.limit], ['carousel', 3]);
  }
  const text = await (await fetch(`${server.url}/p/${slug}/testimonials`)).text();
  assert.match(text, /<ul class="wall" tabindex="0" aria-label="Testimonials">/);
  assert.match(text, /prefers-reduced-motion:no-preference/);
});

test('collections that cannot be stored or do not exist are rejected', async () => {
  const { team, add, key } = await createWalls();
  const rival = await createWalls();
  const testimonial = await add(5);
  const { body: agencies } = await team('POST', 'testimonials/collections', { name: 'Agencies' });
  const { body: others } = await team('POST', 'testimonials/collections', { name: 'Others' });
  const { body: foreign } = await rival.team('POST', 'testimonials/collections', { name: 'Agencies' });
  for (const [method, path, body, code] of [
    ['POST', 'testimonials/collections', { name: 'Agencies' }, 'testimonial_collections.slug_taken'],
    ['POST', 'testimonials/collections', { name: 'Agencies', slug: 'No slug' }, 'validation'],
    ['POST', 'testimonials/collections', { name: 'Blue', style: { ...STYLE, accent_color: 'blue' } }, 'validation'],
    ['POST', 'testimonials/collections', { name: 'Few', style: { layout: 'grid' } }, 'validation'],
    ['PATCH', `testimonials/collections/${others.id}`, { slug: agencies.slug }, 'testimonial_collections.slug_taken'],
    ['PATCH', `testimonials/${testimonial}`, { collection_ids: [foreign.id] }, 'testimonial_collections.not_found'],
    ['POST', 'testimonials/bulk', { action: 'add_to_collection', ids: [testimonial] }, 'validation'],
    [
      'POST',
      'testimonials/bulk',
      { action: 'remove_from_collection', ids: [testimonial], collection_id: foreign.id },
      'testimonial_collections.not_found',
    ],
  ] as const)
    assert.equal((await team(method, path, body)).body.code, code, JSON.stringify(body));
  await rival.team('POST', 'testimonials/collections', { name: 'Rivals' });
  for (const path of ['/v1/testimonials', '/v1/testimonials/wall'])
    for (const collection of ['none', 'rivals']) {
      const { body } = await call('GET', path, { key, query: { collection } });
      assert.equal(body.code, 'testimonial_collections.not_found', `${path} ${collection}`);
    }
  for (let number = 3; number <= 46; number++) await team('POST', 'testimonials/collections', { name: `Collection ${number}` });
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      const { status, body: created } = await team('POST', 'testimonials/collections', { name: `Parallel ${number}` });
      return created.code ?? status;
    }),
  );
  assert.deepEqual(
    Object.entries(Object.groupBy(statuses, String)).map(([outcome, all]) => [outcome, all?.length]),
    [
      ['201', 4],
      ['testimonial_collections.limit_reached', 4],
    ],
    'parallel requests',
  );
});

test('videos are stored as the page of a permitted host, and shown as a poster', async () => {
  const { slug, add, key, team } = await createWalls();
  const id = await add(5, { video_url: 'https://youtu.be/aqz-KE-bpKQ?t=3' });
  assert.equal((await team('GET', `testimonials/${id}`)).body.video_url, 'https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  const text = await (await fetch(`${server.url}/p/${slug}/testimonials`)).text();
  assert.match(
    text,
    /<a class="video" href="https:\/\/www\.youtube\.com\/watch\?v=aqz-KE-bpKQ" data-player="https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?autoplay=1"/,
  );
  assert.match(text, /src="\/widgets\/play-video\.js"/);
  assert.doesNotMatch(text, /<iframe/);
  for (const video_url of [
    'https://video.example/1',
    'https://www.youtube.com/@earshot',
    'https://evil.example/?u=https://vimeo.com/76979871',
  ]) {
    const { status, body } = await call('POST', '/v1/testimonials', {
      key,
      body: { author_name: 'Eve', content: 'Good', rating: 5, video_url },
    });
    assert.deepEqual([status, body.fields[0].path], [400, 'video_url'], video_url);
  }
  assert.equal((await team('PATCH', `testimonials/${id}`, { video_url: null })).body.video_url, null);
});

test('links to videos of three hosts have a page and a player', () => {
  for (const [link, url, player] of [
    [
      'https://www.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ',
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      '/embed/aqz-KE-bpKQ?autoplay=1',
    ],
    ['https://youtube.com/shorts/aqz-KE-bpKQ', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', '/embed/aqz-KE-bpKQ?autoplay=1'],
    ['https://vimeo.com/76979871', 'https://vimeo.com/76979871', '/video/76979871?autoplay=1&dnt=1'],
    [
      'https://vimeo.com/76979871/abcdef1234',
      'https://vimeo.com/76979871/abcdef1234',
      '/video/76979871?h=abcdef1234&autoplay=1&dnt=1',
    ],
    [
      'https://www.loom.com/share/0123456789abcdef0123456789abcdef?sid=1',
      'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
      '/embed/0123456789abcdef0123456789abcdef?autoplay=1',
    ],
  ] as const) {
    const video = parseVideo(link);
    assert.equal(video?.url, url);
    assert.ok(video.playerUrl.endsWith(player), video.playerUrl);
  }
});
