import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** Key as in `KeyboardEvent.key`, or two consecutive keys separated by a space: `g f`. */
  keys: string;
  label: string;
  run: () => void;
}

/** Maximum time between two keys of a shortcut. */
const SEQUENCE_TIMEOUT_MS = 1_000;

const active = new Set<{ current: Shortcut[] }>();

/** Active shortcuts, for the list and the palette. */
export const activeShortcuts = () => [...active].flatMap(({ current }) => current);

/** Registers shortcuts while the component is mounted. They are disabled in input fields and dialogs. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    active.add(latest);
    return () => void active.delete(latest);
  }, []);
}

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]';

let before: { key: string; at: number } | undefined;

/** A single listener handles all shortcuts. */
export function listenForShortcuts(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    const sequence = before && event.timeStamp - before.at < SEQUENCE_TIMEOUT_MS ? `${before.key} ${event.key}` : '';
    const all = activeShortcuts().toReversed();
    const found = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === event.key);
    before = { key: event.key, at: event.timeStamp };
    if (!found) return;
    event.preventDefault();
    before = undefined;
    found.run();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
