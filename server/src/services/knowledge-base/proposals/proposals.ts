import type { CreateProposal } from '@earshot/contract/instance/proposals/proposals';
import { truncate } from '@earshot/contract/shared/text';
import { type Static, Type } from 'typebox';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
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

interface AnsweredEntry {
  id: string;
  title: string;
  description: string;
  answers: string[];
}

/** Returns a feedback entry that everyone may read, with the public answers of the team. */
export type FindPublicAnswers = (db: Db, projectId: string, id: string) => Promise<AnsweredEntry | undefined>;

type Peers = { findFeedbackIds: FindFeedbackIds; findPublicAnswers: FindPublicAnswers };

/** The record that an article is about. */
interface Subject {
  id: string;
  /** Query that finds related articles. */
  query: string;
  /** Task of the model, and the texts that it reads. Undefined when there is nothing to write about. */
  about: { task: string; data: object } | undefined;
}

/** Returns the subject of a request. @throws {HttpError} 400, 404 */
async function findSubject(
  { findPublicAnswers }: Pick<Peers, 'findPublicAnswers'>,
  db: Db,
  projectId: string,
  { search_cluster_id: clusterId, feedback_id: feedbackId }: Static<typeof CreateProposal>,
): Promise<Subject> {
  if (clusterId !== undefined) {
    const cluster = await findCluster(db, projectId, requireId('scl', clusterId, 'search_clusters.not_found'));
    if (!cluster) throw new HttpError('search_clusters.not_found');
    const { query, examples } = cluster;
    return {
      id: formatId('scl', cluster.id),
      query,
      about: { task: 'that answers the searches', data: { searches: [query, ...examples] } },
    };
  }
  if (feedbackId === undefined)
    throw invalidField('search_cluster_id', 'required', 'search_cluster_id or feedback_id is required for this kind');
  const entry = await findPublicAnswers(db, projectId, requireId('fb', feedbackId, 'feedback.not_found'));
  if (!entry) throw new HttpError('feedback.not_found');
  const { title, description } = entry;
  const answers = entry.answers.map((answer) => truncate(answer, MAX_PASSAGE_LENGTH));
  return {
    id: formatId('fb', entry.id),
    query: title,
    about: answers.length
      ? {
          task: 'that says in general terms what the team answered to the request, for readers with the same question',
          data: { request: { title, description: truncate(description, MAX_PASSAGE_LENGTH) }, answers },
        }
      : undefined,
  };
}

/** Creates the proposals of articles, which answer clusters of unanswered searches, or repeat public answers to feedback. */
export const createArticleDrafts = (deps: SearchDeps & Peers): Proposer => ({
  kind: 'article',
  scope: 'knowledge_base:write',
  prepare: async (db, { id: projectId }, input) => {
    const { id: subjectId, query, about } = await findSubject(deps, db, projectId, input);
    const { index_id: indexId } = input;
    if (indexId === undefined) throw invalidField('index_id', 'required', 'index_id is required for this kind');
    const index = await getIndex(db, projectId, requireId('idx', indexId, 'indexes.not_found'), TEAM);
    if (!about) return { subjectId };
    const { results } = await search(deps, projectId, [index.id], {
      query,
      limit: MAX_PASSAGES,
      page: 1,
      highlight: false,
      // The draft may become public.
      reader: EVERYONE,
    });
    return {
      subjectId,
      question: ask({
        task: `Write a draft of a help article ${about.task}, in the language with the given code: a title, and Markdown without the title, without links and images. Take facts from the passages and the answers only. Write “…” for each fact that the team has to add. Answer {"title": "<title>", "content": "<Markdown>"}.`,
        data: {
          language: index.language,
          ...about.data,
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
    if (!id) throw new HttpError('indexes.not_found');
    const entryId = parseId('fb', subjectId ?? '');
    if (entryId && !(await deps.findPublicAnswers(tx, project.id, entryId))?.answers.length)
      throw new HttpError('feedback.not_found');
    const { title = '', content = '' } = change;
    const document = await saveDocument(
      { ...deps, db: tx },
      { project_id: project.id, id },
      { title, content, status: 'draft' },
      actor,
    );
    const documentId = formatId('doc', document.id);
    if (clusterId)
      await decideCluster(
        { db: tx, findFeedbackIds: deps.findFeedbackIds },
        { projectId: project.id, id: clusterId, change: { document_id: documentId } },
      );
    return documentId;
  },
});
