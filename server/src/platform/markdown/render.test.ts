import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { renderArticle, renderEntry, renderMarkdown } from './render.ts';
import { randomRuns } from '../../testing/long.ts';

describe('Markdown', () => {
  const cases: [markdown: string, html: string][] = [
    ['# Title\n\nA *b* **c** `d` ~~e~~', '<h1>Title</h1>\n<p>A <em>b</em> <strong>c</strong> <code>d</code> <s>e</s></p>\n'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ['3. a', '<ol start="3">\n<li>a</li>\n</ol>\n'],
    ['> a', '<blockquote>\n<p>a</p>\n</blockquote>\n'],
    ['```ts\nlet a = "<b>";\n```', '<pre><code class="language-ts">let a = "&lt;b&gt;";\n</code></pre>\n'],
    ['[a](https://a.example "t")', '<p><a href="https://a.example" title="t" rel="noopener noreferrer">a</a></p>\n'],
    [
      'https://a.example/?b=1&c',
      '<p><a href="https://a.example/?b=1&amp;c" rel="noopener noreferrer">https://a.example/?b=1&amp;c</a></p>\n',
    ],
    ['[mail](mailto:a@b.example)', '<p><a href="mailto:a@b.example" rel="noopener noreferrer">mail</a></p>\n'],
    ['![alt](https://a.example/a.png)', '<p><img src="https://a.example/a.png" alt="alt" loading="lazy" /></p>\n'],
    [
      '| a | b |\n|:--|--:|\n| 1 | 2 |',
      '<table>\n<thead>\n<tr>\n<th align="left">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="left">1</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    ['a <b>c</b> & d', '<p>a &lt;b&gt;c&lt;/b&gt; &amp; d</p>\n'],
    ['', ''],
  ];
  for (const [markdown, html] of cases)
    test(JSON.stringify(markdown.slice(0, 40)), async () => assert.equal(await renderMarkdown(markdown), html));
});

describe('articles', () => {
  const cases: [markdown: string, html: string][] = [
    [
      '> [!NOTE]\n> Read *this*.',
      '<div class="callout callout-note"><p class="callout-title">Note</p><p>Read <em>this</em>.</p>\n</div>\n',
    ],
    [
      '> [!warning] Careful <script>\n> a',
      '<div class="callout callout-warning"><p class="callout-title">Careful &lt;script&gt;</p><p>a</p>\n</div>\n',
    ],
    [
      '![A chart](https://a.example/a.png "Visits & <b>")\n\na ![b](https://a.example/b.png "c")',
      '<figure><img src="https://a.example/a.png" alt="A chart" loading="lazy" /><figcaption>Visits &amp; &lt;b&gt;</figcaption></figure>\n<p>a <img src="https://a.example/b.png" alt="b" title="c" loading="lazy" /></p>\n',
    ],
    ['> [!OTHER]\n> a', '<blockquote>\n<p>[!OTHER]\na</p>\n</blockquote>\n'],
    [
      '- [ ] a\n- [X] b\n- [ ]c\n- d',
      '<ul>\n<li class="task"><input type="checkbox" disabled aria-label="To do" /> a</li>\n<li class="task"><input type="checkbox" checked disabled aria-label="Done" /> b</li>\n<li>[ ]c</li>\n<li>d</li>\n</ul>\n',
    ],
    [
      'a[^1] ^[b]\n\n[^1]: c',
      '<p>a<sup><a href="#fn1" rel="noopener noreferrer" id="fnref1">[1]</a></sup> ^[b]</p>\n<hr />\n<section class="footnotes">\n<ol>\n<li id="fn1"><p>c <a aria-label="Back to the text" href="#fnref1" rel="noopener noreferrer">↩︎</a></p>\n</li>\n</ol>\n</section>\n',
    ],
    [
      '```js\nlet a = "<b>";\n```',
      '<pre><code class="language-js"><span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;\n</code></pre>\n',
    ],
    ['```unknown\n<b>\n```', '<pre><code class="language-unknown">&lt;b&gt;\n</code></pre>\n'],
    ['```\nlet a;\n```', '<pre><code>let a;\n</code></pre>\n'],
    [
      '<input type="text"><input type="checkbox" onclick="a" checked><li id="earshotPolicy">',
      '<p><input type="checkbox" checked disabled aria-label="Done" /><li></li></p>\n',
    ],
    [
      '<table><tr><td style="text-align: right; color: red">a</td><td align="justify">b</td></tr></table>',
      '<table><tr><td align="right">a</td><td>b</td></tr></table>',
    ],
    [
      '<span class="hljs-comment">a</span><div class="callout other">b</div>',
      '<p><span>a</span></p><div class="callout">b</div><p></p>\n',
    ],
  ];
  for (const [markdown, html] of cases)
    test(JSON.stringify(markdown.slice(0, 40)), async () => assert.equal(await renderArticle(markdown, 'markdown'), html));

  test('code beyond 20,000 characters is not highlighted', async () => {
    const block = (length: number) => `\`\`\`js\n${'let a;'.padEnd(length)}\n\`\`\`\n`;
    assert.ok(!(await renderArticle(block(20_000), 'markdown')).includes('hljs'));
    const html = await renderArticle(block(9_000).repeat(3), 'markdown');
    assert.equal(html.match(/hljs-keyword/g)?.length, 2);
  });
});

const TAGS = new Set(
  'h1 h2 h3 h4 h5 h6 p blockquote ul ol li hr br pre code strong em s a img table thead tbody tr th td'.split(' '),
);
const ATTRIBUTES = new Set(['href', 'title', 'rel', 'src', 'alt', 'loading', 'class', 'start', 'align']);
const ARTICLE_ATTRIBUTES = ATTRIBUTES.union(new Set(['id', 'type', 'disabled', 'checked', 'aria-label']));
const CLASSES =
  /^(?:language-[\w+#-]+|hljs-[a-z_-]+(?: (?:function|class|inherited)_)?|callout(?: callout-[a-z]+)?|callout-title|task|footnotes)$/;

/** Additional elements in articles with HTML. */
const ARTICLE_TAGS = TAGS.union(
  new Set(
    'b i u del ins sub sup kbd mark small abbr dl dt dd details summary figure figcaption section article div span caption input'.split(
      ' ',
    ),
  ),
);

/** Asserts that the rendered text is harmless, as Markdown and as HTML. */
async function assertRenderedHarmless(source: string): Promise<void> {
  assertHarmless(await renderMarkdown(source), source, TAGS);
  assertHarmless(await renderEntry(source, 'one'), source, ARTICLE_TAGS);
  for (const type of ['markdown', 'html'] as const) assertHarmless(await renderArticle(source, type), source, ARTICLE_TAGS);
}

/** Asserts that nothing in this HTML can run, or load anything except links and images from the web. */
function assertHarmless(html: string, source: string, tags: Set<string>): void {
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      assert.ok(tags.has(tag), `<${tag}> from ${source}`);
      for (const [name, value] of Object.entries(attributes)) {
        assert.ok((tags === TAGS ? ATTRIBUTES : ARTICLE_ATTRIBUTES).has(name), `${name} from ${source}`);
        if (name === 'type') assert.equal(value, 'checkbox');
        if (name === 'align') assert.match(value, /^(left|center|right)$/);
        if (name === 'class') assert.match(value, tags === TAGS ? /^language-[\w+#-]+$/ : CLASSES);
        // Browsers ignore leading spaces of a URL, and tabs and line breaks anywhere.
        // eslint-disable-next-line no-control-regex
        const url = value.replaceAll(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+/, '');
        if ((name === 'href' || name === 'src') && /^[a-z][a-z0-9+.-]*:/i.test(url))
          assert.match(url, name === 'href' ? /^(https?|mailto):/i : /^https?:/i, source);
        assert.ok(!url.startsWith('//'), source);
      }
    },
    oncomment: () => assert.fail(`a comment from ${source}`),
    onprocessinginstruction: () => assert.fail(`an instruction from ${source}`),
  });
  parser.end(html);
}

/** Known attacks on Markdown renderers and on filters of URL schemes (OWASP Filter Evasion). */
const VECTORS = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](  javascript:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](java&#x0A;script:alert(1))',
  '[a](&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1))',
  '[a](&#0000106avascript:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](javascript&#58;alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](%6Aavascript:alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](<java\\script:alert(1)>)',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](//evil.example/x)',
  '[a](blob:https://a.example/1)',
  '[a](file:///etc/passwd)',
  '[a](https://a.example" onmouseover="alert(1))',
  "[a](https://a.example' onmouseover='alert(1))",
  '[a](https://a.example "title" onclick="alert(1)")',
  '[a](https://a.example "x\\" onerror=alert(1) \\"")',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '[a][b]\n\n[b]: <javascript:alert(1)> "t"',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![a" onerror="alert(1)](https://a.example/x.png)',
  '![a](https://a.example/x.png"onerror="alert(1))',
  '![a](x onerror=alert(1))',
  '![<img src=x onerror=alert(1)>](https://a.example/x.png)',
  '![a](//evil.example/x.png)',
  '<javascript:alert(1)>',
  '<https://a.example/"onclick="alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT/XSS SRC="https://evil.example/x.js"></SCRIPT>',
  '<img src=x onerror=alert(1)//',
  '<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<form action="javascript:alert(1)"><button>a</button></form>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import "javascript:alert(1)";</style>',
  '<p style="background:url(javascript:alert(1))">a</p>',
  '<details open ontoggle=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '```" onmouseover="alert(1)\na\n```',
  '```<script>alert(1)</script>\na\n```',
  '`<script>alert(1)</script>`',
  '| a |\n|:-:|\n| <script>alert(1)</script> |',
  '# <img src=x onerror=alert(1)>',
  '> <svg onload=alert(1)>',
  'www.a.example/<script>alert(1)</script>',
  'https://a.example/"><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\<script>alert(1)\\</script>',
  '<a\u0000 href="x" onclick=alert(1)>',
];

describe('known attacks are removed', () => {
  test('attacks on Markdown and on filters', async () => {
    for (const vector of VECTORS) await assertRenderedHarmless(vector);
  });

  test('the Big List of Naughty Strings, as text and in every Markdown construct', async () => {
    assert.ok(naughty.length > 400);
    const places = [
      (text: string) => text,
      ...[
        '[a](X)',
        '[a](<X>)',
        '![a](X)',
        '![X](https://a.example)',
        '<X>',
        '[a](https://a.example "X")',
        '[r]\n\n[r]: X',
        '```X\na\n```',
        '`X`',
        '# X',
        '| X |\n|---|\n| X |',
      ].map((place) => (text: string) => place.replaceAll('X', () => text)),
    ];
    for (const text of naughty) for (const place of places) await assertRenderedHarmless(place(text));
  });

  test('random combinations of their parts', async () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '"',
      "'",
      '`',
      '!',
      '\\',
      '\n',
      ' ',
      '|',
      '-',
      '*',
      '_',
      '&',
      ';',
      '#',
      ':',
      '/',
      'javascript:',
      'data:',
      'script',
      'img src=',
      'onerror=',
      'a',
      'https://a.example',
      '&#106;',
      '\t',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        await assertRenderedHarmless(parts.join(''));
      }),
      randomRuns(300, 20_000),
    );
  });
});
