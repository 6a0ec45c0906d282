import type { Instance } from '../instance/instance.ts';
import type { Services } from '../instance/service.ts';
import { annotatePublications, deletePublications } from './analytics/manage/annotations-store.ts';
import { createAnalyticsService } from './analytics/service.ts';
import { createChangelog } from './changelog/service.ts';
import { isPublished } from './changelog/store.ts';
import { countCreated } from './feedback/created-store.ts';
import { createFeedback } from './feedback/service.ts';
import { findFollowers, findIdsByExternalIds } from './feedback/shipping.ts';
import { findEntryIds } from './feedback/store.ts';
import { countSearchesOfFeedback } from './knowledge-base/clusters/clusters-store.ts';
import { createKnowledgeBase } from './knowledge-base/service.ts';
import { createTestimonials } from './testimonials/service.ts';
import { createWaitlist } from './waitlist/service.ts';

/** Creates all services, and gives each what it needs of others. Must be called before the queue starts. */
export async function createServices(instance: Instance): Promise<Services> {
  const {
    service: eventStore,
    searchLog,
    sumRevenue,
  } = createAnalyticsService(instance, { counted: { feedback: countCreated } });
  return {
    all: [
      createFeedback(instance, { isPublished, sumRevenue, countSearches: countSearchesOfFeedback }),
      createWaitlist(instance),
      createTestimonials(instance),
      createChangelog(instance, {
        findFeedbackIds: findEntryIds,
        findFeedbackByExternalIds: findIdsByExternalIds,
        findFollowers: (db, ...params) => findFollowers({ db, segments: instance.segments }, ...params),
        annotate: annotatePublications,
        deleteAnnotations: deletePublications,
      }),
      await createKnowledgeBase(instance, { searchLog, findFeedbackIds: findEntryIds }),
      eventStore,
    ],
    eventStore,
    // Loaded on first use: most instances create no sample data.
    fillSample: async (forPart) => (await import('./samples.ts')).fillServices(forPart),
  };
}
