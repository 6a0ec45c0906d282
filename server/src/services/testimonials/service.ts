import type { Language } from '@earshot/contract/shared/languages';
import { batchRoute } from '../../instance/imports/batch-routes.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Service } from '../../instance/service.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import { buildTestimonialBatch, createTestimonialImporter } from './imports/importer.ts';
import { archivedTestimonials } from './archived-store.ts';
import { thankAuthors } from './mails.ts';
import { testimonialPages, testimonialsTeaser } from './pages.ts';
import { describeTestimonials } from './messages.ts';
import { notifyMembers } from './notifications.ts';
import { createTestimonialsReport } from './report.ts';
import { createTestimonialPeople } from './people.ts';
import { type RequestPeers, scheduleRequests } from './requests/asking.ts';
import type { RequestMailing } from './requests/mails.ts';
import { scheduleReminders } from './requests/reminding.ts';
import { testimonialRoutes } from './routes.ts';
import { findMentionedUploads } from './store.ts';
import { createSubmit } from './testimonials.ts';

declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    tm: never;
    trl: never;
    trq: never;
    tcl: never;
  }
}

declare module '../../platform/jobs/events.ts' {
  interface EventData {
    'testimonial.submitted': {
      entry_id: string;
      /** The author wrote it elsewhere a while ago, and gets no mail. */
      is_past?: boolean;
      /** Language in which the author wrote it. */
      language?: Language | undefined;
    };
    'testimonial.approved': { entry_id: string };
    'testimonial.rejected': { entry_id: string };
  }
}

/** Creates the service of testimonials. */
export function createTestimonials(instance: Instance, peers: RequestPeers & Pick<RequestMailing, 'findLanguages'>): Service {
  thankAuthors(instance);
  describeTestimonials(instance);
  notifyMembers(instance);
  scheduleRequests({ ...instance, ...peers });
  scheduleReminders({ ...instance, ...peers });
  const submit = createSubmit(instance);
  const importer = createTestimonialImporter(instance);
  return {
    register: async (app) => {
      await app.register(testimonialRoutes, { prefix: '/v1/testimonials', ...instance, ...peers, submit });
      await app.register(testimonialPages, { ...instance, submit });
      await app.register(batchRoute, { batch: buildTestimonialBatch(instance.db, importer) });
    },
    sections: { testimonials: { teaser: testimonialsTeaser, layout: 'wide' } },
    personalData: createTestimonialPeople(peers),
    archived: archivedTestimonials,
    deleteContent: deleteRows(
      'testimonial_requests',
      'testimonial_rules',
      'testimonial_collections',
      'testimonial_counts',
      'testimonials',
    ),
    findMentionedUploads,
    report: createTestimonialsReport(instance),
    fillSample: async (forPart) => (await import('./sample.ts')).fillTestimonials(forPart(4)),
    importers: [importer],
  };
}
