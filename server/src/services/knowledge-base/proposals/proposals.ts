import { truncate } from '@earshot/contract/shared/text';
import { Type } from 'typebox';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import { removeLinks } from '../../../platform/markdown/links.ts';
import { EVERYONE, TEAM } from '../../../instance/end-users/readers.ts';
import { ask, type Proposer } from '../../../instance/proposals/kinds.ts';
import { decideCluster, type FindFeedbackIds } from '../clusters/clusters.ts';
import { findCluster } from '../clusters/clusters-store.ts';
import { saveDocument } from '../documents/documents.ts';
import { getIndex } from '../indexes.ts';
import { search, type SearchDeps } from '../search/search.ts';

const MAX_TITLE_LENGTH = 300;
const MAX_CONTENT_LENGTH = 20_000;
/** Passages of existing articles that the model reads. */
const MAX_PASSAGES = 5;
const MAX_PASSAGE_LENGTH = 1_500;

/** Creates the proposals of articles, which answer clusters of unanswered searches. */
export const createArticleDrafts = (deps: SearchDeps & { findFeedbackIds: FindFeedbackIds }): Proposer => ({
  kind: 'article',
  scope: 'knowledge_base:write',
  prepare: async (db, { id: projectId }, { search_cluster_id: clusterId, index_id: indexId }) => {
    if (clusterId === undefined)
      throw invalidField('search_cluster_id', 'required', 'search_cluster_id is required for this kind');
    if (indexId === undefined) throw invalidField('index_id', 'required', 'index_id is required for this kind');
    const cluster = await findCluster(db, projectId, requireId('scl', clusterId, 'search_clusters.not_found'));
    if (!cluster) throw new HttpError('search_clusters.not_found');
    const index = await getIndex(db, projectId, requireId('idx', indexId, 'indexes.not_found'), TEAM);
    const { results } = await search(deps, projectId, [index.id], {
      query: cluster.query,
      limit: MAX_PASSAGES,
      page: 1,
      highlight: false,
      // The draft may become public.
      reader: EVERYONE,
    });
    return {
      subjectId: formatId('scl', cluster.id),
      question: ask({
        task: 'Write a draft of a help article that answers the searches, in the language with the given code: a title, and Markdown without the title, without links and images. Take facts from the passages only. Write “…” for each fact that the team has to add. Answer {"title": "<title>", "content": "<Markdown>"}.',
        data: {
          language: index.language,
          searches: [cluster.query, ...cluster.examples],
          passages: results.map(({ title, content }) => ({ title, text: truncate(content, MAX_PASSAGE_LENGTH) })),
        },
        answer: Type.Object({ title: Type.String({ minLength: 1 }), content: Type.String({ minLength: 1 }) }),
        toChange: ({ title, content }) => ({
          title: truncate(title.trim().replace(/\s+/g, ' '), MAX_TITLE_LENGTH),
          content: removeLinks(truncate(content, MAX_CONTENT_LENGTH)).trim(),
          index_id: formatId('idx', index.id),
        }),
      }),
    };
  },
  accept: async (tx, { project, subjectId, change, actor }) => {
    const [id, clusterId] = [parseId('idx', change.index_id ?? ''), parseId('scl', subjectId ?? '')];
    if (!id || !clusterId) throw new HttpError('indexes.not_found');
    const { title = '', content = '' } = change;
    const document = await saveDocument(
      { ...deps, db: tx },
      { project_id: project.id, id },
      { title, content, status: 'draft' },
      actor,
    );
    const documentId = formatId('doc', document.id);
    await decideCluster(
      { db: tx, findFeedbackIds: deps.findFeedbackIds },
      { projectId: project.id, id: clusterId, change: { document_id: documentId } },
    );
    return documentId;
  },
});
