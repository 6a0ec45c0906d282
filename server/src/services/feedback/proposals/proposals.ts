import { truncate } from '@earshot/contract/shared/text';
import { Type } from 'typebox';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { toTagKey, uniqueTags } from '../../../platform/text/tags.ts';
import { ask, type Proposer } from '../../../instance/proposals/kinds.ts';
import { lockEntry, refuseMerged, updateEntry } from '../feedback.ts';
import { merge } from '../merging/merging.ts';
import { findSimilarTitles } from '../similar/similar-store.ts';
import { findEntry, type Entry } from '../store.ts';
import { listTags } from '../views/views-store.ts';

const MAX_CANDIDATES = 20;
const MAX_OFFERED_TAGS = 100;
const MAX_PROPOSED_TAGS = 3;
/** Tags of one entry. */
const MAX_TAGS = 20;
/** Characters of a description that the model reads. */
const MAX_DESCRIPTION_LENGTH = 2_000;
const MAX_REASON_LENGTH = 300;

/** Returns the entry of a request. @throws {HttpError} 400, 404, 409 */
async function readSubject(db: Db, projectId: string, id: string | undefined): Promise<Entry> {
  if (id === undefined) throw invalidField('feedback_id', 'required', 'feedback_id is required for this kind');
  const entry = await findEntry(db, projectId, requireId('fb', id, 'feedback.not_found'));
  if (!entry) throw new HttpError('feedback.not_found');
  refuseMerged(entry);
  return entry;
}

const describe = ({ title, description }: Pick<Entry, 'title' | 'description'>) => ({
  title,
  description: truncate(description, MAX_DESCRIPTION_LENGTH),
});

/** Creates the proposals about feedback entries. */
export const createFeedbackProposers = (events: DomainEvents): Proposer[] => [createDuplicates(events), createTags(events)];

function createDuplicates(events: DomainEvents): Proposer {
  return {
    kind: 'duplicate',
    scope: 'feedback:write',
    prepare: async (db, { id: projectId }, { feedback_id }) => {
      const entry = await readSubject(db, projectId, feedback_id);
      const similar = await findSimilarTitles(db, projectId, entry.title, {
        filter: {},
        limit: MAX_CANDIDATES,
        entryId: entry.id,
      });
      const candidates = similar.filter(({ status, merged_into }) => !merged_into && status !== 'declined');
      const subjectId = formatId('fb', entry.id);
      if (!candidates.length) return { subjectId };
      return {
        subjectId,
        question: ask({
          task: 'Decide whether one of the candidates asks for the same as the entry, so that the team can merge the entry into it. Related requests are no duplicates. Answer {"duplicate": <number of the candidate, or null>, "reason": "<one sentence>"}.',
          data: { entry: describe(entry), candidates: candidates.map((one, number) => ({ number, ...describe(one) })) },
          answer: Type.Object({
            duplicate: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
            reason: Type.Optional(Type.String()),
          }),
          toChange: ({ duplicate, reason = '' }) => {
            const into = duplicate === null ? undefined : candidates[duplicate];
            return into
              ? { into_id: formatId('fb', into.id), into_title: into.title, reason: truncate(reason.trim(), MAX_REASON_LENGTH) }
              : null;
          },
        }),
      };
    },
    accept: async (tx, { project, subjectId, change, actor }) => {
      const [id, into] = [parseId('fb', subjectId ?? ''), parseId('fb', change.into_id ?? '')];
      if (!id || !into) throw new HttpError('feedback.not_found');
      // An entry that was merged since is another one than the team read.
      const target = await findEntry(tx, project.id, into);
      if (target) refuseMerged(target);
      await merge({ db: tx, events }, { projectId: project.id, id, into, actor, mayReveal: false });
      return subjectId as string;
    },
  };
}

function createTags(events: DomainEvents): Proposer {
  return {
    kind: 'tags',
    scope: 'feedback:write',
    prepare: async (db, { id: projectId }, { feedback_id }) => {
      const entry = await readSubject(db, projectId, feedback_id);
      const own = new Set(entry.tags.map(toTagKey));
      const offered = (await listTags(db, projectId, MAX_OFFERED_TAGS))
        .map(({ name }) => name)
        .filter((tag) => !own.has(toTagKey(tag)));
      const subjectId = formatId('fb', entry.id);
      if (!offered.length) return { subjectId };
      return {
        subjectId,
        question: ask({
          task: `Choose up to ${MAX_PROPOSED_TAGS} of the tags that clearly fit the entry, or none. Answer {"tags": ["<tag>"]}.`,
          data: { entry: describe(entry), tags: offered },
          answer: Type.Object({ tags: Type.Array(Type.String()) }),
          toChange: ({ tags }) => {
            const chosen = new Set(tags.map(toTagKey));
            const proposed = offered.filter((tag) => chosen.has(toTagKey(tag))).slice(0, MAX_PROPOSED_TAGS);
            return proposed.length ? { tags: proposed } : null;
          },
        }),
      };
    },
    accept: async (tx, { project, subjectId, change, actor }) => {
      const id = parseId('fb', subjectId ?? '');
      if (!id) throw new HttpError('feedback.not_found');
      const entry = await lockEntry(tx, project.id, id);
      refuseMerged(entry);
      const tags = uniqueTags([...entry.tags, ...(change.tags ?? [])]);
      if (tags.length > MAX_TAGS) throw new HttpError('validation', { message: `An entry has at most ${MAX_TAGS} tags` });
      await updateEntry({ db: tx, events }, { projectId: project.id, id, change: { tags }, actor });
      return subjectId as string;
    },
  };
}
