// Renews the pictures of the gallery (`npm run -w dashboard gallery -- --update`). Look at their differences before you commit them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { compressPng } from './compare.ts';
import { PICTURES, readMajor, startPictureBrowser, takePictures, VERSION_FILE } from './pictures.ts';

const browser = await startPictureBrowser();
try {
  const pictures = await takePictures(browser);
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(VERSION_FILE, `${readMajor(browser.version())}\n`);
  let bytes = 0;
  for (const [name, png] of pictures) {
    const file = await compressPng(png);
    bytes += file.length;
    writeFileSync(`${PICTURES}${name}.png`, file);
  }
  console.log(`${pictures.size} pictures, ${Math.round(bytes / 1000)} kB`);
} finally {
  await browser.close();
}
