import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { NewTransfer } from '../pipeline/batches-store.ts';
import { giveTo, type PersonEvent, type Transferred, type TransferRequest, type UnassignedEvent } from './arrivals.ts';
import { findEventsInPeriods } from './events-store.ts';
import type { Identification } from './identification.ts';
import type { MovedEvent, StoredEvent } from './visits.ts';

/** Events by where they are assigned to visits: on this node, or in the partition of another node. */
export interface Placement {
  /** New events, and stored events of other persons, for persons of this node. */
  placed: PersonEvent[];
  /** Stored events that leave persons of this node. */
  leaving: (StoredEvent & { partition: number })[];
  /** Leaving events whose new persons are in partitions of other nodes: they are stored again there. */
  departed: MovedEvent[];
  /** Rows for partitions of other nodes. */
  outgoing: NewTransfer[];
}

/** Places the new events of a batch and carries out transfers, as far as this node holds the partitions of the persons. */
export async function placeEvents(
  events: UnassignedEvent[],
  transferred: Transferred,
  { transfers, contents }: Pick<Identification, 'transfers' | 'contents'>,
  deps: {
    clickhouse: Pick<ClickHouse, 'query'>;
    waitForPreviousBatches: () => Promise<void>;
    holds: (partition: number) => boolean;
  },
): Promise<Placement> {
  const { holds } = deps;
  const placed: PersonEvent[] = [];
  const leaving: Placement['leaving'] = [];
  const departed: MovedEvent[] = [];
  const others = new Map<string, { project_id: string; partition: number; content: Transferred }>();
  const contentFor = (project_id: string, partition: number): Transferred => {
    const key = `${project_id} ${partition}`;
    const row = others.get(key) ?? { project_id, partition, content: { events: [], requests: [] } };
    others.set(key, row);
    return row.content;
  };
  const place = (event: PersonEvent) => {
    if (holds(event.partition)) placed.push(event);
    else contentFor(event.project_id, event.partition).events.push({ ...event, isEarlier: true });
  };

  for (const event of events) place(event);
  for (const event of transferred.events) place(event);
  const requests = [...transfers, ...transferred.requests];
  const own = requests.filter(({ partitions }) => holds(partitions.from));
  const stored = await findContents(own, contents, deps);
  for (const request of own) {
    const event = stored.get(request.id);
    // The event was erased.
    if (event?.person !== request.from) continue;
    const { from, to } = request.partitions;
    leaving.push({ ...event, partition: from });
    const { visit, ...given } = giveTo(request.to, { ...event, isEarlier: true as const, partition: to });
    if (holds(to)) placed.push({ ...given, from: visit });
    else {
      departed.push({ ...event, from: visit });
      place(given);
    }
  }
  for (const request of requests)
    if (!holds(request.partitions.from)) contentFor(request.project_id, request.partitions.from).requests.push(request);

  const outgoing = [...others.values()].map(({ content, ...row }) => ({
    ...row,
    content: JSON.stringify([content]),
    eventCount: content.events.length,
  }));
  return { placed, leaving, departed, outgoing };
}

/** Returns the stored events to transfer, by id. */
async function findContents(
  requests: TransferRequest[],
  known: Map<string, StoredEvent>,
  { clickhouse, waitForPreviousBatches }: { clickhouse: Pick<ClickHouse, 'query'>; waitForPreviousBatches: () => Promise<void> },
): Promise<Map<string, StoredEvent>> {
  const missing = requests.filter(({ id }) => !known.has(id));
  if (!missing.length) return known;
  await waitForPreviousBatches();
  const needed = missing.map(({ project_id, from, time }) => ({ project_id, person: from, from: time, to: time }));
  const found = await findEventsInPeriods(clickhouse, needed);
  return new Map([...known, ...found.map((event): [string, StoredEvent] => [event.id, event])]);
}
