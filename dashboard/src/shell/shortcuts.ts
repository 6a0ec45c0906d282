import { useLayoutEffect, useRef } from 'react';

export interface Shortcut {
  /**
   * Key as in `KeyboardEvent.key`, or two consecutive keys separated by a space: `g f`. `mod+z` is Ctrl+Z or ⌘Z, `shift+ArrowDown` a named
   * key with Shift. Letters with Shift are uppercase: `J`.
   */
  keys: string;
  label: string;
  run: () => void;
  /** Also works in input fields and dialogs. */
  whileTyping?: boolean;
  /** Set for shortcuts of the frame, which all pages have. */
  isGeneral?: boolean;
}

/** Keys of the command palette, which also work in input fields. */
export const SEARCH_KEYS = 'mod+k';

/** Maximum time between two keys of a shortcut. */
const SEQUENCE_TIMEOUT_MS = 1_000;

/** Shortcuts of mounted components, those of the frame around all pages first. */
let active: { current: Shortcut[] }[] = [];

/** Active shortcuts, for the list and the palette. A page replaces a shortcut of the frame that has the same keys. */
export const activeShortcuts = (): Shortcut[] => [
  ...new Map(active.flatMap(({ current }) => current).map((shortcut) => [shortcut.keys, shortcut])).values(),
];

/** Registers shortcuts while the component is mounted. Most are disabled in input fields and dialogs. */
export function useShortcuts(shortcuts: Shortcut[], { isFrame = false } = {}): void {
  const latest = useRef(shortcuts);
  // Before the page is painted: keys act on what is visible.
  useLayoutEffect(() => {
    latest.current = isFrame ? shortcuts.map((shortcut) => ({ ...shortcut, isGeneral: true })) : shortcuts;
  });
  useLayoutEffect(() => {
    // Effects of the page run before those of the frame around it.
    active = isFrame ? [latest, ...active] : [...active, latest];
    return () => void (active = active.filter((one) => one !== latest));
  }, []);
}

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]';

/** Regions that scroll by arrow keys. */
const SCROLLED = '[role=region][tabindex]';

/** Returns the name of a pressed key, with modifiers that are not a part of its character. */
function toKeyName({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  const isCommand = ctrlKey || metaKey;
  const shift = shiftKey && (isCommand || key.length > 1) ? 'shift+' : '';
  if (key === ' ') return 'Space';
  return isCommand ? `mod+${shift}${key.toLowerCase()}` : `${shift}${key}`;
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
const KEY_NAMES: Record<string, string> = {
  mod: IS_APPLE ? '⌘' : 'Ctrl',
  shift: IS_APPLE ? '⇧' : 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Returns the keys of a shortcut as they are labeled on a keyboard. */
export const toLabels = ({ keys }: Pick<Shortcut, 'keys'>): string[] =>
  keys.split(' ').flatMap((key) => {
    if (/^[A-Z]$/.test(key)) return [KEY_NAMES.shift ?? '', key];
    const parts = key.length > 1 ? key.split('+') : [key];
    return parts.map((part) => KEY_NAMES[part] ?? (parts.length > 1 ? part.toUpperCase() : part));
  });

let before: { key: string; at: number } | undefined;

/** A single listener handles all shortcuts. */
export function listenForShortcuts(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.repeat) return;
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
    const key = toKeyName(event);
    if (key.startsWith('Arrow') && event.target instanceof Element && event.target.closest(SCROLLED)) return;
    // Space presses the focused button.
    if (key === 'Space' && event.target instanceof Element && event.target.closest('button, input, summary, [role=row]')) return;
    const sequence = before && event.timeStamp - before.at < SEQUENCE_TIMEOUT_MS ? `${before.key} ${key}` : '';
    const all = activeShortcuts().filter(({ whileTyping }) => whileTyping || !isTyping);
    const found = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === key);
    before = isTyping ? undefined : { key, at: event.timeStamp };
    if (!found) return;
    event.preventDefault();
    before = undefined;
    found.run();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
