import { eraseEverywhere } from './analytics/maintenance/erasure.ts';
import { findPersonEvents } from './analytics/maintenance/erasure-store.ts';
import type { Analytics } from './analytics/analytics.ts';
import { findIdentifiers } from './feedback/people-store.ts';
import { idempotencyPeople } from './http/idempotency.ts';
import type { DomainEvents } from './jobs/events.ts';
import { jobPeople } from './jobs/people.ts';
import { mailPeople, mailRetention } from './mail/people.ts';
import type { PeopleDeps } from './people/people.ts';
import type { Db } from './postgres/database.ts';
import { SERVICES } from './services.ts';
import type { Storage } from './uploads/storage.ts';
import { createUploadPeople } from './uploads/uploads.ts';
import { deliveryRetention, webhookPeople } from './webhooks/people.ts';

/** Logs and queues that contain copies of the services' records. */
const LOGS = [webhookPeople, idempotencyPeople, jobPeople, mailPeople];

export const RETENTIONS = [deliveryRetention, mailRetention, ...SERVICES.flatMap(({ retention }) => retention ?? [])];
export const FIND_MENTIONED_UPLOADS = SERVICES.flatMap(({ findMentionedUploads }) => findMentionedUploads ?? []);

interface Deps {
  db: Db;
  events: DomainEvents;
  analytics: Analytics;
  storage: Storage;
}

/**
 * Returns the dependencies of erasure and export of a person. Logs are erased first, because erasing records creates new deliveries.
 * `people/schema.test.ts` lists the columns.
 */
export const collectPersonalData = ({ db, events, analytics, storage }: Deps): PeopleDeps => ({
  db,
  data: [...LOGS, ...SERVICES.flatMap(({ personalData }) => personalData?.({ events }) ?? [])],
  analytics: {
    findEvents: (...params) => findPersonEvents(analytics.clickhouse, ...params),
    erase: (...params) => eraseEverywhere(analytics, ...params),
  },
  uploads: createUploadPeople({ storage, mentions: FIND_MENTIONED_UPLOADS }),
  findIdentifiers,
});
