import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type Block, findBlocks } from './blocks.tsx';
import { findSlash, type Slash } from './slash.ts';

interface OpenMenu extends Slash {
  active: number;
  position: { left: number; top: number };
}

interface Options {
  view: RefObject<EditorView | undefined>;
  /** The positioned element that contains the text and the menu. */
  place: RefObject<HTMLElement | null>;
  onInsert: (block: Block) => void;
}

/** State of the menu of blocks, which is open while a command such as `/table` is typed. The focus stays in the text. */
export function useSlashMenu({ view, place, onInsert }: Options) {
  const [menu, setMenu] = useState<OpenMenu>();
  const id = useId();
  const blocks = menu ? findBlocks(menu.query) : [];
  const activeBlock = menu && blocks[menu.active];
  // For handlers of the editor, which is created once.
  const open = useRef<{ menu: OpenMenu; blocks: Block[] }>(undefined);
  useEffect(() => {
    open.current = menu && blocks.length ? { menu, blocks } : undefined;
  });

  // Announces the active block.
  useEffect(() => {
    const dom = view.current?.dom;
    if (!dom) return;
    if (activeBlock) {
      dom.setAttribute('aria-controls', id);
      dom.setAttribute('aria-activedescendant', `${id}-${activeBlock.id}`);
    } else {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    }
  }, [activeBlock, id]);

  const close = () => setMenu(undefined);

  /** Replaces the typed command with the block. */
  const choose = (block: Block, from: number) => {
    if (!view.current) return;
    close();
    view.current.dispatch(view.current.state.tr.delete(from, view.current.state.selection.from));
    onInsert(block);
  };

  /** Handles a key while the menu is open. Returns whether the key belongs to the menu. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!open.current) return false;
    const { menu: current, blocks: found } = open.current;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setMenu({ ...current, active: (current.active + step + found.length) % found.length });
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const block = found[current.active];
      if (block) choose(block, current.from);
    } else if (event.key === 'Escape') close();
    else return false;
    return true;
  };

  /** Opens, moves or closes the menu after a change of the text or the selection. */
  const update = (state: EditorState, isTyped: boolean) => {
    const slash = findSlash(state);
    setMenu((current) => {
      if (!slash || !view.current || !place.current || !(isTyped || current)) return undefined;
      const { left, bottom } = view.current.coordsAtPos(slash.from);
      const box = place.current.getBoundingClientRect();
      return { ...slash, active: 0, position: { left: left - box.left, top: bottom - box.top + 4 } };
    });
  };

  const shown = menu && activeBlock && { id, blocks, active: menu.active, position: menu.position };
  return { shown, choose: (block: Block) => menu && choose(block, menu.from), handleKey, update, close };
}
