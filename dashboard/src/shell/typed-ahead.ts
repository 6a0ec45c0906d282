/** Keys that were typed for a field that is not on the page yet. */
let held: { text: string; release: () => void } | undefined;

/**
 * Keeps keys away from the page until `takeTyped`: after the shortcut of the command palette, keys belong to its search field, also
 * while the palette is still loading. Escape calls `onCancel`.
 */
export function holdKeys(onCancel: () => void): void {
  if (held) return;
  const listener = (event: KeyboardEvent) => {
    if (!held || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      takeTyped();
      onCancel();
    } else if (event.key === 'Backspace') held.text = Array.from(held.text).slice(0, -1).join('');
    else if (Array.from(event.key).length === 1) held.text += event.key;
  };
  addEventListener('keydown', listener, { capture: true });
  held = { text: '', release: () => removeEventListener('keydown', listener, { capture: true }) };
}

/** Ends the holding of keys. Returns the typed text. */
export function takeTyped(): string {
  const text = held?.text ?? '';
  held?.release();
  held = undefined;
  return text;
}
