import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

const LOGO = 'https://acme.example/logo.png';
const DARK = 'https://acme.example/logo-dark.png';

async function setUp() {
  const project = await server.createProject('Acme');
  const { id, slug, token } = project;
  return {
    ...project,
    change: (settings: object) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings } }),
    preview: (settings: object) => call('POST', `/v1/projects/${id}/branding/preview`, { token, body: { settings } }),
    page: async () => {
      const response = await fetch(`${server.url}/p/${slug}`, { headers: { accept: 'text/html' } });
      return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' };
    },
  };
}

test('public pages have the logo, icon, links, footer, font, theme and style sheet of the project', async () => {
  const { change, page } = await setUp();
  const { status } = await change({
    pages: {
      logo_url: LOGO,
      logo_dark_url: DARK,
      favicon_url: 'https://acme.example/icon.png',
      font: 'serif',
      theme: 'dark',
      header_links: [{ label: 'Prices & plans', url: 'https://acme.example/pricing?a=1&b=2' }],
      footer: '© Acme · [Imprint](https://acme.example/imprint)\n\n<script>alert(1)</script>',
      custom_css: '@media (width < 600px) { .brand > span { display: none } }',
    },
  });
  assert.equal(status, 200);
  const { html, policy } = await page();
  assert.match(html, /<link rel="icon" href="https:\/\/acme\.example\/icon\.png">/);
  assert.match(html, new RegExp(`<a class="brand"[^>]*><img class="logo" src="${DARK}"`));
  assert.match(html, /<a href="https:\/\/acme\.example\/pricing\?a=1&amp;b=2" rel="noopener">Prices &amp; plans<\/a>/);
  assert.match(html, /<footer[^]*<a href="https:\/\/acme\.example\/imprint"[^>]*>Imprint<\/a>/);
  assert.doesNotMatch(html, /<script>alert/);
  assert.match(html, /color-scheme:dark;/);
  assert.match(html, /--font:[^}]*Georgia, serif/);
  // The policy permits exactly the style sheets of the page.
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => css);
  assert.equal(styles.length, 2);
  const sources = styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  assert.ok(policy.includes(`style-src ${sources.join(' ')};`), policy);
});

test('in the theme of the device, the logo follows the color scheme', async () => {
  const { change, page } = await setUp();
  await change({ pages: { logo_url: LOGO } });
  assert.match((await page()).html, new RegExp(`<a class="brand"[^>]*><img class="logo" src="${LOGO}"`));
  await change({ pages: { logo_dark_url: DARK } });
  assert.match(
    (await page()).html,
    new RegExp(`<picture><source media="\\(prefers-color-scheme: dark\\)" srcset="${DARK}"><img class="logo" src="${LOGO}"`),
  );
});

test('rejects style sheets that load something, however they are written', async () => {
  const { change, preview } = await setUp();
  const path = 'settings.pages.custom_css';
  const cases: [css: string, problem: string][] = [
    ['a { background: url(https://evil.example/a.png) }', 'url(), which loads a file (line 1)'],
    ['a { }\nb { background: URL("https://evil.example/a.png") }', 'url(), which loads a file (line 2)'],
    [String.raw`a { background: u\72l(https://evil.example) }`, 'url(), which loads a file (line 1)'],
    [String.raw`a { background: \75rl("https://evil.example") }`, 'url(), which loads a file (line 1)'],
    ['a { background: -webkit-image-set("https://evil.example" 1x) }', '-webkit-image-set(), which loads a file (line 1)'],
    ['@import "https://evil.example/a.css";', '@import (line 1)'],
    [String.raw`@\69mport "https://evil.example/a.css";`, '@import (line 1)'],
    ['@font-face { font-family: a; src: local(b) }', '@font-face (line 1)'],
    ['a { }\n</STYLE><script>alert(1)</script>', '</style (line 2)'],
    ['a { content: "one\n" }', 'a text without closing quote: "one (line 1)'],
  ];
  for (const [css, problem] of cases) {
    const settings = { pages: { custom_css: css } };
    const message = `${path} must not contain ${problem}`;
    const answer = await change(settings);
    assert.deepEqual([answer.status, answer.body.error, answer.body.fields[0].path], [400, message, path], css);
    assert.equal((await preview(settings)).body.error, message);
  }
  // Texts and comments that only look like it.
  const harmless =
    '.a::after { content: "url(x)" } /* @import url(x) */ @supports (color: light-dark(red, blue)) { .b { color: red } }';
  assert.equal((await change({ pages: { custom_css: harmless } })).status, 200);
});

test('previews unsaved settings and describes the contrast of the color', async () => {
  const { preview, page } = await setUp();
  const { status, body } = await preview({
    pages: { header_links: [{ label: 'Pricing', url: 'https://acme.example/pricing' }] },
    mail: { color: '#fde047', greeting: 'Hi there,', signature: 'Ada\nfrom Acme' },
  });
  assert.equal(status, 200);
  assert.match(body.page, /<a href="https:\/\/acme\.example\/pricing" rel="noopener">Pricing<\/a>/);
  assert.match(body.page, /--accent:#fde047;--on-accent:#000000/);
  assert.match(body.mail.html, /<p[^>]*>Hi there,<\/p>[^]*<p[^>]*>Ada\nfrom Acme<\/p>/);
  assert.match(body.mail.text, /\n\nHi there,\n\nThe status[^]*\n\nAda\nfrom Acme\n\n-- \n/);
  assert.deepEqual(body.contrast, {
    light: { ratio: 1.31, link_color: '#796c22' },
    dark: { ratio: 13.85, link_color: '#fde047' },
    button: { ratio: 15.92, text_color: '#000000' },
  });
  assert.doesNotMatch((await page()).html, /Pricing/);
});

test('mails have the greeting, the signature and the logo, unless it is switched off', async () => {
  const { id, token, change } = await setUp();
  const send = async () => (await call('POST', `/v1/projects/${id}/mails/test`, { token, body: {} })).body;
  await change({
    pages: { logo_url: LOGO, logo_dark_url: DARK },
    mail: { greeting: 'Hi <there>,', signature: 'The Acme team' },
  });
  const { html, text } = await send();
  assert.match(html, new RegExp(`srcset="${DARK}"><img class="logo" src="${LOGO}" alt=""`));
  assert.match(html, /<p[^>]*>Hi &lt;there&gt;,<\/p>/);
  assert.match(html, /<p[^>]*>The Acme team<\/p>/);
  assert.match(text, /Hi <there>,\n\n[^]*The Acme team\n\n-- \n/);
  await change({ mail: { show_logo: false, greeting: null, signature: null } });
  const plain = await send();
  assert.doesNotMatch(plain.html, /<img/);
  assert.doesNotMatch(plain.text, /The Acme team/);
});
