import { deleteListenerJobs } from '../platform/jobs/emptying.ts';
import { jobPeople } from '../platform/jobs/people.ts';
import { idempotencyPeople } from '../platform/api/idempotency.ts';
import { deleteRows } from '../platform/postgres/emptying.ts';
import type { Retention } from '../platform/postgres/retention.ts';
import { archivePeople } from './archives/people.ts';
import { auditPeople, auditRetention } from './audit/people.ts';
import { endUserPeople } from './end-users/people.ts';
import type { Instance } from './instance.ts';
import { deletePeopleOfProject, directoryPeople } from './directory/people.ts';
import { findIdentifiers, withoutSeparated } from './directory/people-store.ts';
import type { NameSource } from '../platform/postgres/timeline.ts';
import type { TimelineSources } from './directory/timeline.ts';
import { importPeople } from './imports/people.ts';
import { mailPeople, mailRetention, toldRetention } from './mail/people.ts';
import type { PeopleDeps } from './people/people.ts';
import type { EmptyingDeps } from './projects/emptying.ts';
import { findMentionedUploads as findInSettings } from './projects/store.ts';
import { proposalPeople } from './proposals/people.ts';
import { reportPeople, reportRetention } from './reports/people.ts';
import type { Services } from './service.ts';
import { createUploadPeople, type FindMentioned } from './uploads/uploads.ts';
import { findMentionedUploads as findInVersions } from './versions/store.ts';
import { deliveryRetention, webhookPeople } from './webhooks/people.ts';

/** Logs and queues that contain copies of the services' records. */
const LOGS = [archivePeople, webhookPeople, idempotencyPeople, jobPeople, mailPeople, auditPeople, importPeople];

export const listRetentions = ({ all }: Services): Retention[] => [
  deliveryRetention,
  mailRetention,
  toldRetention,
  auditRetention,
  reportRetention,
  ...all.flatMap(({ retention }) => retention ?? []),
];

/** Returns the functions that find the images that records mention. */
export const listMentions = ({ all }: Services): FindMentioned[] => [
  findInSettings,
  findInVersions,
  ...all.flatMap(({ findMentionedUploads }) => findMentionedUploads ?? []),
];

/**
 * Returns the dependencies of erasure and export of a person. Logs are erased first, because erasing records creates new deliveries.
 * `people/schema.test.ts` lists the columns.
 */
export const collectPersonalData = ({ db, storage }: Pick<Instance, 'db' | 'storage'>, services: Services): PeopleDeps => ({
  db,
  data: [
    ...LOGS,
    reportPeople,
    endUserPeople,
    ...services.all.flatMap(({ personalData }) => personalData ?? []),
    directoryPeople,
    // Last: a proposal that is made meanwhile may repeat what was erased before.
    proposalPeople,
  ],
  analytics: services.eventStore.people,
  uploads: createUploadPeople({ storage, mentions: listMentions(services) }),
  findIdentifiers: async (tx, projectId, person) => {
    const known = await findIdentifiers(tx, projectId, person);
    let found = known;
    for (const service of services.all) found = (await service.findIdentifiers?.(tx, projectId, found)) ?? found;
    // Votes link identifiers, too, unless the team separated them.
    return await findIdentifiers(tx, projectId, await withoutSeparated(tx, projectId, known, found));
  },
});

/** Returns what the timeline of a person shows, by kind. */
export const collectTimeline = ({ all, eventStore }: Services): TimelineSources => ({
  ...Object.assign({}, mailPeople.timeline, ...all.map(({ personalData }) => personalData?.timeline)),
  search: (_db, projectId, person, page) => eventStore.people.findSearchTimeline(projectId, person, page),
  event: (_db, projectId, person, page) => eventStore.people.findTimeline(projectId, person, page),
});

/** Returns the sources of names of people. */
export const collectNames = ({ all }: Services): NameSource[] => all.flatMap(({ personalData }) => personalData?.givenName ?? []);

/** Content outside of the services: sessions of end users, and copies of entries. Responses of idempotent requests are copies, too. */
const deleteCopies = deleteRows(
  'end_user_sessions',
  'end_user_codes',
  'project_exports',
  'mails',
  'told',
  'notifications',
  'webhook_deliveries',
  'webhook_events',
  'idempotency_keys',
  'imports',
  'proposals',
);

/** Returns the dependencies of emptying a test project. */
export function collectContent({ storage }: Pick<Instance, 'storage'>, { all, eventStore }: Services): EmptyingDeps {
  const uploads = createUploadPeople({ storage, mentions: [] });
  return {
    deleteContent: [deleteListenerJobs, ...all.map(({ deleteContent }) => deleteContent), deletePeopleOfProject, deleteCopies],
    eraseAnalytics: eventStore.eraseContent,
    deleteImages: uploads.eraseAll,
    removeFiles: uploads.removeFiles,
  };
}
