import { eraseEverywhere, findPersonEvents } from './analytics/maintenance/erasure.ts';
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
import { findMentionedUploads as findInTestimonials } from './testimonials/store.ts';
import { testimonialPeople } from './testimonials/people.ts';
import type { Storage } from './uploads/storage.ts';
import { createUploadPeople, type FindMentioned } from './uploads/uploads.ts';
import { waitlistPeople, waitlistRetention } from './waitlist/people.ts';
import { deliveryRetention, webhookPeople } from './webhooks/people.ts';

/** Functions that find mentioned images. Images without any mention are deleted. */
export const FIND_MENTIONED_UPLOADS: FindMentioned[] = [findInFeedback, findInTestimonials, findInChangelog];

/** Everything that holds personal data. `people/schema.test.ts` has the list of columns. */
export const collectPersonalData = ({
  db,
  events,
  analytics,
  storage,
}: {
  db: Db;
  events: DomainEvents;
  analytics: Analytics;
  storage: Storage;
}): PeopleDeps => ({
  db,
  data: [
    webhookPeople,
    idempotencyPeople,
    jobPeople,
    mailPeople,
    createFeedbackPeople({ events }),
    waitlistPeople,
    testimonialPeople,
    changelogPeople,
  ],
  analytics: {
    findEvents: (...params) => findPersonEvents(analytics.clickhouse, ...params),
    erase: (...params) => eraseEverywhere(analytics, ...params),
  },
  uploads: createUploadPeople({ storage, mentions: FIND_MENTIONED_UPLOADS }),
  findIdentifiers,
});

/** Records that are deleted after a period in `settings.retention` of their project. */
export const RETENTIONS = [mailRetention, deliveryRetention, feedbackRetention, changelogRetention, waitlistRetention];
