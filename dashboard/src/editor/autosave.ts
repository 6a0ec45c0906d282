import { useEffect, useRef, useState } from 'react';
import { describeProblem, isUnanswered, noteFailure, useIsOffline } from '../api.ts';
import { dropDraft, keepDraft, readDraft } from '../session/drafts.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | { problem: string };

/** Delay after the last input. */
const SAVE_DELAY_MS = 700;

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns a function that creates the record of a new text once. A request without an answer may have created it, and is sent again
 * unchanged: `isLatest` tells whether the record has the given body.
 */
export function useCreation<Body, Created>(create: (body: Body) => Promise<Created>) {
  const sent = useRef<Body>(undefined);
  const record = useRef<Created>(undefined);
  return async (body: Body): Promise<{ created: Created; isLatest: boolean }> => {
    const first = (sent.current ??= body);
    try {
      return { created: (record.current ??= await create(first)), isLatest: first === body };
    } catch (error) {
      if (!isUnanswered(error)) sent.current = undefined;
      throw error;
    }
  };
}

interface Options<T> {
  /** Returns the name of the draft in this browser. */
  draftName: () => string;
  saved: T;
  /** Saves fields on the server. */
  send: (fields: T) => Promise<void>;
  /** Whether fields are saved after a pause in typing, and not only on request. */
  savesItself: boolean;
}

/** State of an editor that saves while the user types. Unsaved changes are stored in the browser, so that they survive a crash. */
export function useAutosave<T extends object>({ draftName, saved: initial, send, savesItself }: Options<T>) {
  const saved = useRef(initial);
  const [fields, setFields] = useState<T>(() => ({ ...initial, ...readDraft<T>(draftName()) }));
  const [state, setState] = useState<SaveState>(() => (isSame(fields, saved.current) ? 'saved' : 'unsaved'));
  const latest = useRef(fields);
  const running = useRef<Promise<void>>(undefined);

  const saveLatest = async (): Promise<void> => {
    const sent = latest.current;
    if (isSame(sent, saved.current)) return;
    setState('saving');
    try {
      await send(sent);
      saved.current = sent;
      if (isSame(latest.current, sent)) {
        dropDraft(draftName());
        setState('saved');
      }
    } catch (error) {
      // The draft may have another name by now.
      keepDraft(draftName(), latest.current);
      noteFailure(error);
      setState({ problem: describeProblem(error) });
      throw error;
    }
  };

  /** Rejects with the error of the server. Concurrent calls run in sequence: each one saves what the previous one left unsaved. */
  const save = (): Promise<void> =>
    (running.current = (running.current ?? Promise.resolve()).catch(() => undefined).then(saveLatest));

  const change = (changes: Partial<T>) => {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setFields(next);
    setState('unsaved');
    keepDraft(draftName(), next);
  };

  /** Replaces the fields with those that the server has. */
  const reset = (next: T) => {
    saved.current = next;
    latest.current = next;
    dropDraft(draftName());
    setFields(next);
    setState('saved');
  };

  const isOffline = useIsOffline();
  useEffect(() => {
    if (!savesItself || isSame(fields, saved.current)) return undefined;
    const timer = setTimeout(() => void save().catch(() => undefined), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
    // `save` is a new function on each render, with the same effect. Another attempt follows when the server answers again.
  }, [fields, savesItself, isOffline]);

  return { fields, change, save, reset, state };
}
