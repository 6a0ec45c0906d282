import { findConfirmed } from './subscriptions/subscribers-store.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import { defineReanalysis } from '../../platform/text/reanalysis.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Service } from '../../instance/service.ts';
import { joinVoters } from './end-users/joining.ts';
import { createFeedbackOfEndUser } from './end-users/account.ts';
import { takeMailReplies } from './comments/by-mail.ts';
import { archivedFeedback } from './archived.ts';
import { createSubmit } from './feedback.ts';
import { createFeedbackImporters } from './imports/routes.ts';
import { type Deps, mailNews } from './mails/news.ts';
import { feedbackPages, feedbackTeaser, listFeedbackPages, roadmapTeaser } from './pages.ts';
import { describeFeedback } from './messages.ts';
import { findIdentifiers } from './people-store.ts';
import { createFeedbackPeople, feedbackRetention } from './people.ts';
import { proposeForNewEntries } from './proposals/new-entries.ts';
import { createFeedbackProposers } from './proposals/proposals.ts';
import { createFeedbackReport } from './report.ts';
import type { CountSearches } from './presenting.ts';
import { feedbackRoutes } from './routes.ts';
import { scheduleScores, type SumRevenue } from './scores/scores.ts';
import { setShippedDone } from './shipping.ts';
import { SEARCHED_ENTRIES } from './store.ts';
import { feedbackTexts } from './texts/texts.ts';
import type { IsSubscribed } from './subscriptions/subscribers-store.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
import { notifyMembers } from './team/notifications.ts';
import { moveAssignments } from './team/store.ts';
import { hasSubmitted, hasVoted } from './people/segments-store.ts';
import { findMentionedUploads } from './uploads-store.ts';
import { createBurstDetection } from './votes/bursts.ts';
import { scheduleNetworkCleaning } from './votes/networks.ts';
import { scheduleVoteReports } from './votes/votes.ts';

declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    fb: never;
    brd: never;
    fsc: never;
    cmt: never;
    hst: never;
    vob: never;
    vbr: never;
    view: never;
  }
}

declare module '../../platform/jobs/events.ts' {
  interface EventData {
    'feedback.created': {
      entry_id: string;
      /** Member who added the entry of a person. */
      actor_id?: string | undefined;
    };
    'feedback.updated': {
      entry_id: string;
      /** Member who made the changes. */
      actor_id?: string | undefined;
    };
    'feedback.status_changed': {
      entry_id: string;
      old_status: string;
      new_status: string;
      /** The changelog entry whose publication caused the change. */
      changelog_entry_id?: string;
      /** The user who changed it, by database id. */
      actor_id?: string;
    };
    'feedback.commented': {
      entry_id: string;
      comment_id: string;
      internal: boolean;
      /** Undefined in events of earlier versions. */
      private?: boolean;
      /** Members whom the comment mentions. Undefined in events of earlier versions. */
      mentioned_ids?: string[];
    };
    'feedback.voted': { entry_id: string };
    'feedback.merged': { entry_id: string; into: string };
    'feedback.deleted': { entry_id: string };
  }
}

/**
 * The changelog, whose entries and subscribers mails concern, analytics, which knows the revenue of voters, and the searches of the knowledge
 * base.
 */
type Peers = Pick<Deps, 'isPublished'> & { isSubscribed: IsSubscribed; sumRevenue: SumRevenue; countSearches: CountSearches };

/** Creates the service of feedback: entries, votes, comments, merging, subscriptions and roadmap. */
export function createFeedback(instance: Instance, peers: Peers): Service {
  const subscriptions = createSubscriptions(instance);
  const { countSearches, isSubscribed } = peers;
  const submit = createSubmit({ ...instance, addSubscriptions: subscriptions.add });
  mailNews({ ...instance, ...peers });
  notifyMembers(instance);
  instance.segments.setSources({ feedback: hasSubmitted, vote: hasVoted });
  takeMailReplies(instance);
  setShippedDone(instance);
  describeFeedback(instance);
  scheduleVoteReports({ ...instance, findBursts: createBurstDetection(instance) });
  defineReanalysis(instance, SEARCHED_ENTRIES);
  scheduleNetworkCleaning(instance);
  scheduleScores({ ...instance, ...peers });
  instance.onUsersMerged(moveAssignments);
  joinVoters(instance);
  const proposers = createFeedbackProposers(instance.events);
  proposeForNewEntries(instance, proposers);
  return {
    register: async (app) => {
      await app.register(feedbackRoutes, {
        prefix: '/v1/feedback',
        ...instance,
        subscriptions,
        isSubscribed,
        submit,
        countSearches,
      });
      await app.register(feedbackPages, { ...instance, subscriptions, isSubscribed, submit });
    },
    sections: {
      feedback: {
        teaser: feedbackTeaser,
        action: { label: (language) => feedbackTexts(language).give, path: '/feedback#new' },
        listPages: listFeedbackPages,
      },
      roadmap: { teaser: roadmapTeaser },
    },
    endUsers: createFeedbackOfEndUser(instance),
    personalData: createFeedbackPeople(instance),
    proofs: findConfirmed,
    archived: archivedFeedback,
    deleteContent: deleteRows('feedback_sequences', 'feedback_counts', 'feedback_opt_outs', 'feedback_entries'),
    retention: feedbackRetention,
    findIdentifiers,
    findMentionedUploads,
    report: createFeedbackReport(instance),
    importers: createFeedbackImporters(instance.events),
    proposers,
  };
}
