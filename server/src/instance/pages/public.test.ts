import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { getByHost as getByHostOf } from '../../testing/by-host.ts';
import { startDnsServer } from '../../testing/dns-server.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const NASTY = `<script>alert(1)</script>"><img src=x onerror=alert(1)> & 'Söhne' </script>`;

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const dns = await startDnsServer();
const server = await startTestServer({ EARSHOT_DNS_SERVERS: dns.address });
const { call } = server;
const getByHost = (host: string, path: string) => getByHostOf(server.url, host, path);

/** Creates a project with all kinds of records, whose texts contain scripts. */
async function createFull(name = 'Acme', text = 'Export') {
  const project = await server.createProject(name);
  const { id, key, token, slug } = project;
  const query = { project_id: id };
  const entry = await call('POST', '/v1/feedback', {
    key,
    body: {
      title: `${text} entry`,
      description: `For **all** ${text}`,
      submitter_name: text.slice(0, 90),
      tags: [text.slice(0, 40)],
    },
  });
  await call('PATCH', `/v1/feedback/${entry.body.id}`, { token, body: { status: 'planned' } });
  await call('POST', `/v1/feedback/${entry.body.id}/comments`, {
    key,
    body: { body: `A comment on ${text}`, author_name: text.slice(0, 90) },
  });
  const news = await call('POST', '/v1/changelog', {
    token,
    query,
    body: { title: `${text} news`, content: `It is **here** ${text}`, published: true },
  });
  const said = await call('POST', '/v1/testimonials', {
    key,
    body: { author_name: text.slice(0, 90), author_title: text.slice(0, 90), content: `Said ${text}`, rating: 4 },
  });
  await call('PATCH', `/v1/testimonials/${said.body.id}`, { token, body: { status: 'approved' } });
  const index = await call('POST', '/v1/indexes', { token, query, body: { name: `Guides ${text}`.slice(0, 90) } });
  const document = await call('POST', `/v1/indexes/${index.body.id}/documents`, {
    token,
    body: { title: `${text} article`, content: `# ${text}\n\nEvery list has a button.\n\n## Then\n\nOpen it.` },
  });
  const help = (await get(`/p/${slug}/help`)).text;
  const article = new RegExp(`/help/${document.body.slug}(?=")`).exec(help)?.[0] ?? 'no link';
  const paths = [
    '',
    '/feedback',
    `/feedback/${entry.body.id}`,
    '/roadmap',
    '/changelog',
    `/changelog/${news.body.slug}`,
    '/testimonials',
    '/waitlist',
    '/help',
    article,
    '/help?q=button',
    '/feedback?q=export&sort=top',
  ];
  const configure = (settings: object) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings } });
  return { ...project, entry: entry.body, news: news.body, article, paths, configure, index: index.body };
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // Markdown renderers produce these, and an empty attribute is equivalent.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    // A menu with six items needs no names for its parts; forms of two steps need none either.
    'long-title': 'off',
    'no-inline-style': 'error',
  },
});

describe('every page', () => {
  for (const text of ['Export', NASTY]) {
    const what = text === NASTY ? 'whatever people wrote' : 'plain words';
    test(`is valid HTML, with a title, a description and data that machines read, of ${what}`, async () => {
      const { slug, paths } = await createFull(text === NASTY ? NASTY.slice(0, 100) : 'Acme', text);
      for (const path of paths) {
        const { status, text: html, headers } = await get(`/p/${slug}${path}`);
        assert.equal(status, 200, path);
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
        const { results } = await validator.validateString(html);
        const problems = results.flatMap(({ messages }) =>
          messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`),
        );
        assert.deepEqual(problems, [], `${path}\n${html}`);
        assert.equal(html.match(/<h1[ >]/g)?.length, 1, path);
        assert.match(html, /<title>[^<]+<\/title>/, path);
        assert.ok(html.includes('noindex') || /<meta name="description" content="[^"]+">/.test(html), path);
        assert.match(html, /<meta property="og:title" content="[^"]+">/);
        for (const [, data = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
          assert.equal(JSON.parse(data)['@context'], 'https://schema.org', path);
        assert.ok(!/<script(?! type="(module|application\/ld\+json)")/.test(html), `${path} runs something`);
        assert.ok(!/<img src=x|<script>alert/.test(html), path);
        assert.match(
          headers.get('content-security-policy') ?? '',
          /^default-src 'none'; script-src 'self'; style-src 'sha256-[^']+'(?: 'sha256-[^']+')?; /,
        );
      }
    });
  }

  test('returns 304 when unchanged', async () => {
    const { slug } = await createFull();
    const etag = (await get(`/p/${slug}/feedback`)).headers.get('etag') ?? '';
    assert.equal((await get(`/p/${slug}/feedback`, { 'if-none-match': etag })).status, 304);
  });

  test('that does not exist is an HTML page', async () => {
    const { slug } = await createFull();
    const missing = await get('/p/nobody');
    assert.deepEqual([missing.status, /<h1>Page not found<\/h1>/.test(missing.text)], [404, true]);
    for (const path of [
      `/p/${slug}/nothing`,
      `/p/${slug}/feedback/fb_nothing`,
      `/p/${slug}/feedback/boards/nothing`,
      `/p/${slug}/changelog/nothing`,
      `/p/${slug}/help/doc_nothing`,
      `/p/${slug}/help?index=idx_x`,
    ]) {
      const { status, text } = await get(path);
      assert.deepEqual(
        [status, /Page not found/.test(text), text.includes(`href="/p/${slug}/changelog"`)],
        [404, true, true],
        path,
      );
    }
  });
});

test('structured data contains votes and the first twenty comments', async () => {
  const { key, slug } = await server.createProject();
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export', description: 'As CSV' } });
  await call('POST', `/v1/feedback/${entry.id}/upvote`, { key, visitor: '0199a000-0000-7000-8000-000000000001' });
  for (let n = 1; n <= 21; n++) await call('POST', `/v1/feedback/${entry.id}/comments`, { key, body: { body: `Comment ${n}` } });
  const { text } = await get(`/p/${slug}/feedback/${entry.id}`);
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  const discussion = JSON.parse(data);
  assert.deepEqual(
    [discussion['@type'], discussion.headline, discussion.text, discussion.interactionStatistic[0].userInteractionCount],
    ['DiscussionForumPosting', 'Export', 'As CSV', 1],
  );
  assert.deepEqual(
    discussion.comment.map(({ text: comment }: { text: string }) => comment),
    Array.from({ length: 20 }, (_, index) => `Comment ${index + 1}`),
  );
  assert.ok(text.includes('Comment 21'), 'people read all of them');
});

test('articles are found at their address, regardless of the title', async () => {
  const { slug, token, index } = await createFull();
  for (const title of ['データのエクスポート方法について'.repeat(10), '🦉 𠮷'.repeat(60), '???', 'a/b?c#d%20', '..']) {
    await call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { title, content: 'Words', external_id: 'one' } });
    const help = (await get(`/p/${slug}/help`)).text;
    const [, href = ''] = /<ul class="articles"><li><a href="([^"]+)"/.exec(help) ?? [];
    assert.equal((await get(href)).status, 200, title);
  }
});

test('pages contain canonical URL and description', async () => {
  const { slug, entry, news, article, configure } = await createFull();
  await configure({
    pages: { description: 'A tool for lists', logo_url: 'https://acme.example/logo.png', website_url: 'https://acme.example' },
    mail: { color: '#b45309' },
  });
  const data = async (path: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec((await get(`/p/${slug}${path}`)).text)?.[1] ?? '{}');
  const rating = await data('/testimonials');
  assert.deepEqual(
    [rating['@type'], rating.aggregateRating.ratingValue, rating.aggregateRating.reviewCount, rating.review.length],
    ['Product', 4, 1, 1],
  );
  assert.deepEqual(
    [(await data(`/changelog/${news.slug}`))['@type'], (await data(article))['@type']],
    ['BlogPosting', 'Article'],
  );
  assert.equal((await data(`/feedback/${entry.id}`)).comment[0].text, 'A comment on Export');
  const { text } = await get(`/p/${slug}`);
  for (const part of [
    '<meta name="description" content="A tool for lists">',
    `<link rel="canonical" href="${server.url}/p/${slug}">`,
    '<meta property="og:image" content="https://acme.example/logo.png">',
    '<a href="https://acme.example" rel="noopener">acme.example</a>',
    '--accent:#b45309;--on-accent:#ffffff',
  ])
    assert.ok(text.includes(part), part);
  assert.match((await get(`/p/${slug}/feedback?q=x`)).text, /<meta name="robots" content="noindex">/);
  // Summaries show no Markdown.
  assert.match((await get(`/p/${slug}/feedback`)).text, /<p dir="auto">For all Export<\/p>/);
  assert.match((await get(`/p/${slug}/feedback/${entry.id}`)).text, /<meta name="description" content="For all Export">/);
});

test('disabled sections return 404 and are not linked', async () => {
  const { slug, configure } = await createFull();
  await configure({ pages: { sections: ['changelog', 'help'] } });
  assert.equal((await get(`/p/${slug}/feedback`)).status, 404);
  assert.equal(
    (await fetch(`${server.url}/p/${slug}/feedback`, { method: 'POST', body: new URLSearchParams({ title: 'x' }) })).status,
    404,
  );
  const { text } = await get(`/p/${slug}`);
  assert.ok(!text.includes('/feedback"') && text.includes(`/p/${slug}/changelog"`));
  assert.ok(!(await get(`/p/${slug}/sitemap.xml`)).text.includes('/feedback'));
});

test('pages contain no private data and no data of other projects', async () => {
  const { slug, key, token, id, paths, index, entry } = await createFull();
  await createFull('Other', 'Foreign');
  const hidden = await call('POST', '/v1/feedback', { key, body: { title: 'Hidden', submitter_email: 'secret@example.com' } });
  await call('PATCH', `/v1/feedback/${hidden.body.id}`, { token, body: { visibility: 'private' } });
  await call('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body: 'Hidden note', internal: true } });
  await call('POST', '/v1/changelog', { token, query: { project_id: id }, body: { title: 'Hidden draft' } });
  await call('POST', '/v1/testimonials', {
    key,
    body: { author_name: 'Hidden', author_email: 'secret@example.com', content: 'x', rating: 1 },
  });
  for (const path of [...paths, '/sitemap.xml', '/help?q=foreign', `/help?index=${index.id}`]) {
    const { text } = await get(`/p/${slug}${path}`);
    assert.ok(!/Hidden|secret@|Foreign article|Foreign entry/.test(text), path);
  }
  assert.equal((await get(`/p/${slug}/feedback/${hidden.body.id}`)).status, 404);
});

describe('forms work without scripts:', () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'text/html' },
    });
    return { status: response.status, text: await response.text() };
  };

  test('feedback, a comment, following', async () => {
    const { slug, token, id, configure } = await createFull();
    const sent = await post(`/p/${slug}/feedback`, {
      title: 'By form',
      type: 'bug',
      description: '',
      submitter_name: '',
      submitter_email: 'ada@example.com',
      follow: 'on',
    });
    assert.match(sent.text, /confirm your address with the link/);
    const path = /\/feedback\/fb_\w+/.exec(sent.text)?.[0] ?? '';
    assert.equal(sent.status, 200);
    assert.match((await get(`/p/${slug}${path}`)).text, /<h1(?: dir="auto")?>By form<\/h1>/);
    assert.equal((await post(`/p/${slug}${path}/comments`, { body: 'A word', author_name: 'Grace' })).status, 200);
    assert.match((await get(`/p/${slug}${path}`)).text, /A word/);
    assert.equal((await post(`/p/${slug}${path}/subscribe`, { email: 'grace@example.com' })).status, 200);
    const links = await until(async () => {
      const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token })).body;
      const found = data.flatMap(({ text }: { text: string }) => /http\S+\/feedback\/confirm\?token=\S+/.exec(text) ?? []);
      return found.length === 2 && (found as string[]);
    });
    for (const link of links) assert.equal((await call('POST', link)).status, 200);
    // Without the checkbox, the address is not followed up.
    const silent = await post(`/p/${slug}/feedback`, { title: 'Silent', submitter_email: 'eve@example.com' });
    assert.deepEqual([silent.status, /confirm your address/.test(silent.text)], [200, false]);
    assert.equal((await call('GET', `/v1/projects/${id}/mails`, { token })).body.total, 2);
    assert.match((await get(`/p/${slug}/feedback`)).text, /<input type="checkbox" name="follow">/);
    await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { feedback: { follow_default: true } } } });
    assert.match((await get(`/p/${slug}/feedback`)).text, /<input type="checkbox" name="follow" checked>/);
    await call('PATCH', `/v1${path.replace('/feedback', '/feedback')}`, { token, body: { status: 'done' } });
    await until(
      async () =>
        (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data.filter(({ subject }: { subject: string }) =>
          /By form/.test(subject),
        ).length === 2,
    );

    const wrong = await post(`/p/${slug}/feedback`, { title: '' });
    assert.deepEqual([wrong.status, /title is required/.test(wrong.text)], [400, true]);
    assert.equal((await post(`/p/${slug}/feedback`, { title: 'Spam', website: 'x' })).status, 200);
    await configure({ feedback: { moderation: 'all' } });
    assert.match((await post(`/p/${slug}/feedback`, { title: 'Waits' })).text, /after approval/);
    const { data } = (await call('GET', '/v1/feedback', { token, query: { project_id: id } })).body;
    assert.deepEqual(
      data.map(({ title, visibility }: { title: string; visibility: string }) => [title, visibility]).slice(0, 2),
      [
        ['Waits', 'pending'],
        ['Silent', 'public'],
      ],
    );
  });

  test('a testimonial with consent', async () => {
    const { slug, token, id } = await createFull();
    const fields = {
      rating: '5',
      content: 'A joy',
      author_name: 'Grace',
      author_title: '',
      author_company: '',
      author_email: '',
      consent: 'yes',
    };
    assert.equal((await post(`/p/${slug}/testimonials`, fields)).status, 200);
    for (const [field, error] of [
      ['rating', /rating must be/],
      ['consent', /consent is required/],
      ['content', /content is required/],
    ] as const) {
      const { status, text } = await post(`/p/${slug}/testimonials`, { ...fields, [field]: '' });
      assert.deepEqual([status, error.test(text)], [400, true], field);
    }
    const { data } = (await call('GET', '/v1/testimonials', { token, query: { project_id: id, status: 'pending' } })).body;
    assert.deepEqual(
      [data.length, data[0].content, data[0].consent.text],
      [1, 'A joy', 'You may publish my testimonial and my name on your website.'],
    );
  });

  test('a help search, which appears in the insights', async () => {
    const { slug, token, index } = await createFull();
    assert.match((await get(`/p/${slug}/help?q=buton`)).text, /Searched for “button”[\s\S]*<mark>button<\/mark>/);
    assert.match((await get(`/p/${slug}/help?q=zeppelin`)).text, /No results for “zeppelin”/);
    await until(async () => {
      const { body } = await call('GET', `/v1/indexes/${index.id}/insights`, { token });
      return body.missed_queries.some(({ query }: { query: string }) => query === 'zeppelin');
    });
  });
});

describe('custom domains', () => {
  test('serve the pages at the root, alongside the API', async () => {
    const { configure, slug, key, id, token } = await createFull();
    assert.equal((await configure({ pages: { custom_domain: 'feedback.acme.example' } })).status, 200);
    const { body: claimed } = await call('GET', `/v1/projects/${id}/domain`, { token });
    dns.records.set(claimed.record_name, [claimed.record_value]);
    await call('POST', `/v1/projects/${id}/domain/check`, { token });
    const front = await until(async () => {
      const answer = await getByHost('feedback.acme.example', '/');
      return answer.text.includes('href="/feedback"') ? answer : undefined;
    });
    assert.ok(
      front.text.includes('<link rel="canonical" href="https://feedback.acme.example">') && !front.text.includes(`/p/${slug}/`),
    );
    assert.equal((await getByHost('feedback.acme.example:8080', '/feedback?sort=top')).status, 200);
    assert.match(
      (await getByHost('feedback.acme.example', '/robots.txt')).text,
      /Sitemap: https:\/\/feedback\.acme\.example\/sitemap\.xml/,
    );
    assert.match(
      (await getByHost('feedback.acme.example', '/sitemap.xml')).text,
      /<loc>https:\/\/feedback\.acme\.example\/changelog\/export-news<\/loc>/,
    );
    assert.equal((await getByHost('feedback.acme.example', '/v1/analytics/overview')).status, 401);
    assert.equal((await getByHost('feedback.acme.example', '/widgets/vote.js')).status, 200);
    assert.equal((await getByHost('other.acme.example', '/feedback')).status, 404);
    const { body: place } = await call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com' } });
    assert.match(place.referral_url, /^https:\/\/feedback\.acme\.example\/waitlist\?ref=/);
    // The pages keep their paths and contain the canonical URL.
    assert.match(
      (await get(`/p/${slug}/feedback`)).text,
      /<link rel="canonical" href="https:\/\/feedback\.acme\.example\/feedback">/,
    );
  });

  test('must be a valid name', async () => {
    const { configure } = await createFull();
    for (const domain of ['localhost', 'https://x.example', 'UPPER.example', 'a..b.example', 'x.example/path', '127.0.0.1', '']) {
      const { status, body } = await configure({ pages: { custom_domain: domain } });
      assert.equal(status, 400, domain);
      assert.match(body.error, /^settings\.pages\.custom_domain (is required|must be a lowercase host name)/);
    }
  });
});
