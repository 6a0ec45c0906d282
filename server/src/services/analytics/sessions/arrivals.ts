import type { InboxRow } from '../pipeline/inbox-store.ts';
import type { AcceptedEvent } from '../pipeline/event.ts';
import type { KnownPerson, NewEvent, Transfer } from './browsers.ts';
import { byTime, type PlacedEvent, serializeAttributes } from './visits.ts';

/** Events of a batch are numbered within the batch, which has fewer events than this. */
export const SEQS_PER_BATCH = 2 ** 20;
/** Returns the least sequence number of the events of a batch. */
export const findFirstSeq = (batch: number): number => batch * SEQS_PER_BATCH;

/** An event of a batch whose visitor and visit are not decided yet. */
export interface UnassignedEvent extends NewEvent {
  /** The partition of the visitor or browser. */
  partition: number;
  /** The anonymous visitor of the browser, if the event was sent by a browser. */
  browser: string | undefined;
  /** The same on the day before: the browser if its visit continues (`decideBrowsers`). */
  browser_before: string | undefined;
}

/** An event with the partition of its person. */
export type PersonEvent = PlacedEvent & { partition: number };

/** A transfer of an event between persons, with the partitions of both. */
export interface TransferRequest extends Transfer {
  project_id: string;
  partitions: { from: number; to: number };
}

/** Content of a row of the kind `transfers`, for the partition of a person. */
export interface Transferred {
  /** Events for persons of the partition. */
  events: PersonEvent[];
  /** Events of persons of the partition that belong to others. */
  requests: TransferRequest[];
}

export const parseRows = <Item>(rows: InboxRow[], kind: InboxRow['kind']): { item: Item; row: InboxRow }[] =>
  rows.filter((row) => row.kind === kind).flatMap((row) => (JSON.parse(row.events) as Item[]).map((item) => ({ item, row })));

/** Returns the events of rows, numbered in order of arrival, in order of time. */
export const parseEvents = (rows: InboxRow[], kind: 'events' | 'imports', batch: number): UnassignedEvent[] =>
  parseRows<AcceptedEvent>(rows, kind)
    .map(({ item, row: { project_id, partition } }, index) => ({
      project_id,
      partition,
      id: item.id,
      time: item.time,
      seq: findFirstSeq(batch) + index,
      person: item.person,
      userId: item.user_id ?? '',
      browser: item.anonymous ?? (item.person_before === undefined ? undefined : item.person),
      browser_before: item.anonymous_before ?? item.person_before,
      isBot: Boolean(item.bot),
      name: item.name,
      interactive: item.interactive,
      path: item.path,
      query: item.query ?? '',
      title: item.title ?? '',
      properties: item.properties ?? {},
      user_id: item.user_id ?? '',
      attributes: serializeAttributes(item),
    }))
    .toSorted(byTime);

/** Returns what other batches transferred to partitions of this node. */
export function parseTransferred(rows: InboxRow[]): Transferred {
  const items = parseRows<Transferred>(rows, 'transfers').map(({ item }) => item);
  const events = new Map(items.flatMap((item) => item.events).map((event) => [event.id, event]));
  const requests: TransferRequest[] = [];
  for (const request of items.flatMap((item) => item.requests)) {
    // The event may be transferred again before it is stored.
    const waiting = events.get(request.id);
    if (waiting?.person === request.from)
      events.set(request.id, { ...giveTo(request.to, waiting), partition: request.partitions.to });
    else requests.push(request);
  }
  return { events: [...events.values()], requests };
}

/** Returns an event as the event of another person. */
export const giveTo = <Event extends PlacedEvent>({ person, userId }: KnownPerson, event: Event): Event => ({
  ...event,
  person,
  user_id: userId,
});
