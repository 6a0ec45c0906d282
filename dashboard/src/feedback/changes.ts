import { type Body, type Client, type Feedback, NotFoundError } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from './texts/en/feedback.ts';
import { people } from '#texts/people';
import { toSentence, queryClient, refresh, useClient } from '../api.ts';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';
import type { StatusChoice } from './fields/statuses.ts';

export type Changes = Body<'PATCH /v1/feedback/{id}'>;

/** Fields of an entry that merging shows and needs. */
export type Mergeable = Pick<Feedback, 'id' | 'title' | 'status' | 'upvote_count'>;

interface Change {
  entry: Feedback;
  changes: Changes;
}

/** Maximum number of concurrent requests, so that bulk changes do not block other requests. */
const CONCURRENCY = 6;

/** Changes of entries with immediate display and undo. */
export function useEntryChanges() {
  const call = useClient();
  return {
    change: (entries: Feedback[], changes: (entry: Feedback) => Changes, message: string) =>
      change(call, entries, changes, message),
    /** Sends the changes of a form. Rejects with the error of the server, because rejected input must stay in the form. */
    edit: async (entry: Feedback, changes: Changes) => {
      await call('PATCH /v1/feedback/{id}', { path: { id: entry.id }, body: changes });
      const made = [{ entry, changes }];
      showAtOnce(made);
      offerUndo(call, made, texts.changed, Promise.resolve());
      void refresh('/v1/feedback');
    },
    setStatus: (entries: Feedback[], { status, custom_status, name }: StatusChoice) =>
      change(call, entries, () => ({ status, custom_status }), texts.movedTo(name, entries.length)),
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
    /** Rejects with the error of the server when no entry was merged. */
    merge: async (entries: Mergeable | Mergeable[], into: Mergeable, reveal_comments: boolean) => {
      const ids = [entries].flat().map(({ id }) => id);
      const merged: string[] = [];
      try {
        for (const id of ids) {
          await call('POST /v1/feedback/{id}/merge', { path: { id }, body: { into: into.id, reveal_comments } });
          merged.push(id);
        }
      } catch (error) {
        if (!merged.length) throw error;
        showProblem(texts.failed(ids.length - merged.length, toSentence(error)));
      }
      showUndoable(texts.merged(into.title), () => void unmerge(call, merged));
      await refresh('/v1/feedback');
    },
    unmerge: (id: string) => unmerge(call, [id]),
    /** Rejects when an entry could not be deleted. `onRemoved` leaves a page of a deleted entry before it is requested again. */
    remove: async (entries: Feedback[], onRemoved?: () => Promise<void>) => {
      const failures = await forEachItem(entries, ({ id }) => remove(call, id));
      if (!failures.length) await onRemoved?.();
      await refresh('/v1/feedback');
      if (failures.length) throw new Error(describeFailures(failures));
      showToast(texts.deleted);
    },
  };
}

async function unmerge(call: Client, ids: string[]): Promise<void> {
  try {
    for (const id of ids) await call('POST /v1/feedback/{id}/unmerge', { path: { id } });
    showToast(texts.unmerged);
  } catch (error) {
    showProblem(toSentence(error));
  }
  await refresh('/v1/feedback');
}

/** Deletes an entry, unless it was deleted meanwhile. */
async function remove(call: Client, id: string): Promise<void> {
  try {
    await call('DELETE /v1/feedback/{id}', { path: { id } });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** Shows the changes immediately, sends them, and offers to undo them. Failed changes are reverted. */
async function change(
  call: Client,
  entries: Feedback[],
  changesOf: (entry: Feedback) => Changes,
  message: string,
): Promise<void> {
  const made = entries.filter(({ merged_into }) => !merged_into).map((entry) => ({ entry, changes: changesOf(entry) }));
  if (!made.length) return;
  await queryClient.cancelQueries({ predicate: isOfFeedback });
  showAtOnce(made);
  const sent = send(call, made);
  const withdraw = offerUndo(call, made, message, sent);
  if ((await sent) === made.length) withdraw();
}

/** Offers to undo changes once they are sent. Returns a function that withdraws the offer. */
const offerUndo = (call: Client, made: Change[], message: string, sent: Promise<unknown>) =>
  showUndoable(message, () => {
    const previous = made.map(({ entry, changes }) => ({ entry, changes: pickValues(entry, changes) }));
    showAtOnce(previous);
    void sent.then(() => send(call, previous)).then((failed) => failed === 0 && showToast(common.undone));
  });

/** Returns the previous values of the changed fields. */
const pickValues = (entry: Feedback, changes: Changes) =>
  Object.fromEntries(
    Object.keys(changes).map((field) => [
      field,
      field === 'fields' ? pickFieldValues(entry, changes) : entry[field as keyof Feedback],
    ]),
  ) as Changes;

/** Returns the previous values of changed custom fields. Null removes a value. */
const pickFieldValues = ({ fields }: Feedback, changes: Changes) =>
  Object.fromEntries(Object.keys(changes.fields ?? {}).map((key) => [key, fields?.[key] ?? null]));

const isOfFeedback = ({ queryKey: [, route] }: { queryKey: readonly unknown[] }) =>
  typeof route === 'string' && route.startsWith('GET /v1/feedback');

/** Updates the entries in all cached lists and as cached entries. */
function showAtOnce(all: Change[]): void {
  const changes = new Map(all.map((one) => [one.entry.id, one.changes]));
  const changed = (entry: Feedback): Feedback => {
    const made = changes.get(entry.id);
    // A new text is shown unrendered until the server has rendered it.
    return {
      ...entry,
      ...(made as Partial<Feedback> | undefined),
      ...(made?.fields && { fields: { ...entry.fields, ...made.fields } as NonNullable<Feedback['fields']> }),
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

/** Returns whether changes are being sent, so that the server still has previous values of displayed entries. */
export const isSaving = (): boolean => running > 0;

/** Sends changes, shows failures, and refreshes displayed data. Returns the number of failures. */
async function send(call: Client, all: Change[]): Promise<number> {
  const failures = await forEachItem(all, ({ entry: { id }, changes }) =>
    call('PATCH /v1/feedback/{id}', { path: { id }, body: changes }),
  );
  if (failures.length) showProblem(describeFailures(failures));
  await refresh('/v1/feedback');
  return failures.length;
}

const describeFailures = (failures: unknown[]) => texts.failed(failures.length, toSentence(failures[0]));

/** Runs an action for each item with limited concurrency. Returns the errors. */
async function forEachItem<T>(items: T[], act: (item: T) => Promise<unknown>): Promise<unknown[]> {
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
  return failures;
}
