import { newId } from '../ids.ts';
import type { Transaction } from '../postgres/database.ts';
import type { JobQueue, Retry } from './queue.ts';

export interface Change {
  field: string;
  old: unknown;
  new: unknown;
}

/** Something that became true in a project. Sub-services learn of one another through these alone. */
export interface DomainEvent<Type extends EventType = EventType> {
  id: string;
  type: Type;
  project_id: string;
  created_at: string;
  data: EventData[Type];
  changes?: Change[];
}

/** What each event tells: ids and states, no personal data. Ids are the database's UUIDs. */
export interface EventData {
  'feedback.created': { entry_id: string };
  'feedback.updated': { entry_id: string };
  'feedback.status_changed': { entry_id: string; old_status: string; new_status: string };
  'feedback.commented': { entry_id: string; comment_id: string; internal: boolean };
  'feedback.merged': { entry_id: string; into: string };
  'feedback.deleted': { entry_id: string };
}

export type EventType = keyof EventData;

/** An event before it has its id and time. */
export type NewEvent = { [Type in EventType]: { type: Type; data: EventData[Type]; changes?: Change[] } }[EventType];

export interface DomainEvents {
  /** Declares a listener: a job of its own for each event, tried again until it succeeds. Before the queue starts. */
  on: <Type extends EventType>(
    type: Type,
    listener: string,
    retry: Retry,
    handle: (event: DomainEvent<Type>) => Promise<void>,
  ) => void;
  /** Records events in the transaction that made them true. */
  record: (tx: Transaction, projectId: string, events: NewEvent[]) => Promise<void>;
}

export function createDomainEvents(jobs: JobQueue): DomainEvents {
  const listeners = new Map<EventType, string[]>();
  return {
    on: (type, listener, retry, handle) => {
      const queue = `${type}/${listener}`;
      listeners.set(type, [...(listeners.get(type) ?? []), queue]);
      jobs.define(queue, retry, handle);
    },
    record: async (tx, projectId, events) => {
      const created_at = new Date().toISOString();
      for (const event of events) {
        for (const queue of listeners.get(event.type) ?? [])
          await jobs.send(tx, queue, [{ ...event, id: newId(), project_id: projectId, created_at }]);
      }
    },
  };
}
