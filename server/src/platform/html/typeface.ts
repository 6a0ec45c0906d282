import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Parts of the typeface by script. A browser loads those that the text of a page needs. A later part precedes an earlier one. */
const SUBSETS = ['cyrillic', 'greek', 'vietnamese', 'latin-ext', 'latin'] as const;

const RANGES = new URL(import.meta.resolve('@fontsource-variable/inter/unicode.json'));
const ranges = JSON.parse(readFileSync(RANGES, 'utf8')) as Record<string, string>;

/** Files of Inter, a variable font for Latin, Cyrillic and Greek text, by their paths, which change with the content. */
export const typefaceFiles = new Map(
  SUBSETS.map((subset) => {
    const content = readFileSync(new URL(`files/inter-${subset}-wght-normal.woff2`, RANGES));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    return [`/fonts/inter-${subset}-${hash}.woff2`, { subset, content }] as const;
  }),
);

const [latin = ''] = [...typefaceFiles.keys()].slice(-1);
/** Path of the file that nearly all pages need. */
export const LATIN_FILE = latin;

/**
 * Style sheet of the family `Inter`. The family `Inter Fallback` is Arial in the proportions of Inter, so that text does not move when the
 * files arrive. Its values are quotients of the metrics of both fonts.
 */
export const TYPEFACE_CSS = `${Array.from(
  typefaceFiles,
  ([path, { subset }]) =>
    `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(${path}) format('woff2');unicode-range:${ranges[subset]}}`,
).join(
  '',
)}@font-face{font-family:'Inter Fallback';src:local(Arial),local('Liberation Sans');size-adjust:107.06%;ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%}`;
