import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../session/drafts.ts';

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
  const forget = () => dropDraft(key);
  const discard = () => {
    forget();
    setFields(saved);
  };
  return { fields, change, isUnsaved, forget, discard };
}
