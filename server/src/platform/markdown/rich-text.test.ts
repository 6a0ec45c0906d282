import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Flavor, parseMarkdown } from '../../../../dashboard/src/editor/markdown/parse.ts';
import { findLoss, normalizeHtml } from '../../../../dashboard/src/editor/markdown/round-trip.ts';
import { serializeMarkdown } from '../../../../dashboard/src/editor/markdown/serialize.ts';
import { parseWithSources } from '../../../../dashboard/src/editor/markdown/sources.ts';
import { renderArticle, renderEntry } from './render.ts';
import { randomRuns } from '../../testing/long.ts';

// Checks the rich text view of the dashboard against the Markdown renderer of the server.

const roundTrip = (markdown: string, flavor: Flavor) => serializeMarkdown(parseMarkdown(markdown, flavor));

const render = (markdown: string, flavor: Flavor) =>
  flavor === 'article' ? renderArticle(markdown, 'markdown') : renderEntry(markdown);

/** Asserts that readers see the same text after the rich text view. */
async function assertSameMeaning(markdown: string, flavor: Flavor): Promise<void> {
  const result = roundTrip(markdown, flavor);
  const [before, after] = [await render(markdown, flavor), await render(result, flavor)];
  assert.equal(normalizeHtml(after), normalizeHtml(before), `${JSON.stringify(markdown)} became ${JSON.stringify(result)}`);
}

/** Constructs, each with the text that the rich text view writes. Undefined for the same text. */
const CONSTRUCTS: [markdown: string, written?: string][] = [
  ['# One\n\n###### Six'],
  ['One\n===', '# One'],
  ['*a* **b** ~~c~~ `d` ***e***'],
  ['_a_ __b__', '*a* **b**'],
  ['**see [a](https://a.example) and `b`**'],
  ['**[a](https://a.example) see**', '[**a**](https://a.example) **see**'],
  ['``a ` b``'],
  ['`` `a` ``'],
  ['a\\\nb'],
  ['a  \nb', 'a\\\nb'],
  ['a\nb', 'a b'],
  ['- a\n- b\n  - c\n    1. d\n    2. e'],
  ['- a\n\n- b'],
  ['* a\n* b'],
  ['- a\n\n* b'],
  ['5. a\n6. b'],
  ['1) a\n2) b'],
  ['- a\n\n  b\n\n- c'],
  ['- a\n  ```js\n  b\n  ```'],
  ['- ```\n  a\n  ```'],
  ['- > a\n- b'],
  ['> a\n>\n> > b\n>\n> - c'],
  ['```js title="a"\nlet a;\n\nlet b;\n```'],
  ['````\n```\n````'],
  ['    a\n    b', '```\na\nb\n```'],
  ['~~~\na\n~~~', '```\na\n```'],
  ['a\n\n---\n\nb'],
  ['***'],
  ['| a | b |\n| :-- | --: |\n| `1 \\| 2` | **3** |\n|  | [x](https://a.example) |'],
  ['- a\n\n  | a |\n  | --- |\n  | b |\n\n- c'],
  ['![a *b*](https://a.example/a.png "c")', '![a b](https://a.example/a.png "c")'],
  ['[a](<b c> "d \\"e\\"")'],
  ['[a](https://a.example/b_\\(c\\))'],
  ['<https://a.example/_b_>'],
  ['https://a.example/b', '<https://a.example/b>'],
  ['\\*a\\* \\_b\\_ \\[c\\] \\`d\\` # e'],
  ['snake_case and 2 * 3 < 4 & 5'],
  ['\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\+ e'],
  ['a\\\n\\- b\\\n\\# c\\\n1\\. d'],
  ['\\&amp; \\<b>'],
  ['## C#'],
  ['a!\\[b\\]'],
  ['日本語 **太字** です'],
  ['> [!NOTE]\n> a\n>\n> - b'],
  ['> [!warning] Careful\n> a', '> [!WARNING] Careful\n> a'],
  ['> [!TIP]\n>\n> - a'],
  ['- [ ] a\n- [x] b\n- c'],
  ['- [ ] **a**\n  - [x] b'],
  ['**「a」**の'],
  ['Press <kbd>Ctrl</kbd>, H<sub>2</sub>O'],
  ['<details>\n<summary>a</summary>\n\n- b\n\n</details>'],
  ['a[^1] and[^note]\n\n[^1]: b\n\n[^note]: c\n\n    d'],
];

const ARTICLE_CONSTRUCTS: [markdown: string, written?: string][] = [
  ['Press <kbd>Ctrl</kbd>.<br>Then wait.'],
  ['a\n\n<!-- b -->\n\nc'],
];

describe('texts keep their meaning in the rich text view', () => {
  const cases: [Flavor, string, string?][] = [
    ...CONSTRUCTS.flatMap(([markdown, written]): [Flavor, string, string?][] => [
      ['entry', markdown, written],
      ['article', markdown, written],
    ]),
    ...ARTICLE_CONSTRUCTS.map(([markdown, written]): [Flavor, string, string?] => ['article', markdown, written]),
  ];
  for (const [flavor, markdown, written = markdown] of cases)
    test(`${flavor}: ${JSON.stringify(markdown)}`, async () => {
      assert.equal(roundTrip(markdown, flavor).trim(), written);
      await assertSameMeaning(markdown, flavor);
      assert.equal(findLoss(markdown, flavor), undefined);
    });

  test('the documents of the repository, and none is refused', async () => {
    const root = fileURLToPath(new URL('../../../../', import.meta.url));
    const files = globSync(['docs/**/*.md', '*.md'], { cwd: root });
    assert.ok(files.length > 80);
    for (const file of files) {
      const markdown = readFileSync(root + file, 'utf8');
      assert.equal(findLoss(markdown, 'article'), undefined, file);
      await assertSameMeaning(markdown, 'article');
    }
  });

  test('random texts that are not refused', async () => {
    const part = fc.constantFrom(
      'a',
      'b c',
      ' ',
      '\n',
      '\n\n',
      '*',
      '**',
      '_',
      '~~',
      '`',
      '[',
      ']',
      '(https://a.example)',
      '!',
      '<b>',
      '<kbd>',
      '「',
      '<details>\n',
      '&amp;',
      '\\',
      '|',
      '- ',
      '1. ',
      '> ',
      '# ',
      '```\n',
      '    ',
      '\n---\n',
      '[^1]',
      '\n[^1]: ',
      '- [ ] ',
      '> [!NOTE]\n',
      '| a |\n| --- |\n',
      'https://a.example/_b',
    );
    let [made, shown] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 25 }), fc.constantFrom<Flavor>('entry', 'article'), async (parts, flavor) => {
        const markdown = parts.join('');
        made++;
        if (findLoss(markdown, flavor)) return;
        shown++;
        await assertSameMeaning(markdown, flavor);
      }),
      randomRuns(200, 10_000),
    );
    assert.ok(shown > made / 2, `${shown} of ${made} texts were shown`);
  });
});

test('an edit leaves other blocks as they were written', async () => {
  const before = '* _a_\n* b\n\nOne\nline\n\nTitle\n=====\n\n- c\n\n---\n\n1. d';
  const { doc, sources } = parseWithSources(before, 'article');
  const added = parseMarkdown('New', 'article');
  const [start, end] = [doc.child(0).nodeSize, doc.child(0).nodeSize + doc.child(1).nodeSize];
  const edited = doc.replace(start, end, added.slice(0, added.content.size));
  assert.equal(serializeMarkdown(edited, sources), before.replace('One\nline', 'New'));
  // A new list with the marker of the next one does not become a part of it.
  const between = edited.content.addToEnd(parseMarkdown('- New', 'article').child(0)).addToEnd(edited.child(3));
  const text = serializeMarkdown(doc.copy(between), sources);
  assert.equal(text, `${before.replace('One\nline', 'New')}\n\n- New\n\n* c`);
});

test('texts that the rich text view would change are refused with a reason', () => {
  const cases: [markdown: string, loss: string][] = [
    ['---\ntitle: A\n---\n\nText', 'front-matter'],
    ['[a][b]\n\n[b]: https://a.example', 'references'],
    ['a\n\n[//]: # (a comment)', 'references'],
    ['a\n\n[^1]: never used', 'other'],
    ['a &nbsp; b', 'other'],
  ];
  for (const [markdown, loss] of cases) assert.equal(findLoss(markdown, 'article'), loss, markdown);
});
