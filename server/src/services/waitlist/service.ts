import type { Language } from '@earshot/contract/shared/languages';
import { findConfirmed } from './people-store.ts';
import { batchRoute } from '../../instance/imports/batch-routes.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Service } from '../../instance/service.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import { defineReanalysis } from '../../platform/text/reanalysis.ts';
import { archivedWaitlist } from './archived-store.ts';
import { createBroadcasts } from './broadcasts/broadcasts.ts';
import { createJoin } from './joining.ts';
import { createWaitlistMails, mailWaitlist, recordPeople } from './mails.ts';
import { renderWaitlistTeaser, waitlistPages } from './pages.ts';
import { describeWaitlist } from './messages.ts';
import { notifyMembers } from './notifications.ts';
import { buildWaitlistBatch, createWaitlistImporter } from './imports/importer.ts';
import { createWaitlistReport } from './report.ts';
import { waitlistPeople, waitlistRetention } from './people.ts';
import { waitlistRoutes } from './routes.ts';
import { SEARCHED_ENTRIES } from './waitlist.ts';

declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    wl: never;
    wbr: never;
  }
}

declare module '../../platform/jobs/events.ts' {
  interface EventData {
    'waitlist.joined': {
      entry_id: string;
      /** The person signed up elsewhere a while ago, and gets no mail. */
      is_past?: boolean;
      /** Language in which the person signed up. */
      language?: Language | undefined;
    };
    'waitlist.confirmed': { entry_id: string; language?: Language | undefined };
    'waitlist.invited': { entry_id: string };
    /** `rewards` are the keys of those that the entry reached for the first time. */
    'waitlist.reward_reached': { entry_id: string; rewards: string[] };
  }
}

/** Creates the service of the waitlist. */
export function createWaitlist(instance: Instance): Service {
  mailWaitlist(instance);
  recordPeople(instance);
  describeWaitlist(instance);
  notifyMembers(instance);
  defineReanalysis(instance, SEARCHED_ENTRIES);
  const mails = createWaitlistMails(instance);
  const join = createJoin({ ...instance, mails });
  const broadcasts = createBroadcasts(instance);
  const importer = createWaitlistImporter(instance);
  return {
    register: async (app) => {
      await app.register(waitlistPages, { ...instance, join });
      await app.register(waitlistRoutes, { prefix: '/v1/waitlist', ...instance, mails, join, broadcasts });
      await app.register(batchRoute, { batch: buildWaitlistBatch(instance.db, importer) });
    },
    sections: { waitlist: { teaser: async (_db, site) => renderWaitlistTeaser(site), layout: 'banner' } },
    personalData: waitlistPeople,
    proofs: findConfirmed,
    archived: archivedWaitlist,
    deleteContent: deleteRows('waitlist_lines', 'waitlist_rank_buckets', 'waitlist_broadcasts', 'waitlist_entries'),
    retention: waitlistRetention,
    report: createWaitlistReport(instance),
    fillSample: async (forPart) => (await import('./sample.ts')).fillWaitlist(forPart(3)),
    importers: [importer],
  };
}
