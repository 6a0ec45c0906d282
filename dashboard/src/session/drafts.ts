import { useState } from 'react';

const PREFIX = 'earshot.draft.';

/** Text that survives a reload in this browser. An empty text is not stored. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const key = PREFIX + name;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
    },
  ];
}

/** Deletes all drafts. The next user of the browser must not read them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
