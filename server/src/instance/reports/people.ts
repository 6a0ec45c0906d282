import type { PersonalData } from '../../platform/postgres/person.ts';
import { createSubscriptionRetention } from '../../platform/postgres/retention.ts';
import { subscriptionForMember } from './projections.ts';
import { deletePersonSubscriptions, findPersonSubscriptions } from './store.ts';

export const reportRetention = createSubscriptionRetention('report_subscriptions');

/** Personal data of reports: addresses outside of the project. Members remain, as their accounts do. */
export const reportPeople: PersonalData = {
  sections: {
    report_subscriptions: async (...params) =>
      (await findPersonSubscriptions(...params)).map((row) => subscriptionForMember(row, { hasPersonalData: true })),
  },
  erase: async (tx, projectId, person) => ({
    report_subscriptions: await deletePersonSubscriptions(tx, projectId, person),
  }),
};
