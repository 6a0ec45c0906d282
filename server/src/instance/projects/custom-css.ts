import { truncate } from '@earshot/contract/shared/text';
import { invalidField } from '../../platform/api/errors.ts';

/** Rules that cannot load anything. Others, such as `@import` and `@font-face`, are refused. */
const AT_RULES = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'keyframes',
  '-webkit-keyframes',
  'property',
  'starting-style',
]);
/** Functions that load a file from an address. Names may have a vendor prefix. */
const LOADING = /^(?:-\w+-)?(?:url|src|image|image-set|cross-fade|element)$/;

const PATH = 'settings.pages.custom_css';

/**
 * Refuses style sheets that load files: from other servers they would reveal the visitors, and with attribute selectors what they
 * typed. Reads tokens as browsers do, so that escapes such as `u\72l()` and comments hide nothing.
 * @throws {HttpError} 400
 */
export async function checkCustomCss(css: string | null | undefined): Promise<void> {
  if (!css) return;
  const refuse = (offset: number, problem: string) =>
    invalidField(PATH, 'not_allowed', `${PATH} must not contain ${problem} (line ${css.slice(0, offset).split('\n').length})`);
  // It would end the element of the style sheet.
  const end = css.search(/<\/style/i);
  if (end >= 0) throw refuse(end, '</style');
  // Loaded on first use, because few requests change a style sheet.
  const { tokenize, TokenType } = await import('@csstools/css-tokenizer');
  for (const [type, text, start, , data] of tokenize({ css })) {
    const name = data && 'value' in data ? String(data.value).toLowerCase() : '';
    if (type === TokenType.URL || type === TokenType.BadURL || (type === TokenType.Function && LOADING.test(name)))
      throw refuse(start, type === TokenType.Function ? `${name}(), which loads a file` : 'url(), which loads a file');
    if (type === TokenType.AtKeyword && !AT_RULES.has(name)) throw refuse(start, `@${name}`);
    if (type === TokenType.BadString) throw refuse(start, `a text without closing quote: ${truncate(text, 20)}`);
  }
}
