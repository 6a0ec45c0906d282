import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type EventStream, findRefusal, formatMessage, tooManyStreams } from '../../platform/api/event-stream.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { findListStates } from '../notifications/store.ts';
import * as store from './events-store.ts';

const POLL_MS = 1_000;
const PAGE = 500;
/** Interval at which credentials are checked again. Messages contain no content, so that it may be longer than that of event streams. */
const CHECK_MS = 10_000;
/** Limit of this process: tabs of a browser. */
const MAX_STREAMS_PER_USER = 30;

interface Listener {
  userId: string;
  stream: EventStream;
  /** Checks the credential, the role and the project again. @throws {HttpError} once the caller would be refused */
  check: () => Promise<void>;
  /** State of the user's notifications when the stream sent the last message. */
  notifications?: string | undefined;
}

interface Channel {
  listeners: Set<Listener>;
  checkedAt: number;
}

export type ChangeStreams = ReturnType<typeof createChangeStreams>;

/**
 * Manages streams of changes of projects (server-sent events) of this process. All streams of a project share two queries per
 * second, so that every open page of a team can have one.
 */
export function createChangeStreams(db: Db) {
  const channels = new Map<string, Channel>();
  const findListeners = (userId: string) =>
    [...channels.values()].flatMap(({ listeners }) => [...listeners]).filter((listener) => listener.userId === userId);

  async function checkListeners(channel: Channel): Promise<void> {
    channel.checkedAt = performance.now();
    for (const { stream, check } of channel.listeners) {
      const refusal = await findRefusal(check);
      if (refusal) stream.end(refusal);
    }
  }

  /** Sends changes to the listeners of a project until the last one leaves. An unavailable database delays changes. */
  async function run(projectId: string, channel: Channel, log: FastifyBaseLogger): Promise<void> {
    let position: store.Position | undefined;
    while (channel.listeners.size) {
      try {
        if (performance.now() - channel.checkedAt > CHECK_MS) await checkListeners(channel);
        position ??= await store.findEnd(db, projectId);
        const next = await store.readEvents(db, projectId, position, { types: [], limit: PAGE });
        ({ position } = next);
        const changes = next.events.map(formatChange).join('');
        const listeners = [...channel.listeners];
        const states = await findListStates(db, projectId, [...new Set(listeners.map(({ userId }) => userId))]);
        for (const listener of listeners) {
          const messages = changes + formatNotifications(listener, states.get(listener.userId));
          if (messages) listener.stream.send(messages);
          else listener.stream.keepAlive();
        }
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'streams of changes could not be updated');
      }
      await sleep(POLL_MS);
    }
    channels.delete(projectId);
  }

  return {
    /** @throws {HttpError} 429 when the user has too many streams */
    checkLimit: (userId: string): void => {
      if (findListeners(userId).length < MAX_STREAMS_PER_USER) return;
      const message = `You have too many streams of changes open (maximum ${MAX_STREAMS_PER_USER}); close one first`;
      throw tooManyStreams('webhooks.too_many_streams', message);
    },
    add: (projectId: string, listener: Listener, log: FastifyBaseLogger): void => {
      const known = channels.get(projectId);
      const channel = known ?? { listeners: new Set<Listener>(), checkedAt: performance.now() };
      channel.listeners.add(listener);
      listener.stream.onClose(() => channel.listeners.delete(listener));
      if (known) return;
      channels.set(projectId, channel);
      void run(projectId, channel, log);
    },
    /** Ends all streams. Readers reconnect to another node. */
    close: (): void => {
      for (const { listeners } of channels.values()) {
        for (const { stream } of listeners) stream.end();
        listeners.clear();
      }
    },
  };
}

/** Returns the messages that tell a listener that it misses nothing from now on, or that its user's notifications have changed. */
function formatNotifications(listener: Listener, state = ''): string {
  const isNew = listener.notifications === undefined;
  if (listener.notifications === state) return '';
  listener.notifications = state;
  return formatMessage(isNew ? 'ready' : 'notifications.updated', {});
}

/** Formats a change without its content: clients request what they display, with their own rights. */
const formatChange = ({ type, subject: { data } }: store.StoredEvent): string =>
  formatMessage(type, { type, id: (data as { id?: string }).id ?? null });
