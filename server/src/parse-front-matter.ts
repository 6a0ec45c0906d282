import { loadOnce } from './platform/async/memoize.ts';

const load = loadOnce(() => import('../../cli/src/articles/front-matter.ts'));

/** Separates the front matter of a file from its text, as `earshot articles push` does. Loads the YAML parser on first use. */
export const parseFrontMatter = async (text: string) => (await load()).parseFrontMatter(text);
