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

/** What an event is about, as others may read it: its wire form at that moment, and what of it is personal. */
export interface Subject {
  data: object;
  personal: object;
}

export type RecordedEvent = DomainEvent & { subject: Subject };

/** What each event tells its listeners in this house: ids and states. Ids are the database's UUIDs. */
export interface EventData {
  'feedback.created': { entry_id: string };
  'feedback.updated': { entry_id: string };
  'feedback.status_changed': {
    entry_id: string;
    old_status: string;
    new_status: string;
    /** The changelog entry whose publication did it. */
    changelog_entry_id?: string;
  };
  'feedback.commented': { entry_id: string; comment_id: string; internal: boolean };
  'feedback.merged': { entry_id: string; into: string };
  'feedback.deleted': { entry_id: string };
  'waitlist.joined': { entry_id: string };
  'waitlist.confirmed': { entry_id: string };
  'waitlist.invited': { entry_id: string };
  'testimonial.submitted': { entry_id: string };
  'testimonial.approved': { entry_id: string };
  'testimonial.rejected': { entry_id: string };
  'changelog.published': {
    entry_id: string;
    title: string;
    url: string;
    feedback_ids: string[];
    /** Of the mails about it, whoever writes them. */
    cause: string;
  };
  'knowledge_base.searched_without_results': { index_id: string; query: string };
}

export type EventType = keyof EventData;

/** An event before it has its id and time. */
export type NewEvent = {
  [Type in EventType]: { type: Type; data: EventData[Type]; subject: Subject; changes?: Change[] };
}[EventType];

export interface DomainEvents {
  /** Declares a listener: a job of its own for each event, tried again until it succeeds. Before the queue starts. */
  on: <Type extends EventType>(
    type: Type,
    listener: string,
    /** `afterSeconds` lets others go first; nothing may depend on it. */
    retry: Retry & { afterSeconds?: number },
    handle: (event: DomainEvent<Type>) => Promise<void>,
  ) => void;
  /** Declares who sees every event within the transaction that records it: for what must be written with it. */
  observe: (observer: Observer) => void;
  /** Records events in the transaction that made them true. */
  record: (tx: Transaction, projectId: string, events: NewEvent[]) => Promise<void>;
}

type Observer = (tx: Transaction, projectId: string, events: RecordedEvent[]) => Promise<void>;

export function createDomainEvents(jobs: JobQueue): DomainEvents {
  const listeners = new Map<EventType, { queue: string; afterSeconds: number }[]>();
  const observers: Observer[] = [];
  return {
    on: (type, listener, retry, handle) => {
      const queue = `${type}/${listener}`;
      listeners.set(type, [...(listeners.get(type) ?? []), { queue, afterSeconds: retry.afterSeconds ?? 0 }]);
      jobs.define(queue, retry, handle);
    },
    observe: (observer) => void observers.push(observer),
    record: async (tx, projectId, events) => {
      if (!events.length) return;
      const created_at = new Date().toISOString();
      const recorded = events.map((event) => ({ ...event, id: newId(), project_id: projectId, created_at }));
      for (const [type, queues] of listeners) {
        const told = recorded.filter((event) => event.type === type).map(withoutSubject);
        for (const { queue, afterSeconds } of queues)
          await jobs.send(tx, queue, told, afterSeconds ? { startAfter: new Date(Date.now() + afterSeconds * 1000) } : {});
      }
      for (const observe of observers) await observe(tx, projectId, recorded);
    },
  };
}

/** What listeners get: they read what they need as it is by then. */
function withoutSubject({ id, type, project_id, created_at, data, changes }: RecordedEvent): DomainEvent {
  return { id, type, project_id, created_at, data, changes };
}
