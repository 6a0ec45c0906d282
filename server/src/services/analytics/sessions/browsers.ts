import { byTime, findChains, type PlacedEvent, splitRuns, type StoredEvent, type Visit } from './visits.ts';

// Decides which person an anonymous event belongs to. A browser is known by the number of its anonymous visitor, which changes daily. Only
// browsers from which a known person sent an event have browser events; the visits of all others are the visits of the anonymous visitor.

/** A known person: the number of the person, and the user id. */
export interface KnownPerson {
  person: string;
  userId: string;
}

/** An event that a known person sent from a browser, or an anonymous event that belongs to a known person. */
export interface BrowserEvent {
  id: string;
  time: number;
  seq: number;
  /** Empty for an anonymous event. */
  userId: string;
  /** The person to whom the event belongs. */
  person: string;
}

/** A new event from a browser. Its person is the anonymous visitor unless the event has a user id. */
export interface NewEvent extends PlacedEvent {
  userId: string;
}

/** The state of a browser, and the new events from it. */
export interface BrowserState {
  /** The anonymous visitor of the browser. */
  browser: string;
  known: BrowserEvent[];
  /** Visits of the anonymous visitor. */
  visits: Visit[];
  events: NewEvent[];
}

/** A stored event that belongs to another person from now on. */
export interface Transfer {
  id: string;
  time: number;
  from: string;
  to: KnownPerson;
}

export interface Attribution {
  /** Anonymous new events that belong to a known person. */
  owners: Map<NewEvent, KnownPerson>;
  transfers: Transfer[];
  /** All browser events from now on, in order. */
  known: BrowserEvent[];
}

/** Events of a user between two others that are at most this far apart decide nothing. */
const SPARSE_MS = 5 * 60_000;

/**
 * Returns the browser events that decide where other events belong. Events between two events of the same user, a few minutes apart, neither
 * connect visits nor change the user that is known before or after another event. In a visit of more than 24 hours, they can move the end
 * of the visit by these minutes.
 */
export function withoutRedundant(known: BrowserEvent[]): BrowserEvent[] {
  const kept: BrowserEvent[] = [];
  for (const [position, event] of known.entries()) {
    const [before, after] = [kept.at(-1), known[position + 1]];
    const isBetween = event.userId && before?.userId === event.userId && after?.userId === event.userId;
    if (!isBetween || after.time - before.time > SPARSE_MS) kept.push(event);
  }
  return kept;
}

/** Returns the period whose anonymous events are needed to attribute the events of a browser; undefined for none. */
export function findAnonymousPeriod(state: BrowserState): { from: number; to: number } | undefined {
  const chains = findChangedChains(state).filter(({ visits }) => visits.length);
  if (!chains.length) return undefined;
  return { from: Math.min(...chains.map(({ start }) => start)), to: Math.max(...chains.map(({ end }) => end)) };
}

/**
 * Attributes the events of a browser, which are divided into visits as if one visitor had sent them. Within such a visit, an anonymous
 * event belongs to the person who was known last before the event, or to the first known person if none was known before. `anonymous` are
 * the stored events of the period of `findAnonymousPeriod`. The result does not depend on the order of arrival.
 */
export function attributeEvents(state: BrowserState, anonymous: StoredEvent[]): Attribution {
  const chains = findChangedChains(state);
  const isChanged = new Set(chains.flatMap(({ events }) => events.map(({ known }) => known)));
  const attribution: Attribution = {
    owners: new Map(),
    transfers: [],
    known: state.known.filter((event) => !isChanged.has(event)),
  };
  for (const { start, end, events } of chains) {
    const stored = anonymous
      .filter(({ time }) => time >= start && time <= end)
      .map((event) => ({ ...toItem(event), userId: '' }));
    for (const run of splitRuns([...stored, ...events].toSorted(byTime))) attributeRun(run, state.browser, attribution);
  }
  attribution.known.sort(byTime);
  return attribution;
}

/** An event of a browser: a new event, a browser event, or a stored event of the anonymous visitor. */
interface Item extends BrowserEvent {
  created?: NewEvent;
  known?: BrowserEvent;
}

const toItem = ({ id, time, seq, person }: PlacedEvent) => ({ id, time, seq, person });

/** Returns the chains with new events and known persons. */
function findChangedChains({ known, visits, events }: BrowserState) {
  const items: Item[] = [
    ...known.map((event) => ({ ...event, known: event })),
    ...events.map((event) => ({ ...toItem(event), userId: event.userId, created: event })),
  ];
  return findChains(visits, items).filter(
    (chain) => chain.events.some(({ created }) => created) && chain.events.some((event) => event.known ?? event.userId),
  );
}

/** Attributes the events of a visit. */
function attributeRun(run: Item[], browser: string, { owners, transfers, known }: Attribution): void {
  const first = run.find(({ userId }) => userId);
  let owner: KnownPerson = first ?? { person: browser, userId: '' };
  for (const event of run) {
    const { id, time, seq, userId, person } = event;
    if (userId) owner = event;
    else if (person !== owner.person) {
      const to = { person: owner.person, userId: owner.userId };
      if (event.created) owners.set(event.created, to);
      else transfers.push({ id, time, from: person, to });
    }
    if (!first) continue;
    known.push(event.known?.person === owner.person ? event.known : { id, time, seq, userId, person: owner.person });
  }
}
