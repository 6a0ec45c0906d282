import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { countDifferences } from '../gallery/compare.ts';
import { PICTURES, readMajor, startPictureBrowser, takePictures, VERSION_FILE } from '../gallery/pictures.ts';

const DASHBOARD = fileURLToPath(new URL('../../dashboard/', import.meta.url));
/** Pixels in which a picture may differ: fewer than a changed border, radius or letter. */
const MAX_DIFFERENT = 60;
const MAX_BYTES = 400_000;

const browser = await startPictureBrowser();
after(() => browser.close());

const major = readMajor(browser.version());
const picturedBy = readFileSync(VERSION_FILE, 'utf8').trim();
const isOther = major !== picturedBy && `Chromium ${picturedBy} took the pictures, and this is Chromium ${major}`;

test('components look as in their pictures, in light and dark colors', { skip: isOther }, async () => {
  const pictures = await takePictures(browser);
  const expected = globSync('*.png', { cwd: PICTURES }).map((file) => basename(file, '.png'));
  assert.deepEqual([...pictures.keys()].toSorted(), expected.toSorted());
  const different: string[] = [];
  for (const [name, png] of pictures) {
    const count = await countDifferences(png, readFileSync(`${PICTURES}${name}.png`));
    if (count <= MAX_DIFFERENT) continue;
    const file = join(mkdtempSync(join(tmpdir(), 'earshot-picture-')), `${name}.png`);
    writeFileSync(file, png);
    different.push(`${name}: ${count} pixels differ, see ${file}`);
  }
  assert.deepEqual(different, [], 'If this is intended: npm run -w dashboard gallery -- --update');
});

test('pictures are small', () => {
  const bytes = globSync(`${PICTURES}*`).map((file) => statSync(file).size);
  assert.ok(bytes.reduce((sum, size) => sum + size, 0) < MAX_BYTES);
});

test('the gallery has all components, and the dashboard does not contain the gallery', () => {
  const gallery = globSync('gallery/**/*.tsx', { cwd: DASHBOARD }).map((file) => readFileSync(join(DASHBOARD, file), 'utf8'));
  const missing = globSync('src/ui/**/*.tsx', { cwd: DASHBOARD })
    .map((file) => file.replace('src/ui/', ''))
    // Uses of Dialog and Confirm that look like their examples, and the part of DateField that is loaded later.
    .filter((file) => !['name-dialog.tsx', 'unsaved-changes.tsx', 'dates/date-picker.tsx'].includes(file))
    .filter((file) => !gallery.some((text) => text.includes(`/ui/${file}'`)));
  assert.deepEqual(missing, []);
  const dist = join(DASHBOARD, 'dist');
  if (!existsSync(dist)) return;
  const shipped = globSync('**/*.js', { cwd: dist }).filter((file) =>
    readFileSync(join(dist, file), 'utf8').includes('gallery-section'),
  );
  assert.deepEqual(shipped, []);
});
