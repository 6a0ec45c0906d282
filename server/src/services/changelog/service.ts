import type { Instance } from '../../instance/instance.ts';
import type { Service } from '../../instance/service.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import { defineReanalysis } from '../../platform/text/reanalysis.ts';
import { type Deps, publishScheduled } from './changelog.ts';
import { mailChangelog } from './mails.ts';
import { changelogPages, changelogTeaser, listChangelogPages } from './pages.ts';
import { describeChangelog } from './messages.ts';
import { changelogPeople, changelogRetention } from './people.ts';
import { changelogRoutes } from './routes.ts';
import { findMentionedUploads, SEARCHED_ENTRIES } from './store.ts';

declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    cl: never;
    sub: never;
  }
}

declare module '../../platform/jobs/events.ts' {
  interface EventData {
    'changelog.published': {
      entry_id: string;
      title: string;
      url: string;
      feedback_ids: string[];
      /** Cause of the mails about this event. */
      cause: string;
    };
  }
}

/** Entries of feedback, which changelog entries refer to. */
type Peers = Pick<Deps, 'findFeedbackIds' | 'findFollowers'>;

/** Creates the service of the changelog. */
export function createChangelog(instance: Instance, peers: Peers): Service {
  mailChangelog(instance);
  describeChangelog(instance);
  publishScheduled(instance);
  defineReanalysis(instance, SEARCHED_ENTRIES);
  return {
    register: async (app) => {
      await app.register(changelogPages, instance);
      await app.register(changelogRoutes, { prefix: '/v1/changelog', ...instance, ...peers });
    },
    sections: { changelog: { teaser: changelogTeaser, listPages: listChangelogPages } },
    personalData: changelogPeople,
    deleteContent: deleteRows('content_versions', 'changelog_entries', 'changelog_subscribers'),
    retention: changelogRetention,
    findMentionedUploads,
  };
}
