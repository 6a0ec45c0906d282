import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** As `KeyboardEvent.key` has it; two keys one after the other with a space between: `g f`. */
  keys: string;
  label: string;
  run: () => void;
}

/** How long the second key of two may take. */
const PAUSE_MS = 1_000;

const active = new Set<{ current: Shortcut[] }>();

/** What keys do here at the moment, for the list of them and for the palette. */
export const activeShortcuts = () => [...active].flatMap(({ current }) => current);

/** Keys that act while this part of the page is shown; never while somebody types or a window is open. */
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

/** One listener for all. */
export function listenForShortcuts(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    const sequence = before && event.timeStamp - before.at < PAUSE_MS ? `${before.key} ${event.key}` : '';
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
