import { EarshotError } from '@earshot/sdk';
import { editor as texts } from '#texts/editor';
import { useEffect, useRef, useState } from 'react';
import { describeProblem, isUnanswered, noteFailure, useIsOffline } from '../api.ts';
import { dropDraft, keepDraft, readDraft } from '../session/drafts.ts';
import { showUndoable } from '../ui/toast.tsx';
import { isSame, mergeFields } from './merging.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | { problem: string };

/** Delay after the last input. */
const SAVE_DELAY_MS = 700;

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

/** Fields of the server. */
export interface Stored<T> {
  fields: T;
  /** Time of the last change, empty for a text that does not exist. */
  at: string;
}

interface Options<T> {
  /** Returns the name of the draft in this browser. */
  draftName: () => string;
  stored: Stored<T>;
  /** Saves fields on the server, unless they were changed after the given time. Returns the time of the change. */
  send: (fields: T, since: string) => Promise<string>;
  load: () => Promise<Stored<T>>;
  /** Whether fields are saved after a pause in typing, and not only on request. */
  savesItself: boolean;
}

/** Texts that two editors changed. */
export interface EditConflict<T> {
  theirs: T;
  takeTheirs: () => void;
  keepMine: () => void;
}

const isConflict = (error: unknown) => error instanceof EarshotError && error.code?.endsWith('.edit_conflict');

/** Returns the fields with which an editor starts, and what they are based on. */
function readStart<T extends object>(name: string, { fields: stored, at }: Stored<T>) {
  const { since = at, ...draft } = readDraft<T & { since?: string }>(name) ?? {};
  const fields: T = { ...stored, ...draft };
  return since === at || isSame(fields, stored) ? { fields, since: at, base: stored } : { fields, since, base: undefined };
}

/**
 * State of an editor that saves while the user types. Unsaved changes are stored in the browser, so that they survive a crash. Changes from
 * other tabs and members are taken over, except when both changed the text: then the user decides.
 */
export function useAutosave<T extends object>({ draftName, stored, send, load, savesItself }: Options<T>) {
  const [start] = useState(() => readStart(draftName(), stored));
  const [fields, setFields] = useState<T>(start.fields);
  const saved = useRef(stored.fields);
  const since = useRef(start.since);
  const base = useRef(start.base);
  const attempts = useRef<T[]>([]);
  const [conflict, setConflict] = useState<Stored<T>>();
  const isConflicting = useRef(false);
  const [state, setState] = useState<SaveState>(() => (isSame(fields, saved.current) ? 'saved' : 'unsaved'));
  const latest = useRef(fields);
  const running = useRef<Promise<void>>(undefined);

  const keep = () => keepDraft(draftName(), { ...latest.current, since: since.current });

  /** Sets the fields of the server. */
  const rebase = (found: Stored<T>) => {
    saved.current = found.fields;
    base.current = found.fields;
    since.current = found.at;
    attempts.current = [];
    isConflicting.current = false;
    setConflict(undefined);
  };

  /** @throws {Error} when both changed the text */
  const takeOver = async (): Promise<void> => {
    const found = await load();
    const merged = mergeFields(latest.current, found.fields, { base: base.current, attempts: attempts.current });
    if (!merged) {
      isConflicting.current = true;
      setConflict(found);
      throw new Error(texts.changedElsewhere);
    }
    rebase(found);
    latest.current = merged;
    setFields(merged);
  };

  const settle = () => {
    dropDraft(draftName());
    setState('saved');
  };

  const sendLatest = async (): Promise<void> => {
    const sent = latest.current;
    if (isSame(sent, saved.current)) return settle();
    try {
      const at = await send(sent, since.current);
      rebase({ fields: sent, at });
    } catch (error) {
      if (isUnanswered(error)) attempts.current.push(sent);
      if (!isConflict(error)) throw error;
      await takeOver();
      return sendLatest();
    }
    if (isSame(latest.current, sent)) settle();
    else keep();
    return undefined;
  };

  const saveLatest = async (): Promise<void> => {
    if (isSame(latest.current, saved.current)) return;
    if (isConflicting.current) throw new Error(texts.changedElsewhere);
    setState('saving');
    try {
      await sendLatest();
    } catch (error) {
      // The draft may have another name by now.
      keep();
      noteFailure(error);
      setState(isConflicting.current ? 'unsaved' : { problem: describeProblem(error) });
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
    keep();
  };

  /** Replaces the fields with those that the server has. */
  const reset = (next: T, at = since.current) => {
    rebase({ fields: next, at });
    latest.current = next;
    setFields(next);
    settle();
  };

  const isOffline = useIsOffline();
  useEffect(() => {
    if (!savesItself || conflict || isSame(fields, saved.current)) return undefined;
    const timer = setTimeout(() => void save().catch(() => undefined), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
    // `save` is a new function on each render, with the same effect. Another attempt follows when the server answers again.
  }, [fields, savesItself, conflict, isOffline]);

  useEffect(() => {
    // An editor without own changes shows those of others.
    if (since.current && stored.at > since.current && isSame(latest.current, saved.current)) reset(stored.fields, stored.at);
  }, [stored.at]);

  const ask = (found: Stored<T>): EditConflict<T> => ({
    theirs: found.fields,
    takeTheirs: () => {
      const mine = latest.current;
      reset(found.fields, found.at);
      showUndoable(texts.replaced, () => change(mine));
    },
    keepMine: () => {
      rebase(found);
      void save().catch(() => undefined);
    },
  });

  return { fields, change, save, reset, state, conflict: conflict && ask(conflict) };
}
