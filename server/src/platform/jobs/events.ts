import { newId } from '../ids.ts';
import type { Transaction } from '../postgres/database.ts';
import type { Concurrency, JobQueue, Retry } from './queue.ts';

export interface Change {
  field: string;
  old: unknown;
  new: unknown;
}

/** Domain event of a project. Services communicate with each other through events only. */
export interface DomainEvent<Type extends EventType = EventType> {
  id: string;
  type: Type;
  project_id: string;
  created_at: string;
  data: EventData[Type];
  changes?: Change[];
}

/** Subject of an event as API clients may read it: its JSON form at that time, with the personal fields apart. */
export interface Subject {
  data: object;
  personal: object;
  /** Whether the whole event is for receivers of personal data only, such as a message to a person. */
  isPersonal?: boolean;
}

export type RecordedEvent = DomainEvent & { subject: Subject };

/**
 * Payloads of events for internal listeners: ids and states, by type. Ids are database UUIDs. Each service adds its events (module
 * augmentation).
 */
export interface EventData {}

export type EventType = keyof EventData;

/** Event without id and time. */
export type NewEvent = {
  [Type in EventType]: { type: Type; data: EventData[Type]; subject: Subject; changes?: Change[] };
}[EventType];

export interface DomainEvents {
  /**
   * Registers a listener. Each event becomes a separate job, which is retried until it succeeds. Must be called before the queue
   * starts.
   */
  on: <Type extends EventType>(
    type: Type,
    listener: string,
    /**
     * `afterSeconds` delays the listener so that others usually run first. Correctness must not depend on it. `perGroup` of
     * `concurrency` refers to the project.
     */
    retry: Retry & { afterSeconds?: number; concurrency?: Concurrency },
    handle: (event: DomainEvent<Type>) => Promise<void>,
  ) => void;
  /** Registers a recorder, which receives every event within its transaction, for rows that must be committed with it. */
  observe: (observer: Observer) => void;
  /** Records events in the transaction of the change. */
  record: (tx: Transaction, projectId: string, events: NewEvent[]) => Promise<void>;
}

type Observer = (tx: Transaction, projectId: string, events: RecordedEvent[]) => Promise<void>;

export function createDomainEvents(jobs: JobQueue): DomainEvents {
  const listeners = new Map<EventType, { queue: string; afterSeconds: number; isGrouped: boolean }[]>();
  const observers: Observer[] = [];
  return {
    on: (type, listener, retry, handle) => {
      const queue = `${type}/${listener}`;
      const { afterSeconds = 0, concurrency } = retry;
      listeners.set(type, [...(listeners.get(type) ?? []), { queue, afterSeconds, isGrouped: concurrency !== undefined }]);
      jobs.define(queue, retry, handle, concurrency);
    },
    observe: (observer) => void observers.push(observer),
    record: async (tx, projectId, events) => {
      if (!events.length) return;
      const created_at = new Date().toISOString();
      const recorded = events.map((event) => ({ ...event, id: newId(), project_id: projectId, created_at }));
      for (const [type, queues] of listeners) {
        const told = recorded.filter((event) => event.type === type).map(withoutSubject);
        for (const { queue, afterSeconds, isGrouped } of queues)
          await jobs.send(tx, queue, told, {
            ...(afterSeconds && { startAfter: new Date(Date.now() + afterSeconds * 1000) }),
            ...(isGrouped && { group: projectId }),
          });
      }
      for (const observe of observers) await observe(tx, projectId, recorded);
    },
  };
}

/** Payload for listeners. They read the current state themselves. */
function withoutSubject({ id, type, project_id, created_at, data, changes }: RecordedEvent): DomainEvent {
  return { id, type, project_id, created_at, data, changes };
}
