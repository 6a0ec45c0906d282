import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceDestinations } from './destinations.ts';

const CASES: [text: string, expected: string, type?: 'html'][] = [
  ['[a](b.md) and ![c](d.png)', '[a](<link:b.md>) and ![c](<image:d.png>)'],
  ['[a](b.md "Title")', '[a](<link:b.md> "Title")'],
  ['[a](<b c.md>)', '[a](<<link:b c.md>>)'],
  ['[a](b_(c).md)', '[a](<link:b_(c).md>)'],
  ['![a][1]\n\n[1]: d.png', '![a][1]\n\n[1]: <image:d.png>'],
  ['`[a](b.md)`', '`[a](b.md)`'],
  ['```\n![a](b.png)\n```', '```\n![a](b.png)\n```'],
  ['    ![a](b.png)', '    ![a](b.png)'],
  [String.raw`\[a](b.md)`, String.raw`\[a](b.md)`],
  ['[![a](d.png)](b.md)', '[![a](<image:d.png>)](<link:b.md>)'],
  ['<img alt="" src="d.png?a=1&amp;b=2">', '<img alt="" src="<image:d.png?a=1&b=2>">'],
  ["Text <a href='b.md'>b</a>", "Text <a href='<link:b.md>'>b</a>"],
  ['[größe](größe.md)', '[größe](<link:größe.md>)'],
  ['<p><img src="a.png"><a href="b">b</a></p>', '<p><img src="<image:a.png>"><a href="<link:b>">b</a></p>', 'html'],
  ['<img data-src="a.png" src="b.png">', '<img data-src="a.png" src="<image:b.png>">', 'html'],
];

for (const [text, expected, type = 'markdown'] of CASES)
  test(`finds links and images in ${JSON.stringify(text)}`, async () => {
    assert.equal(
      await replaceDestinations(text, type, (target, isImage) => `<${isImage ? 'image' : 'link'}:${target}>`),
      expected,
    );
  });

test('reads hostile texts in linear time', async () => {
  const begin = performance.now();
  for (const text of ['[a]('.repeat(100_000), '[b]: '.repeat(100_000), ' src="'.repeat(100_000), '[a](b'.repeat(50_000)])
    assert.equal(await replaceDestinations(text, 'markdown', () => undefined), text);
  assert.ok(performance.now() - begin < 10_000);
});
