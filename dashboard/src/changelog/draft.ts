import type { Body, ChangelogEntry } from '@earshot/sdk';
import { changelog as texts } from './texts/en/changelog.ts';
import { useRef } from 'react';
import { queryClient, refresh, useClient } from '../api.ts';
import { PATIENT } from '../session/retry-delays.ts';
import { useAutosave, useCreation } from '../editor/autosave.ts';
import { useProject } from '../projects/projects.ts';
import { dropDraft } from '../session/drafts.ts';

export type Fields = Required<
  Pick<
    Body<'PATCH /v1/changelog/{id}'>,
    | 'title'
    | 'content'
    | 'version'
    | 'type'
    | 'tags'
    | 'feedback_ids'
    | 'segment_id'
    | 'pages'
    | 'languages'
    | 'success'
    | 'window_days'
    | 'image_url'
    | 'image_alt'
    | 'announcement'
    | 'announcement_ends_at'
  >
>;

const toFields = ({
  title,
  content,
  version,
  type,
  tags,
  feedback_ids,
  segment_id = null,
  pages = [],
  languages = [],
  success = null,
  window_days = 7,
  image_url,
  image_alt,
  announcement,
  announcement_ends_at,
}: ChangelogEntry): Fields => ({
  title,
  content,
  version,
  type,
  tags,
  feedback_ids,
  segment_id,
  pages,
  languages,
  success,
  window_days,
  image_url,
  image_alt,
  announcement,
  announcement_ends_at,
});

const toStored = (entry: ChangelogEntry) => ({ fields: toFields(entry), at: entry.updated_at });

/**
 * State of the editor. Drafts are saved automatically after a pause in typing; published entries are saved only on request.
 * `onCreated` receives the id of an entry that had none.
 */
export function useEntryDraft(entry: ChangelogEntry, onCreated?: (id: string) => void) {
  const call = useClient();
  const { id: projectId } = useProject();
  // Saving an entry without an id creates it.
  const id = useRef(entry.id);
  const create = useCreation((body: Body<'POST /v1/changelog'>) => call('POST /v1/changelog', { body }, PATIENT));
  const draftName = () => `changelog.${projectId}.${id.current || 'new'}`;

  const send = async (sent: Fields, since: string): Promise<string> => {
    // A text without a title is saved as well.
    const body = { ...sent, title: sent.title.trim() || texts.untitled, version: sent.version || null };
    let [isSaved, at] = [false, since];
    if (!id.current) {
      const { created, isLatest } = await create(body);
      dropDraft(draftName());
      id.current = created.id;
      onCreated?.(created.id);
      isSaved = isLatest;
      at = created.updated_at;
    }
    if (!isSaved) {
      const answer = await call(
        'PATCH /v1/changelog/{id}',
        {
          path: { id: id.current },
          body: { ...body, expected_updated_at: at },
        },
        PATIENT,
      );
      at = answer.updated_at;
      queryClient.setQueriesData(
        { predicate: ({ queryKey: [, route, input] }) => route === 'GET /v1/changelog/{id}' && hasId(input, id.current) },
        answer,
      );
    }
    void refresh('/v1/changelog');
    return at;
  };

  const load = async () => toStored(await call('GET /v1/changelog/{id}', { path: { id: id.current } }));

  const savesItself = entry.status !== 'published';
  return { ...useAutosave({ draftName, stored: toStored(entry), send, load, savesItself }), savesItself };
}

const hasId = (input: unknown, id: string) => (input as { path?: { id?: string } } | undefined)?.path?.id === id;
