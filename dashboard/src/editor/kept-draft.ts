import { useState } from 'react';

const PREFIX = 'earshot.draft.';

/** Stores a draft in the browser, so that it is opened as unsaved changes. */
export const keepDraft = (key: string, fields: object) => localStorage.setItem(PREFIX + key, JSON.stringify(fields));

function readDraft<T extends object>(key: string): T | undefined {
  const kept = localStorage.getItem(PREFIX + key);
  return kept ? (JSON.parse(kept) as T) : undefined;
}

/** Fields of a form that is saved on request. Unsaved changes are stored in the browser, so that they survive a reload or a crash. */
export function useKeptDraft<T extends object>(key: string, saved: T) {
  const [fields, setFields] = useState<T>(() => ({ ...saved, ...readDraft<T>(key) }));
  const isUnsaved = JSON.stringify(fields) !== JSON.stringify(saved);
  const change = (changes: Partial<T>) => {
    const next = { ...fields, ...changes };
    setFields(next);
    keepDraft(key, next);
  };
  /** After saving, or to discard the changes. */
  const forget = () => localStorage.removeItem(PREFIX + key);
  const discard = () => {
    forget();
    setFields(saved);
  };
  return { fields, change, isUnsaved, forget, discard };
}
