import { eraseEverywhere } from './analytics/maintenance/erasure.ts';
import { findPersonEvents } from './analytics/maintenance/erasure-store.ts';
import type { Analytics } from './analytics/analytics.ts';
import { findMentionedUploads as findInChangelog } from './changelog/store.ts';
import { changelogPeople, changelogRetention } from './changelog/people.ts';
import { createFeedbackPeople, feedbackRetention } from './feedback/people.ts';
import { findMentionedUploads as findInFeedback } from './feedback/uploads-store.ts';
import { findIdentifiers } from './feedback/people-store.ts';
import { idempotencyPeople } from './http/idempotency.ts';
import type { DomainEvents } from './jobs/events.ts';
import { jobPeople } from './jobs/people.ts';
import { mailPeople, mailRetention } from './mail/people.ts';
import type { PeopleDeps } from './people/people.ts';
import type { Db } from './postgres/database.ts';
import type { PersonalData } from './postgres/person.ts';
import type { Retention } from './postgres/retention.ts';
import { findMentionedUploads as findInTestimonials } from './testimonials/store.ts';
import { testimonialPeople } from './testimonials/people.ts';
import type { Storage } from './uploads/storage.ts';
import { createUploadPeople, type FindMentioned } from './uploads/uploads.ts';
import { waitlistPeople, waitlistRetention } from './waitlist/people.ts';
import { deliveryRetention, webhookPeople } from './webhooks/people.ts';

interface Holder {
  personalData: (deps: { events: DomainEvents }) => PersonalData;
  /** Records that are deleted after a period in `settings.retention` of their project. */
  retention?: Retention;
  /** Finds the images that the records mention. Images without any mention are deleted. */
  findMentionedUploads?: FindMentioned;
}

/**
 * All parts of Earshot with personal data in PostgreSQL, in order of erasure: logs first, because erasing records creates new
 * deliveries. `people/schema.test.ts` lists the columns.
 */
const HOLDERS: Holder[] = [
  { personalData: () => webhookPeople, retention: deliveryRetention },
  { personalData: () => idempotencyPeople },
  { personalData: () => jobPeople },
  { personalData: () => mailPeople, retention: mailRetention },
  { personalData: createFeedbackPeople, retention: feedbackRetention, findMentionedUploads: findInFeedback },
  { personalData: () => waitlistPeople, retention: waitlistRetention },
  { personalData: () => testimonialPeople, findMentionedUploads: findInTestimonials },
  { personalData: () => changelogPeople, retention: changelogRetention, findMentionedUploads: findInChangelog },
];

export const RETENTIONS = HOLDERS.flatMap(({ retention }) => retention ?? []);
export const FIND_MENTIONED_UPLOADS = HOLDERS.flatMap(({ findMentionedUploads }) => findMentionedUploads ?? []);

interface Deps {
  db: Db;
  events: DomainEvents;
  analytics: Analytics;
  storage: Storage;
}

/** Returns the dependencies of erasure and export of a person. */
export const collectPersonalData = ({ db, events, analytics, storage }: Deps): PeopleDeps => ({
  db,
  data: HOLDERS.map(({ personalData }) => personalData({ events })),
  analytics: {
    findEvents: (...params) => findPersonEvents(analytics.clickhouse, ...params),
    erase: (...params) => eraseEverywhere(analytics, ...params),
  },
  uploads: createUploadPeople({ storage, mentions: FIND_MENTIONED_UPLOADS }),
  findIdentifiers,
});
