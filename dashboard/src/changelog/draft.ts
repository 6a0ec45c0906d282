import type { Body, ChangelogEntry } from '@earshot/sdk';
import { useEffect, useRef, useState } from 'react';
import { queryClient, refresh, sentenceOf, useClient } from '../api.ts';

export type Fields = Required<
  Pick<Body<'PATCH /v1/changelog/{id}'>, 'title' | 'content' | 'version' | 'type' | 'tags' | 'feedback_ids'>
>;
export type SaveState = 'saved' | 'unsaved' | 'saving' | { problem: string };

/** After the last letter. */
const PAUSE_MS = 700;
const KEPT = 'earshot.changelog.';

const fieldsOf = ({ title, content, version, type, tags, feedback_ids }: ChangelogEntry): Fields => ({
  title,
  content,
  version,
  type,
  tags,
  feedback_ids,
});

const isSame = (one: Fields, other: Fields) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What somebody writes. A draft is saved by itself once the typing pauses; what readers see already, only when asked to. Until the
 * server has it, it is kept in this browser: a crash or a closed lid loses nothing.
 */
export function useDraft(entry: ChangelogEntry) {
  const call = useClient();
  const key = KEPT + entry.id;
  const saved = useRef(fieldsOf(entry));
  const [fields, setFields] = useState(() => readKept(key) ?? fieldsOf(entry));
  const [state, setState] = useState<SaveState>(() => (isSame(fields, saved.current) ? 'saved' : 'unsaved'));
  const latest = useRef(fields);
  const running = useRef<Promise<void>>(undefined);

  /** Rejects with what the server says; several at once become one after the other. */
  const save = async (): Promise<void> => {
    await running.current?.catch(() => undefined);
    const sent = latest.current;
    if (isSame(sent, saved.current)) return;
    setState('saving');
    running.current = (async () => {
      try {
        const answer = await call('PATCH /v1/changelog/{id}', {
          path: { id: entry.id },
          body: { ...sent, version: sent.version || null },
        });
        saved.current = sent;
        queryClient.setQueriesData(
          { predicate: ({ queryKey: [, route, input] }) => route === 'GET /v1/changelog/{id}' && hasId(input, entry.id) },
          answer,
        );
        if (isSame(latest.current, sent)) {
          localStorage.removeItem(key);
          setState('saved');
        }
      } catch (error) {
        setState({ problem: sentenceOf(error) });
        throw error;
      }
    })();
    await running.current;
    void refresh('/v1/changelog');
  };

  const change = (changes: Partial<Fields>) => {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setFields(next);
    setState('unsaved');
    localStorage.setItem(key, JSON.stringify(next));
  };

  const savesItself = entry.status !== 'published';
  useEffect(() => {
    if (!savesItself || isSame(fields, saved.current)) return undefined;
    const timer = setTimeout(() => void save().catch(() => undefined), PAUSE_MS);
    return () => clearTimeout(timer);
    // `save` is another function each time, and means the same.
  }, [fields, savesItself]);

  return { fields, change, save, state, savesItself };
}

const hasId = (input: unknown, id: string) => (input as { path?: { id?: string } } | undefined)?.path?.id === id;

function readKept(key: string): Fields | undefined {
  const kept = localStorage.getItem(key);
  return kept ? (JSON.parse(kept) as Fields) : undefined;
}
