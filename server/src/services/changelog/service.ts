import { batchRoute } from '../../instance/imports/batch-routes.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Service } from '../../instance/service.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import { defineReanalysis } from '../../platform/text/reanalysis.ts';
import { buildChangelogBatch, createChangelogImporter, type ImportDeps } from './imports/importer.ts';
import type { AdoptionPeers } from './adoption/adoption.ts';
import { announceAdoption } from './adoption/announcing.ts';
import { createAdoptionReport } from './adoption/report.ts';
import { outcomeRoutes } from './adoption/routes.ts';
import { archivedChangelog } from './archived.ts';
import { publishScheduled } from './changelog.ts';
import { mailChangelog } from './mails.ts';
import type { EffectDeps } from './effect/effect.ts';
import { changelogOfEndUser, changelogPages, changelogTeaser, listChangelogPages } from './pages.ts';
import { describeChangelog } from './messages.ts';
import { findConfirmed, type FindFeedbackReaders } from './subscribers-store.ts';
import { createChangelogPeople, changelogRetention } from './people.ts';
import { createReleaseNotes, type ProposalPeers } from './proposals/proposals.ts';
import { changelogRoutes } from './routes.ts';
import { scheduleForgetting } from './reactions/reactions.ts';
import { renderInNewLanguage } from './rendering/rendering.ts';
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
      /** In ISO 8601. Undefined in events of earlier versions. */
      published_at?: string | undefined;
      /** The user who published or scheduled the entry. */
      actor_id?: string | undefined;
    };
  }
}

/** Entries of feedback, which changelog entries refer to, events of people, charts that show publications, and figures that these changed. */
type Peers = AdoptionPeers &
  Pick<
    ImportDeps,
    'findFeedbackIds' | 'findFollowers' | 'findFollowing' | 'annotate' | 'findFeedbackByExternalIds' | 'deleteAnnotations'
  > &
  Pick<EffectDeps, 'figures' | 'countFeedback'> &
  ProposalPeers & { findFeedbackReaders: FindFeedbackReaders };

/** Creates the service of the changelog. */
export function createChangelog(instance: Instance, peers: Peers): Service {
  mailChangelog({ ...instance, ...peers });
  describeChangelog(instance);
  publishScheduled(instance);
  scheduleForgetting(instance);
  announceAdoption({ ...instance, ...peers });
  defineReanalysis(instance, SEARCHED_ENTRIES);
  renderInNewLanguage(instance);
  const importer = createChangelogImporter({ ...instance, ...peers });
  return {
    register: async (app) => {
      await app.register(changelogPages, { ...instance, findFollowing: peers.findFollowing });
      await app.register(changelogRoutes, { prefix: '/v1/changelog', ...instance, ...peers });
      await app.register(outcomeRoutes, { prefix: '/v1/outcomes', ...instance, ...peers });
      await app.register(batchRoute, { batch: buildChangelogBatch(instance.db, importer) });
    },
    sections: { changelog: { teaser: changelogTeaser, listPages: listChangelogPages } },
    endUsers: changelogOfEndUser,
    personalData: createChangelogPeople(instance.linkSecret),
    proofs: findConfirmed,
    archived: archivedChangelog,
    deleteContent: deleteRows('content_versions', 'changelog_entries', 'changelog_subscribers'),
    retention: changelogRetention,
    report: createAdoptionReport({ ...instance, ...peers }),
    findMentionedUploads,
    importers: [importer],
    proposers: [createReleaseNotes({ ...instance, ...peers })],
  };
}
