import type { Instance } from '../instance/instance.ts';
import type { Services } from '../instance/service.ts';
import { annotatePublications, deletePublications } from './analytics/manage/annotations-store.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { findAdopters } from './changelog/adoption/adoption.ts';
import { createChangelog } from './changelog/service.ts';
import { findReleaseTitles, isPublished } from './changelog/store.ts';
import { findSubscriberLanguages, isSubscribed } from './changelog/subscribers-store.ts';
import { countCreated } from './feedback/created-store.ts';
import { createFeedback } from './feedback/service.ts';
import { listMergeGroup } from './feedback/merging/merge-store.ts';
import { findPublicAnswers } from './feedback/proposals/answered-store.ts';
import { findFinished } from './feedback/proposals/finished-store.ts';
import { findReaders } from './feedback/mails/waiting-store.ts';
import { findAskers } from './feedback/people/askers-store.ts';
import { findFollowers, findIdsByExternalIds, shippedEntries } from './feedback/shipping.ts';
import { findEntryIds } from './feedback/store.ts';
import { findLanguages, findFollowing } from './feedback/subscriptions/subscribers-store.ts';
import { findHelped } from './knowledge-base/insights/helped-store.ts';
import { countSearchesOfFeedback } from './knowledge-base/clusters/clusters-store.ts';
import { createKnowledgeBase } from './knowledge-base/service.ts';
import type { RequestMailing } from './testimonials/requests/mails.ts';
import { createTestimonials } from './testimonials/service.ts';
import { findSignupLanguages } from './waitlist/people-store.ts';
import { createWaitlist } from './waitlist/service.ts';

/** Returns the languages of people whom other services write: of subscribers of the changelog, of followers, and of the waitlist. */
const findKnownLanguages: RequestMailing['findLanguages'] = async (db, projectId, keys) =>
  new Map([
    ...(await findSignupLanguages(db, projectId, keys)),
    ...(await findLanguages(db, projectId, keys)),
    ...(await findSubscriberLanguages(db, projectId, keys)),
  ]);

/** Creates all services, and gives each what it needs of others. Must be called before the queue starts. */
export async function createServices(instance: Instance): Promise<Services> {
  const {
    service: eventStore,
    searchLog,
    sumRevenue,
    spanFigures,
    findUses,
    countPageViews,
  } = createAnalyticsService(instance, { counted: { feedback: countCreated } });
  const adoption = { findShipped: shippedEntries, findAskers, listMergeGroup, findUses };
  const all = [
    createFeedback(instance, { isPublished, isSubscribed, sumRevenue, countSearches: countSearchesOfFeedback }),
    createWaitlist(instance),
    createTestimonials(instance, {
      findAdopters: (...params) => findAdopters({ db: instance.db, ...adoption }, ...params),
      findHelped: (...params) => findHelped(instance.clickhouse, ...params),
      findLanguages: findKnownLanguages,
      findReleaseTitles,
    }),
    createChangelog(instance, {
      findFeedbackIds: findEntryIds,
      findFeedbackByExternalIds: findIdsByExternalIds,
      findFinished,
      findFollowing,
      findFeedbackReaders: (db, ...params) => findReaders({ db, segments: instance.segments }, ...params),
      findFollowers: (db, ...params) => findFollowers({ db, segments: instance.segments }, ...params),
      annotate: annotatePublications,
      deleteAnnotations: deletePublications,
      figures: spanFigures,
      countFeedback: countCreated,
      ...adoption,
    }),
    await createKnowledgeBase(instance, { searchLog, findFeedbackIds: findEntryIds, findPublicAnswers, countPageViews }),
    eventStore,
  ];
  return {
    all,
    eventStore,
    fillSample: async (forPart) =>
      (await import('./samples.ts')).fillServices(
        instance.db,
        forPart,
        all.flatMap(({ fillSample }) => fillSample ?? []),
      ),
  };
}
