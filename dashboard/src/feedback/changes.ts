import type { Body, Client, Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '#texts/feedback';
import { people } from '#texts/people';
import { sentenceOf, queryClient, refresh, useClient } from '../api.ts';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';
import type { Status } from './filters.ts';

export type Changes = Body<'PATCH /v1/feedback/{id}'>;

/** Maximum number of concurrent requests, so that bulk changes do not block other requests. */
const CONCURRENCY = 6;

/** Changes of entries with immediate display and undo. */
export function useEntryChanges() {
  const call = useClient();
  return {
    change: (entries: Feedback[], changes: (entry: Feedback) => Changes, message: string) =>
      change(call, entries, changes, message),
    setStatus: (entries: Feedback[], status: Status) =>
      change(call, entries, () => ({ status }), texts.movedTo(texts.statuses[status], entries.length)),
    assign: (entries: Feedback[], memberId: string | null, name: string) =>
      change(
        call,
        entries,
        () => ({ assignee_id: memberId }),
        memberId === null ? people.unassigned(entries.length) : people.assignedTo(name, entries.length),
      ),
    addTag: (entries: Feedback[], tag: string) =>
      change(
        call,
        entries,
        ({ tags }) => ({ tags: tags.includes(tag) ? tags : [...tags, tag] }),
        texts.tagged(tag, entries.length),
      ),
    merge: async (entries: Feedback | Feedback[], into: Feedback) => {
      const ids = [entries].flat().map(({ id }) => id);
      for (const id of ids) await call('POST /v1/feedback/{id}/merge', { path: { id }, body: { into: into.id } });
      await refresh('/v1/feedback');
      showUndoable(texts.merged(into.title), () => void unmerge(call, ids));
    },
    unmerge: (id: string) => unmerge(call, [id]),
    remove: async (entries: Feedback[]) => {
      await eachOf(entries, (entry) => call('DELETE /v1/feedback/{id}', { path: { id: entry.id } }));
      showToast(texts.deleted);
    },
  };
}

async function unmerge(call: Client, ids: string[]): Promise<void> {
  try {
    for (const id of ids) await call('POST /v1/feedback/{id}/unmerge', { path: { id } });
    showToast(texts.unmerged);
  } catch (error) {
    showProblem(sentenceOf(error));
  }
  await refresh('/v1/feedback');
}

/** Shows the changes immediately, sends them, and offers to undo them. Failed changes are reverted. */
async function change(
  call: Client,
  entries: Feedback[],
  changesOf: (entry: Feedback) => Changes,
  message: string,
): Promise<void> {
  const before = entries.filter(({ merged_into }) => !merged_into).map((entry) => ({ entry, changes: changesOf(entry) }));
  if (!before.length) return;
  await queryClient.cancelQueries({ predicate: isOfFeedback });
  showAtOnce(new Map(before.map(({ entry, changes }) => [entry.id, changes])));
  const made = eachOf(before, ({ entry, changes }) => call('PATCH /v1/feedback/{id}', { path: { id: entry.id }, body: changes }));
  showUndoable(message, () => {
    const asBefore = before.map(({ entry, changes }) => ({ entry, changes: valuesOf(entry, changes) }));
    showAtOnce(new Map(asBefore.map(({ entry, changes }) => [entry.id, changes])));
    void made
      .then(() =>
        eachOf(asBefore, ({ entry, changes }) => call('PATCH /v1/feedback/{id}', { path: { id: entry.id }, body: changes })),
      )
      .then(() => showToast(common.undone));
  });
  await made;
}

/** Returns the previous values of the changed fields. */
const valuesOf = (entry: Feedback, changes: Changes) =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, entry[field as keyof Feedback]])) as Changes;

const isOfFeedback = ({ queryKey: [, route] }: { queryKey: readonly unknown[] }) =>
  typeof route === 'string' && route.startsWith('GET /v1/feedback');

/** Updates the entry in all cached lists and in the cached entry. */
function showAtOnce(changes: Map<string, Changes>): void {
  const changed = (entry: Feedback): Feedback => {
    const made = changes.get(entry.id);
    // A new text is shown unrendered until the server has rendered it.
    return {
      ...entry,
      ...(made as Partial<Feedback> | undefined),
      ...(made?.description !== undefined && { description_html: undefined }),
    };
  };
  queryClient.setQueriesData<unknown>({ predicate: isOfFeedback }, (answer: unknown) => {
    if (isEntry(answer)) return changed(answer);
    if (!isList(answer)) return answer;
    return { ...answer, data: answer.data.map((one) => (isEntry(one) ? changed(one) : one)) };
  });
}

const isEntry = (value: unknown): value is Feedback => typeof value === 'object' && value !== null && 'upvote_count' in value;
const isList = (value: unknown): value is { data: unknown[] } =>
  typeof value === 'object' && value !== null && Array.isArray((value as { data?: unknown }).data);

/** Number of running actions. */
let running = 0;

/** Whether changes are being sent, so that the server still has previous values of displayed entries. */
export const isSaving = (): boolean => running > 0;

/** Runs an action for each entry with limited concurrency. Reports failures, and refreshes displayed data. */
async function eachOf<T>(items: T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await act(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  running++;
  await Promise.all(Array.from({ length: CONCURRENCY }, worker)).finally(() => running--);
  if (failures.length) showProblem(texts.failed(failures.length, sentenceOf(failures[0])));
  await refresh('/v1/feedback');
}
