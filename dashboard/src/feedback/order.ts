import type { Client, Feedback } from '@earshot/sdk';
import { queryClient, refresh, toSentence, useClient } from '../api.ts';
import { showProblem } from '../ui/toast.tsx';

/** Place next to another entry in the manual order. */
export interface Place {
  anchor: string;
  side: 'before' | 'after';
}

/** Returns a function that moves an entry in the manual order, and shows it there immediately. */
export function useOrder() {
  const call = useClient();
  return (entry: Feedback, place: Place) => moveEntry(call, entry, place);
}

async function moveEntry(call: Client, entry: Feedback, place: Place): Promise<void> {
  if (entry.id === place.anchor) return;
  await queryClient.cancelQueries({ predicate: isManualList });
  queryClient.setQueriesData<{ data: Feedback[] }>(
    { predicate: isManualList },
    (list) => list && { ...list, data: placeEntry(list.data, entry, place) },
  );
  try {
    const body = place.side === 'before' ? { before: place.anchor } : { after: place.anchor };
    await call('POST /v1/feedback/{id}/move', { path: { id: entry.id }, body });
  } catch (error) {
    showProblem(toSentence(error));
    await refresh('/v1/feedback');
  }
}

/** Returns a list in which the entry is next to another one, unless the list lacks that one. */
export function placeEntry(entries: Feedback[], entry: Feedback, { anchor, side }: Place): Feedback[] {
  const others = entries.filter(({ id }) => id !== entry.id);
  const at = others.findIndex(({ id }) => id === anchor);
  return at < 0 ? entries : others.toSpliced(side === 'before' ? at : at + 1, 0, entry);
}

const isManualList = ({ queryKey: [, route, input] }: { queryKey: readonly unknown[] }) =>
  route === 'GET /v1/feedback' && (input as { query?: { sort?: string } } | undefined)?.query?.sort === 'manual';
