import type { PersonalData } from '../postgres/person.ts';
import type { Retention } from '../postgres/retention.ts';
import { subscriberForMember } from './projections.ts';
import { deletePersonSubscriptions, deleteUnconfirmed, findPersonSubscriptions } from './subscribers-store.ts';

export const changelogRetention: Retention = { setting: 'unconfirmed_days', deleteOld: deleteUnconfirmed };

/** What a changelog holds of a person: their subscription, which is deleted. */
export const changelogPeople: PersonalData = {
  sections: {
    changelog_subscriptions: async (...asked) => (await findPersonSubscriptions(...asked)).map(subscriberForMember),
  },
  erase: async (tx, projectId, person) => ({
    changelog_subscriptions: await deletePersonSubscriptions(tx, projectId, person),
  }),
};
