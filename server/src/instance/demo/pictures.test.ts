import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSharp } from '../../platform/images/sharp.ts';
import { drawScreenshot } from './pictures.ts';

test('a screenshot has five lines in the menu, six rows and an error message, evenly spaced', async () => {
  const findBoxes = await readBoxes(await drawScreenshot());
  for (const [inner, outer, count] of [
    ['5f7296', '23304a', 5],
    ['c5ccd8', 'ffffff', 6],
    ['c0392b', 'fde7e7', 1],
  ] as const) {
    const [lines, around] = [findBoxes(inner), findBoxes(outer)];
    assert.equal(lines.length, count, inner);
    assert.equal(new Set(lines.map(({ right }) => right)).size, count, `${inner} have different lengths`);
    const distances = lines.slice(1).map(({ top }, index) => top - (lines[index]?.top ?? 0));
    assert.ok(new Set(distances).size <= 1, `${inner} have equal distances`);
    for (const { top, left, right, bottom } of lines)
      assert.ok(
        around.some((box) => box.top < top && box.left < left && box.right > right && box.bottom > bottom),
        `${inner} are within ${outer}`,
      );
  }
});

/** Returns a function that finds the boxes of a color, which are one below the other. */
async function readBoxes(png: Buffer) {
  const sharp = await loadSharp();
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, top) =>
    data.subarray(top * info.width * 3, (top + 1) * info.width * 3).toString('hex'),
  );
  return (color: string) => {
    const boxes: { top: number; bottom: number; left: number; right: number }[] = [];
    for (const [top, row] of rows.entries()) {
      const pixels: string[] = row.match(/.{6}/g) ?? [];
      if (!pixels.includes(color)) continue;
      const last = boxes.at(-1);
      if (last?.bottom === top) last.bottom++;
      else boxes.push({ top, bottom: top + 1, left: pixels.indexOf(color), right: pixels.lastIndexOf(color) + 1 });
    }
    return boxes;
  };
}
