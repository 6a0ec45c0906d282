import type { PersonalData } from '../../platform/postgres/person.ts';
import { createSubscriptionRetention } from '../../platform/postgres/retention.ts';
import { reactionForExport, subscriberForMember } from './projections.ts';
import { deleteAsked } from './asked-store.ts';
import { deletePersonReactions, findPersonReactions } from './reactions/reactions-store.ts';
import { deletePersonSubscriptions, findPersonSubscriptions } from './subscribers-store.ts';
import { changelogTimeline } from './timeline-store.ts';

export const changelogRetention = createSubscriptionRetention('changelog_subscribers');

/** Returns the personal data of the changelog: the subscription and the reactions of the person, which are deleted. */
export const createChangelogPeople = (linkSecret: Buffer): PersonalData => ({
  sections: {
    changelog_subscriptions: async (...params) => (await findPersonSubscriptions(...params)).map(subscriberForMember),
    changelog_reactions: async (...params) => (await findPersonReactions(...params)).map(reactionForExport),
  },
  timeline: changelogTimeline,
  erase: async (tx, projectId, person) => {
    await deleteAsked(tx, linkSecret, projectId, person);
    return {
      changelog_subscriptions: await deletePersonSubscriptions(tx, projectId, person),
      changelog_reactions: await deletePersonReactions(tx, projectId, person),
    };
  },
});
