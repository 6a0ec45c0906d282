import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toPlainText } from './plain-text.ts';
import { renderEntry } from './render.ts';

describe('rendered Markdown as text', () => {
  const cases: [markdown: string, text: string][] = [
    ['# Title\n\nA *b* **c** `d` ~~e~~\nnext', 'Title\n\nA b c d e next'],
    ['a\\\nb', 'a\nb'],
    ['[docs](https://a.example/x) and <https://b.example>', 'docs (https://a.example/x) and https://b.example'],
    ['www.a.example, me@a.example', 'www.a.example, me@a.example'],
    [
      '![A chart](https://a.example/c.png) ![](https://a.example/d.png)',
      'A chart (https://a.example/c.png) https://a.example/d.png',
    ],
    ['[![Logo](https://a.example/l.png)](https://a.example)', 'Logo (https://a.example/l.png) (https://a.example)'],
    ['- a\n- b\n  1. c\n  2. d\n- [ ] e\n- [x] f', '- a\n- b\n  1. c\n  2. d\n- [ ] e\n- [x] f'],
    ['9. a\n10. b\n\n    c', '9. a\n10. b\n    c'],
    ['> a\n>\n> > b', '> a\n>\n> > b'],
    ['> [!WARNING]\n> a', 'Warning\n\na'],
    ['```js\nlet a = "<b>";\n\n  b();\n```', '    let a = "<b>";\n\n      b();'],
    ['| Plan | Price |\n|:--|--:|\n| **Team** | 9 € |\n| Solo | |', 'Plan | Price\n---- | -----\nTeam | 9 €\nSolo |'],
    ['a[^1]\n\n[^1]: See [b](https://b.example).', 'a[1]\n\n---\n\n1. See b (https://b.example).'],
    ['<details>\n<summary>More</summary>\n\nPress <kbd>F5</kbd> &amp; wait\n\n</details>', 'More\n\nPress F5 & wait'],
    ['![A chart](https://a.example/c.png "Visits")', 'A chart (https://a.example/c.png)\n\nVisits'],
    ['---', '---'],
    ['', ''],
  ];
  for (const [markdown, text] of cases)
    test(JSON.stringify(markdown), async () => assert.equal(await toPlainText(await renderEntry(markdown)), text));
});
