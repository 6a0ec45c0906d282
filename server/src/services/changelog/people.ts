import type { PersonalData } from '../../platform/postgres/person.ts';
import { createSubscriptionRetention } from '../../platform/postgres/retention.ts';
import { subscriberForMember } from './projections.ts';
import { deletePersonSubscriptions, findPersonSubscriptions } from './subscribers-store.ts';
import { changelogTimeline } from './timeline-store.ts';

export const changelogRetention = createSubscriptionRetention('changelog_subscribers');

/** Personal data of the changelog: the subscription of the person, which is deleted. */
export const changelogPeople: PersonalData = {
  sections: {
    changelog_subscriptions: async (...params) => (await findPersonSubscriptions(...params)).map(subscriberForMember),
  },
  timeline: changelogTimeline,
  erase: async (tx, projectId, person) => ({
    changelog_subscriptions: await deletePersonSubscriptions(tx, projectId, person),
  }),
};
