import type { Feedback } from '@earshot/sdk';
import { useRef, useState } from 'react';
import { toSentence } from '../../api.ts';
import { showProblem } from '../../ui/toast.tsx';
import type { EntryPages } from './pages.ts';

/** Maximum number of selected entries. Each is changed by a request of its own. */
export const MAX_SELECTED = 1_000;

/** Selected entries, which may be on pages that are not displayed. */
export function useSelection({ at, loadRange, withChanges, total }: EntryPages) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Feedback>>(new Map());
  const [isLoading, setLoading] = useState(false);
  // Position from which a range extends.
  const anchor = useRef<number>(undefined);

  const load = async (start: number, end: number): Promise<Feedback[]> => {
    setLoading(true);
    try {
      return await loadRange(start, Math.min(end, start + MAX_SELECTED - 1, total - 1));
    } catch (error) {
      showProblem(toSentence(error));
      return [];
    } finally {
      setLoading(false);
    }
  };
  const toMap = (entries: Feedback[]) => entries.map((entry) => [entry.id, entry] as const);

  return {
    isLoading,
    has: (entry: Feedback | undefined): boolean => entry !== undefined && selected.has(entry.id),
    size: selected.size,
    /** Returns the selected entries with the changes since they were selected. */
    entries: () => withChanges([...selected.values()]),
    /** Selects an entry, or removes it from the selection. */
    toggle: (index: number): void => {
      const entry = at(index);
      if (!entry) return;
      anchor.current = index;
      setSelected((before) => {
        const after = new Map(before);
        if (!after.delete(entry.id)) after.set(entry.id, entry);
        return after;
      });
    },
    /** Selects all entries from the last selected one to this position. Keeps other entries selected. */
    addRange: async (index: number): Promise<void> => {
      const from = anchor.current ?? index;
      anchor.current = index;
      const entries = await load(Math.min(from, index), Math.max(from, index));
      setSelected((before) => new Map([...before, ...toMap(entries)]));
    },
    /** Moves the end of the range that began at the anchor, or at `from`. */
    extend: async (from: number, to: number): Promise<void> => {
      if (!selected.size || anchor.current === undefined) anchor.current = from;
      const entries = await load(Math.min(anchor.current, to), Math.max(anchor.current, to));
      setSelected(new Map(toMap(entries)));
    },
    /** Selects all entries of the list, at most `MAX_SELECTED`. */
    selectAll: async (): Promise<void> => {
      anchor.current = 0;
      setSelected(new Map(toMap(await load(0, total - 1))));
    },
    clear: (): void => {
      anchor.current = undefined;
      setSelected(new Map());
    },
  };
}
