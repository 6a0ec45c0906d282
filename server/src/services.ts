import type { PageSection } from '@earshot/contract/instance/values';
import type { FastifyInstance } from 'fastify';
import { publishScheduled } from './services/changelog/changelog.ts';
import { mailChangelog } from './services/changelog/mails.ts';
import { changelogPages, changelogTeaser, listChangelogPages } from './services/changelog/pages.ts';
import { changelogPeople, changelogRetention } from './services/changelog/people.ts';
import { changelogRoutes } from './services/changelog/routes.ts';
import { findEntry as findChangelogEntry, findMentionedUploads as findInChangelog } from './services/changelog/store.ts';
import type { ClickHouse } from './platform/clickhouse/clickhouse.ts';
import { mailSubscribers } from './services/feedback/mails.ts';
import { feedbackPages, feedbackTeaser, listFeedbackPages, roadmapTeaser } from './services/feedback/pages.ts';
import { createFeedbackPeople, feedbackRetention } from './services/feedback/people.ts';
import { feedbackRoutes } from './services/feedback/routes.ts';
import { findFollowers, setShippedDone } from './services/feedback/shipping.ts';
import { findEntryIds } from './services/feedback/store.ts';
import { createSubscriptions } from './services/feedback/subscriptions.ts';
import { mailMentioned } from './services/feedback/team/mentions.ts';
import { findMentionedUploads as findInFeedback } from './services/feedback/uploads-store.ts';
import { scheduleVoteReports } from './services/feedback/votes.ts';
import type { ExportLimit } from './platform/api/exports.ts';
import type { DomainEvents } from './platform/jobs/events.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import { emptyIndexes } from './services/knowledge-base/index/indexes-store.ts';
import { findMentionedUploads as findInArticles } from './services/knowledge-base/documents/documents-store.ts';
import type { SearchRecorder } from './services/knowledge-base/insights/search-recorder.ts';
import { listHelpPages, renderHelpTeaser, knowledgeBasePages } from './services/knowledge-base/pages.ts';
import { knowledgeBaseRoutes } from './services/knowledge-base/routes.ts';
import type { SearchDeps } from './services/knowledge-base/search/search.ts';
import type { Mailing } from './instance/mail/compose.ts';
import type { Section } from './instance/pages/public.ts';
import { type DeleteContent, deleteRowsOf } from './platform/postgres/emptying.ts';
import type { PersonalData } from './platform/postgres/person.ts';
import type { Reads } from './platform/postgres/replica.ts';
import type { Retention } from './platform/postgres/retention.ts';
import { thankAuthors } from './services/testimonials/mails.ts';
import { testimonialPages, testimonialsTeaser } from './services/testimonials/pages.ts';
import { testimonialPeople } from './services/testimonials/people.ts';
import { testimonialRoutes } from './services/testimonials/routes.ts';
import { findMentionedUploads as findInTestimonials } from './services/testimonials/store.ts';
import type { FindMentioned } from './instance/uploads/uploads.ts';
import { createJoin } from './services/waitlist/joining.ts';
import { createWaitlistMails, mailWaitlist } from './services/waitlist/mails.ts';
import { renderWaitlistTeaser, waitlistPages } from './services/waitlist/pages.ts';
import { waitlistPeople, waitlistRetention } from './services/waitlist/people.ts';
import { waitlistRoutes } from './services/waitlist/routes.ts';

export interface ListenerDeps extends Mailing {
  events: DomainEvents;
  jobs: JobQueue;
}

export interface ServiceDeps extends ListenerDeps {
  reads: Reads;
  exports: ExportLimit;
  clickhouse: ClickHouse;
  searchRecorder: SearchRecorder;
  knowledge: SearchDeps;
}

/** A part of the product with its own contract, endpoints, public pages and records of people. */
interface Service {
  /** Subscribes to domain events and defines scheduled jobs. */
  subscribe?: (deps: ListenerDeps) => void;
  /** Registers endpoints and public pages. */
  register: (app: FastifyInstance, deps: ServiceDeps) => Promise<void>;
  /** Sections of the public site. */
  sections: Partial<Record<PageSection, Section>>;
  personalData?: (deps: { events: DomainEvents }) => PersonalData;
  /** Deletes the entries of a test project. */
  deleteContent: DeleteContent;
  /** Records that are deleted after a period in `settings.retention` of their project. */
  retention?: Retention;
  /** Finds the images that the records mention. Images without any mention are deleted. */
  findMentionedUploads?: FindMentioned;
}

const feedback: Service = {
  subscribe: (deps) => {
    mailSubscribers({
      ...deps,
      isPublished: async (projectId, id) =>
        (await findChangelogEntry(deps.db, projectId, { id }, { isPublic: true })) !== undefined,
    });
    mailMentioned(deps);
    setShippedDone(deps);
    scheduleVoteReports(deps);
  },
  register: async (app, { db, reads, events, linkSecret, sendMails, publicUrl }) => {
    const subscriptions = createSubscriptions({ db, sendMails, linkSecret, publicUrl });
    await app.register(feedbackRoutes, { prefix: '/v1/feedback', db, reads, events, linkSecret, subscriptions });
    await app.register(feedbackPages, { db, reads, events, publicUrl, subscriptions });
  },
  sections: {
    feedback: {
      title: 'Feedback',
      teaser: feedbackTeaser,
      action: { label: 'Give feedback', path: '/feedback#new' },
      listPages: listFeedbackPages,
    },
    roadmap: { title: 'Roadmap', teaser: roadmapTeaser },
  },
  personalData: createFeedbackPeople,
  deleteContent: deleteRowsOf('feedback_sequences', 'feedback_counts', 'feedback_entries'),
  retention: feedbackRetention,
  findMentionedUploads: findInFeedback,
};

const testimonials: Service = {
  subscribe: thankAuthors,
  register: async (app, { db, reads, events, linkSecret, publicUrl }) => {
    await app.register(testimonialRoutes, { prefix: '/v1/testimonials', db, reads, events, linkSecret });
    await app.register(testimonialPages, { db, reads, events, publicUrl });
  },
  sections: { testimonials: { title: 'Testimonials', teaser: testimonialsTeaser, layout: 'wide' } },
  personalData: () => testimonialPeople,
  deleteContent: deleteRowsOf('testimonial_counts', 'testimonials'),
  findMentionedUploads: findInTestimonials,
};

const changelog: Service = {
  subscribe: (deps) => {
    mailChangelog(deps);
    publishScheduled(deps);
  },
  register: async (app, { db, reads, events, jobs, sendMails, linkSecret, publicUrl }) => {
    const mailing = { db, sendMails, linkSecret, publicUrl };
    await app.register(changelogPages, { ...mailing, reads });
    await app.register(changelogRoutes, {
      prefix: '/v1/changelog',
      ...mailing,
      reads,
      events,
      jobs,
      findFeedbackIds: findEntryIds,
      findFollowers,
    });
  },
  sections: { changelog: { title: 'Changelog', teaser: changelogTeaser, listPages: listChangelogPages } },
  personalData: () => changelogPeople,
  deleteContent: deleteRowsOf('content_versions', 'changelog_entries', 'changelog_subscribers'),
  retention: changelogRetention,
  findMentionedUploads: findInChangelog,
};

const waitlist: Service = {
  subscribe: mailWaitlist,
  register: async (app, { db, reads, events, sendMails, linkSecret, publicUrl, exports }) => {
    const mails = createWaitlistMails({ db, sendMails, linkSecret, publicUrl });
    const join = createJoin({ db, events, mails });
    await app.register(waitlistPages, { join, publicUrl });
    await app.register(waitlistRoutes, {
      prefix: '/v1/waitlist',
      db,
      reads,
      events,
      mails,
      join,
      linkSecret,
      exports,
      publicUrl,
    });
  },
  sections: { waitlist: { title: 'Waitlist', teaser: async (_db, site) => renderWaitlistTeaser(site), layout: 'banner' } },
  personalData: () => waitlistPeople,
  deleteContent: deleteRowsOf('waitlist_lines', 'waitlist_rank_buckets', 'waitlist_entries'),
  retention: waitlistRetention,
};

const knowledgeBase: Service = {
  register: async (app, { knowledge: deps, reads, clickhouse, searchRecorder: recorder, publicUrl }) => {
    await app.register(knowledgeBaseRoutes, { prefix: '/v1/indexes', deps, reads, clickhouse, recorder, publicUrl });
    await app.register(knowledgeBasePages, { deps, reads, recorder, publicUrl });
  },
  sections: { help: { title: 'Help', teaser: renderHelpTeaser, listPages: listHelpPages } },
  deleteContent: emptyIndexes,
  findMentionedUploads: findInArticles,
};

/** All services, except analytics, whose events are not in PostgreSQL. */
export const SERVICES: Service[] = [feedback, testimonials, changelog, waitlist, knowledgeBase];

/** Sections of all services. */
export const SECTIONS = Object.assign({}, ...SERVICES.map(({ sections }) => sections)) as Record<PageSection, Section>;
