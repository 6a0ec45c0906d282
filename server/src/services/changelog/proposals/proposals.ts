import { MAX_RELEASE_ENTRIES } from '@earshot/contract/instance/proposals/proposals';
import { truncate } from '@earshot/contract/shared/text';
import { Type } from 'typebox';
import { HttpError } from '../../../platform/api/errors.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import { removeLinks } from '../../../platform/markdown/links.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { ask, type Proposer } from '../../../instance/proposals/kinds.ts';
import { createEntry, type Deps } from '../changelog.ts';
import { findAnnounced } from './announced-store.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_CONTENT_LENGTH = 20_000;
/** Characters of a description that the model reads. */
const MAX_DESCRIPTION_LENGTH = 1_000;

/** A feedback entry that everyone may read. */
interface Finished {
  id: string;
  title: string;
  description: string;
  type: string;
}

export interface ProposalPeers {
  /** Returns public entries of feedback: the given ones, or the finished ones that changed last. */
  findFinished: (db: Db, projectId: string, ids: string[] | undefined) => Promise<Finished[]>;
}

/** Creates the proposals of release notes. They are about public entries only, because drafts become public. */
export const createReleaseNotes = (deps: Deps & ProposalPeers): Proposer => ({
  kind: 'release_notes',
  scope: 'changelog:write',
  prepare: async (db, { id: projectId }, { feedback_ids }) => {
    const ids = feedback_ids?.map((id) => requireId('fb', id, 'feedback.not_found'));
    const found = await deps.findFinished(db, projectId, ids);
    if (ids && found.length < ids.length) throw new HttpError('feedback.not_found');
    const announced = ids
      ? []
      : await findAnnounced(
          db,
          projectId,
          found.map(({ id }) => id),
        );
    const entries = found.filter(({ id }) => !announced.includes(id)).slice(0, MAX_RELEASE_ENTRIES);
    if (!entries.length) return { subjectId: null };
    return {
      subjectId: null,
      question: ask({
        task: 'Write release notes for users about the finished requests: a short title, and Markdown with one sentence or list item for each request, without links and images. Answer {"title": "<title>", "content": "<Markdown>"}.',
        data: {
          finished: entries.map(({ title, description, type }) => ({
            type,
            title,
            description: truncate(description, MAX_DESCRIPTION_LENGTH),
          })),
        },
        answer: Type.Object({ title: Type.String({ minLength: 1 }), content: Type.String({ minLength: 1 }) }),
        toChange: ({ title, content }) => ({
          title: truncate(title.trim().replace(/\s+/g, ' '), MAX_TITLE_LENGTH),
          content: removeLinks(truncate(content, MAX_CONTENT_LENGTH)).trim(),
          feedback_ids: entries.map(({ id }) => formatId('fb', id)),
        }),
      }),
    };
  },
  accept: async (tx, { project, change, actor }) => {
    const { title = '', content = '', feedback_ids = [] } = change;
    const entry = await createEntry(
      { ...deps, db: tx },
      { project, actor, fields: { title, content, feedback_ids: feedback_ids.flatMap((id) => parseId('fb', id) ?? []) } },
    );
    return formatId('cl', entry.id);
  },
});
