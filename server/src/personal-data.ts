import { eraseAll, eraseEverywhere } from './services/analytics/maintenance/erasure.ts';
import { findPersonEvents } from './services/analytics/maintenance/erasure-store.ts';
import type { Analytics } from './services/analytics/analytics.ts';
import { auditPeople, auditRetention } from './instance/audit/people.ts';
import { findIdentifiers } from './services/feedback/people-store.ts';
import { idempotencyPeople } from './platform/api/idempotency.ts';
import type { DomainEvents } from './platform/jobs/events.ts';
import { deleteListenerJobs } from './platform/jobs/emptying.ts';
import { jobPeople } from './platform/jobs/people.ts';
import { mailPeople, mailRetention } from './instance/mail/people.ts';
import type { PeopleDeps } from './instance/people/people.ts';
import type { Db } from './platform/postgres/database.ts';
import { deleteRowsOf } from './platform/postgres/emptying.ts';
import type { EmptyingDeps } from './instance/projects/emptying.ts';
import { findMentionedUploads as findInSettings } from './instance/projects/store.ts';
import { SERVICES } from './services.ts';
import type { Storage } from './instance/uploads/storage.ts';
import { createUploadPeople } from './instance/uploads/uploads.ts';
import { deliveryRetention, webhookPeople } from './instance/webhooks/people.ts';
import { findMentionedUploads as findInVersions } from './instance/versions/store.ts';

/** Logs and queues that contain copies of the services' records. */
const LOGS = [webhookPeople, idempotencyPeople, jobPeople, mailPeople, auditPeople];

export const RETENTIONS = [
  deliveryRetention,
  mailRetention,
  auditRetention,
  ...SERVICES.flatMap(({ retention }) => retention ?? []),
];
export const FIND_MENTIONED_UPLOADS = [
  findInSettings,
  findInVersions,
  ...SERVICES.flatMap(({ findMentionedUploads }) => findMentionedUploads ?? []),
];

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

/** Content outside of the services: copies of their entries, and what analytics keeps in PostgreSQL. Responses of idempotent requests are copies, too. */
const deleteCopies = deleteRowsOf(
  'mails',
  'webhook_deliveries',
  'webhook_events',
  'idempotency_keys',
  'analytics_annotations',
  'analytics_drops',
  'analytics_intake',
  'analytics_event_ids',
);

/** Returns the dependencies of emptying a test project. */
export function collectContent({ analytics, storage }: Pick<Deps, 'analytics' | 'storage'>): EmptyingDeps {
  const uploads = createUploadPeople({ storage, mentions: [] });
  return {
    deleteContent: [deleteListenerJobs, ...SERVICES.map(({ deleteContent }) => deleteContent), deleteCopies],
    eraseAnalytics: (projectId) => eraseAll(analytics, projectId),
    deleteImages: uploads.eraseAll,
    removeFiles: uploads.removeFiles,
  };
}
