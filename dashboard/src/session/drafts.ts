import { useState } from 'react';

const PREFIX = 'earshot.draft.';

/** Returns the draft with this name, if one is stored in this browser. */
export function readDraft<T extends object>(name: string): T | undefined {
  const stored = localStorage.getItem(PREFIX + name);
  return stored ? (JSON.parse(stored) as T) : undefined;
}

/** Stores a draft in this browser, so that it survives a reload or a crash. */
export const keepDraft = (name: string, fields: object): void => localStorage.setItem(PREFIX + name, JSON.stringify(fields));

export const dropDraft = (name: string): void => localStorage.removeItem(PREFIX + name);

/** Text that survives a reload in this browser. An empty text is not stored. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(PREFIX + name) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next) localStorage.setItem(PREFIX + name, next);
      else dropDraft(name);
    },
  ];
}

/** Deletes all drafts. The next user of the browser must not read them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
