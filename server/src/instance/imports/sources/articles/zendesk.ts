import { replaceDestinations } from '../../../../platform/markdown/destinations.ts';
import { type Json, toList, toObject, toText } from '../json.ts';
import { compact, type Item, type Reading, type SourceFile, UnreadableFileError } from '../source.ts';
import { readJson } from '../text.ts';
import { findFragment } from './folder.ts';

/** Article in the URL of a help center, such as `/hc/en-us/articles/360001-Export`. */
const ARTICLE_URL = /\/hc\/(?:[\w-]+\/)?articles\/(\d+)/;

const toRef = (id: unknown) => `zendesk:${toText(id)}`;

/** Returns whether a file is a response of the API of Zendesk Guide. Other JSON files belong to the folder. */
export async function isZendeskFile(file: SourceFile): Promise<boolean> {
  if (!/\.json$/i.test(file.name) || /_category_\.json$/i.test(file.name)) return false;
  try {
    const content = await readJson(file);
    return ['articles', 'sections', 'categories'].some((list) => Array.isArray(toObject(content)[list]));
  } catch (error) {
    if (error instanceof UnreadableFileError) return false;
    throw error;
  }
}

/**
 * Reads responses of `GET /api/v2/help_center/articles` (https://developer.zendesk.com/api-reference/help_center/help-center-api/articles),
 * also with `include=sections,categories`, or with the lists of sections in further files.
 */
export async function* readZendesk({ options }: Reading, files: SourceFile[]): AsyncGenerator<Item> {
  const context: Context = { sections: new Map(), ids: new Set(), index_id: options.index_id };
  for (const file of files) {
    const content = toObject(await readJson(file));
    for (const { id, name } of toList(content.sections)) context.sections.set(String(id), toText(name) ?? '');
    for (const { id } of toList(content.articles)) context.ids.add(String(id));
  }
  for (const file of files)
    for (const [index, article] of toList(toObject(await readJson(file)).articles).entries())
      yield {
        collection: 'articles',
        file: file.name,
        line: index + 1,
        from: toText(article.html_url),
        record: await toRecord(article, context),
      };
}

interface Context {
  sections: Map<string, string>;
  /** Ids of the articles, to which links are replaced. */
  ids: Set<string>;
  index_id: string | undefined;
}

async function toRecord(article: Json, { sections, ids, index_id }: Context) {
  const labels = Array.isArray(article.label_names)
    ? (article.label_names as unknown[]).flatMap((name) => toText(name) ?? [])
    : [];
  const category = sections.get(String(article.section_id));
  const metadata = { ...compact({ category, locale: article.locale }), ...(labels.length && { tags: labels }) };
  return compact({
    status: article.draft === true ? 'draft' : undefined,
    index_id,
    external_id: toRef(article.id),
    title: article.title,
    content_type: 'html',
    content: await replaceDestinations(toText(article.body) ?? '', 'html', (target, isImage) => {
      const [, id] = ARTICLE_URL.exec(target) ?? [];
      return isImage || !id || !ids.has(id) ? undefined : `/zendesk%3A${id}${findFragment(target)}`;
    }),
    metadata,
    created_at: article.created_at,
    updated_at: article.edited_at ?? article.updated_at,
  });
}
