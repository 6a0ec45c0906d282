import type { PersonalData } from '../../platform/postgres/person.ts';
import { findPersonTestimonials, removeMentions } from './people-store.ts';
import { testimonialForMember } from './projections.ts';
import { requestForMember } from './requests/projections.ts';
import { deletePersonRequests, findPersonRequests } from './requests/store.ts';
import { type FindReleaseTitles, nameReleases } from './requests/subjects.ts';
import { deleteTestimonial } from './testimonials.ts';
import { testimonialsName, testimonialsTimeline } from './timeline-store.ts';

const BATCH = 500;

/** Returns the personal data in testimonials. Erasure deletes the person's testimonials, and the requests for them. */
export const createTestimonialPeople = ({ findReleaseTitles }: { findReleaseTitles: FindReleaseTitles }): PersonalData => ({
  sections: {
    testimonials: async (...params) => (await findPersonTestimonials(...params)).map(testimonialForMember),
    testimonial_requests: async (db, projectId, ...params) => {
      const requests = await findPersonRequests(db, projectId, ...params);
      return (await nameReleases({ db, findReleaseTitles }, projectId, requests)).map(requestForMember);
    },
  },
  timeline: testimonialsTimeline,
  givenName: testimonialsName,
  erase: async (tx, projectId, person) => {
    let count = 0;
    for (let isOver = false; !isOver;) {
      const batch = await findPersonTestimonials(tx, projectId, person, { limit: BATCH, offset: 0 });
      for (const { id } of batch) await deleteTestimonial({ db: tx }, { projectId, id });
      count += batch.length;
      isOver = batch.length < BATCH;
    }
    await removeMentions(tx, projectId, person);
    return { testimonials: count, testimonial_requests: await deletePersonRequests(tx, projectId, person) };
  },
});
