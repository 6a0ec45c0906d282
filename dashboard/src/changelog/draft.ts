import type { Body, ChangelogEntry } from '@earshot/sdk';
import { changelog as texts } from '#texts/changelog';
import { useEffect, useRef, useState } from 'react';
import { queryClient, refresh, toSentence, useClient } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { dropDraft, keepDraft, readDraft } from '../session/drafts.ts';

export type Fields = Required<
  Pick<
    Body<'PATCH /v1/changelog/{id}'>,
    'title' | 'content' | 'version' | 'type' | 'tags' | 'feedback_ids' | 'segment_id' | 'success' | 'window_days'
  >
>;
export type SaveState = 'saved' | 'unsaved' | 'saving' | { problem: string };

/** Delay after the last input. */
const SAVE_DELAY_MS = 700;

const toFields = ({
  title,
  content,
  version,
  type,
  tags,
  feedback_ids,
  segment_id = null,
  success = null,
  window_days = 7,
}: ChangelogEntry): Fields => ({
  title,
  content,
  version,
  type,
  tags,
  feedback_ids,
  segment_id,
  success,
  window_days,
});

const isSame = (one: Fields, other: Fields) => JSON.stringify(one) === JSON.stringify(other);

/**
 * State of the editor. Drafts are saved automatically after a pause in typing; published entries are saved only on request. Unsaved
 * changes are stored in the browser, so that they survive a crash. `onCreated` receives the id of an entry that had none.
 */
export function useEntryDraft(entry: ChangelogEntry, onCreated?: (id: string) => void) {
  const call = useClient();
  const { id: projectId } = useProject();
  // Saving an entry without an id creates it.
  const id = useRef(entry.id);
  const draftName = () => `changelog.${projectId}.${id.current || 'new'}`;
  const saved = useRef(toFields(entry));
  const [fields, setFields] = useState(() => readDraft<Fields>(draftName()) ?? toFields(entry));
  const [state, setState] = useState<SaveState>(() => (isSame(fields, saved.current) ? 'saved' : 'unsaved'));
  const latest = useRef(fields);
  const running = useRef<Promise<void>>(undefined);

  const saveLatest = async (): Promise<void> => {
    const sent = latest.current;
    if (isSame(sent, saved.current)) return;
    setState('saving');
    // A text without a title is saved as well.
    const body = { ...sent, title: sent.title.trim() || texts.untitled, version: sent.version || null };
    try {
      if (id.current) {
        const answer = await call('PATCH /v1/changelog/{id}', { path: { id: id.current }, body });
        queryClient.setQueriesData(
          { predicate: ({ queryKey: [, route, input] }) => route === 'GET /v1/changelog/{id}' && hasId(input, id.current) },
          answer,
        );
      } else {
        const created = await call('POST /v1/changelog', { body });
        dropDraft(draftName());
        id.current = created.id;
        onCreated?.(created.id);
      }
      saved.current = sent;
      if (isSame(latest.current, sent)) {
        dropDraft(draftName());
        setState('saved');
      }
    } catch (error) {
      setState({ problem: toSentence(error) });
      throw error;
    }
    void refresh('/v1/changelog');
  };

  /** Rejects with the error of the server. Concurrent calls run in sequence: each one saves what the previous one left unsaved. */
  const save = (): Promise<void> =>
    (running.current = (running.current ?? Promise.resolve()).catch(() => undefined).then(saveLatest));

  const change = (changes: Partial<Fields>) => {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setFields(next);
    setState('unsaved');
    keepDraft(draftName(), next);
  };

  const savesItself = entry.status !== 'published';
  useEffect(() => {
    if (!savesItself || isSame(fields, saved.current)) return undefined;
    const timer = setTimeout(() => void save().catch(() => undefined), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
    // `save` is a new function on each render, with the same effect.
  }, [fields, savesItself]);

  return { fields, change, save, state, savesItself };
}

const hasId = (input: unknown, id: string) => (input as { path?: { id?: string } } | undefined)?.path?.id === id;
