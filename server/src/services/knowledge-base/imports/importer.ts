import { ArticleRecord as schema } from '@earshot/contract/services/knowledge-base/imports';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { createDuplicateCheck } from '../../../instance/imports/decisions.ts';
import type { Importer, Outcome } from '../../../instance/imports/importer.ts';
import { TEAM } from '../../../instance/end-users/readers.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import {
  deleteDocuments,
  type DocumentDeps,
  hashContent,
  type PreparedNewDocument,
  prepareNewDocument,
  storeDocuments,
} from '../documents/documents.ts';
import { findHashed, findImported, type HashedDocument } from '../documents/documents-store.ts';
import { checkLanguage } from '../documents/translations.ts';
import { checkSlug } from '../documents/slugs.ts';
import { findIndexes, listIndexes } from '../index/indexes-store.ts';

type ArticleRecord = Static<typeof schema>;

/** An article of an index, and the document that it replaces. */
interface Article {
  prepared: PreparedNewDocument;
  indexId: string;
  previous: HashedDocument | undefined;
}

/** Imports articles. Like documents, they replace those with the same external id, and have no versions until their first change. */
export function createArticleImporter(deps: DocumentDeps): Importer<ArticleRecord> {
  return {
    collection: 'articles',
    schema,
    plan: async (db, { project }, records) =>
      (await readArticles(db, project.id, records)).map((article): Outcome => {
        if (article instanceof HttpError) return article;
        const outcome = findOutcome(article);
        return article.previous ? { outcome, id: formatId('doc', article.previous.id) } : { outcome };
      }),
    save: async (tx, { project, actor, importId }, records) => {
      const articles = await readArticles(tx, project.id, records);
      const ids = new Map<Article, string>();
      const changed = articles.filter(
        (article): article is Article => !(article instanceof HttpError) && findOutcome(article) !== 'unchanged',
      );
      // In one order, so that imports into the same indexes do not block each other.
      for (const [indexId, group] of [...Map.groupBy(changed, (article) => article.indexId)].toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      )) {
        const saved = await storeDocuments(
          { ...deps, db: tx },
          { project_id: project.id, id: indexId },
          group.map(({ prepared }) => prepared),
          { actor, isImport: true, importId },
        );
        for (const [position, article] of group.entries()) ids.set(article, saved[position]?.id ?? '');
      }
      return articles.map((article): Outcome => {
        if (article instanceof HttpError) return article;
        return { outcome: findOutcome(article), id: formatId('doc', ids.get(article) ?? article.previous?.id ?? '') };
      });
    },
    findPaths: (_db, _projectId, ids) => Promise.resolve(new Map(ids.map((id) => [id, `/help/${id}`]))),
    undo: async (tx, projectId, importId, limit) => {
      const documents = await findImported(tx, projectId, importId, limit);
      for (const [indexId, group] of Map.groupBy(documents, (document) => document.index_id))
        await deleteDocuments(
          { ...deps, db: tx },
          { project_id: projectId, id: indexId },
          group.map(({ id }) => id),
        );
      return documents.length;
    },
  };
}

/** Returns the id of the index of a project that has one. */
async function findOnlyIndex(db: Db, projectId: string): Promise<string | undefined> {
  const { rows } = await listIndexes(db, projectId, TEAM, { limit: 2, offset: 0 });
  return rows.length === 1 ? rows[0]?.id : undefined;
}

async function readArticles(db: Db, projectId: string, records: ArticleRecord[]): Promise<(Article | HttpError)[]> {
  const onlyId = records.some(({ index_id: id }) => id === undefined) ? await findOnlyIndex(db, projectId) : undefined;
  const indexIds = records.map(({ index_id: id }) => (id === undefined ? onlyId : parseId('idx', id)) ?? '');
  const indexes = await findIndexes(db, projectId, [...new Set(indexIds.filter(Boolean))]);
  const stored = new Map<string, HashedDocument>();
  for (const { id } of indexes) {
    const externalIds = records.flatMap(({ external_id: externalId }, position) =>
      externalId !== undefined && indexIds[position] === id ? externalId : [],
    );
    for (const document of await findHashed(db, { project_id: projectId, id }, externalIds))
      stored.set(`${id} ${document.external_id}`, document);
  }
  const known = new Set(indexes.map(({ id }) => id));
  const [findDuplicate, findDuplicateSlug] = [createDuplicateCheck('external_id'), createDuplicateCheck('slug')];
  const articles: (Article | HttpError)[] = [];
  for (const [position, { index_id: _, ...input }] of records.entries()) {
    // Lets other requests run between two articles.
    await setImmediate();
    const indexId = indexIds[position] ?? '';
    const key = input.external_id === undefined ? undefined : `${indexId} ${input.external_id}`;
    try {
      if (!indexId && records[position]?.index_id === undefined)
        throw invalidField('index_id', 'required', 'index_id is required, unless the project has one index');
      if (!known.has(indexId)) throw invalidField('index_id', 'not_found', 'index_id must be the id of an index of this project');
      const duplicate = findDuplicate(key) ?? findDuplicateSlug(input.slug);
      if (duplicate) throw duplicate;
      await checkSlug(db, { project_id: projectId, id: indexId }, input);
      await checkLanguage(db, { project_id: projectId, id: indexId }, input);
      articles.push({ prepared: await prepareNewDocument(db, projectId, input), indexId, previous: stored.get(key ?? '') });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      articles.push(error);
    }
  }
  return articles;
}

/** An omitted time changes nothing. */
const isSameTime = (given: string | undefined, stored: Date) =>
  given === undefined || new Date(given).getTime() === stored.getTime();

/** Returns whether a document has the audience that a record names. */
const hasAudience = (document: HashedDocument, given: PreparedNewDocument['audience']) =>
  given === undefined ||
  (given === null
    ? document.inherits_audience
    : !document.inherits_audience && document.audience === given.audience && document.segment_id === given.segment_id);

function findOutcome({ prepared: { input, title, category, position, audience }, previous }: Article) {
  if (!previous) return 'created';
  const isSame =
    title === previous.title &&
    hashContent(input.content) === previous.content_sha256 &&
    (input.url ?? null) === previous.url &&
    (input.status ?? previous.status) === previous.status &&
    (input.slug ?? previous.slug) === previous.slug &&
    hasAudience(previous, audience) &&
    (input.language ?? previous.language) === previous.language &&
    (input.translation_of === undefined ||
      (input.translation_of && parseId('doc', input.translation_of)) === previous.translation_of) &&
    (input.content_type ?? 'markdown') === previous.content_type &&
    isDeepStrictEqual(input.metadata ?? {}, previous.metadata) &&
    (category ?? previous.category) === previous.category &&
    (position === undefined || position === previous.position) &&
    isSameTime(input.created_at, previous.created_at) &&
    isSameTime(input.updated_at, previous.updated_at);
  return isSame ? 'unchanged' : 'updated';
}
