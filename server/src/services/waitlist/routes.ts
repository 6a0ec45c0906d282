import type { WaitlistStatus } from '@earshot/contract/services/waitlist/values';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/waitlist/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { seesPersonalData } from '../../platform/api/personal-data.ts';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { csvResponse, describeExport, sendList } from '../../instance/csv-export.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging, wholeList } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import type { Geolocation } from '../../platform/client/geolocation.ts';
import { formatId } from '../../platform/ids.ts';
import type { Outbox } from '../../instance/mail/outbox.ts';
import { linkActions } from '../../instance/mail/link-actions.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { type Broadcasts, broadcastLinks } from './broadcasts/broadcasts.ts';
import { broadcastRoutes } from './broadcasts/routes.ts';
import { parseEntryId, toFilter } from './filter.ts';
import { readLine } from './line-store.ts';
import { waitlistLinks, type WaitlistMails } from './mails.ts';
import { entryForMember, entryForViewer } from './projections.ts';
import { publicWaitlistRoutes, toContext } from './public-routes.ts';
import { ANSWERS } from './questions.ts';
import { countByCountry, countByDay, countBySource, listTopReferrers } from './stats-store.ts';
import { countEntries, type Entry, findProjectId, listEntries } from './store.ts';
import type { Join } from './joining.ts';
import * as waitlist from './waitlist.ts';

interface Options extends waitlist.Deps {
  mails: WaitlistMails;
  join: Join;
  broadcasts: Broadcasts;
  outbox: Outbox;
  linkSecret: Buffer;
  geolocation: Geolocation;
  exports: ExportLimit;
  publicUrl: () => string;
}

const EXPORT_COLUMNS = [
  'position, email, name, status, referral_code, referral_url, referral_count, reached_rewards, referral_source, country, notes, metadata',
  'on_leaderboard, confirmed_at, invited_at, unsubscribed_at, created_at',
].flatMap((line) => line.split(', '));

const tag = 'Waitlist';
const params = Type.Object({ id: Id('wl') });
const entryKind: EntryKind = { prefix: 'wl', notFound: 'waitlist.not_found', findProjectId };
const MAX_SOURCES = 20;
const MAX_TOP_REFERRERS = 10;

const reader = { by: 'session', role: 'viewer' } as const;
const entryReader = { by: 'session', role: 'viewer', entry: entryKind } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;

/** Dependencies of the endpoints. */
type Deps = Omit<Options, 'linkSecret'>;

export const waitlistRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { linkSecret, ...deps }) => {
  publicWaitlistRoutes(app, deps);
  broadcastRoutes(app, deps);
  listWaitlistRoute(app, deps);
  exportWaitlistRoute(app, deps);
  getWaitlistStatsRoute(app, deps);
  previewInvitationRoute(app, deps);
  inviteFromWaitlistRoute(app, deps);
  getWaitlistEntryRoute(app, deps);
  updateWaitlistEntryRoute(app, deps);
  deleteWaitlistEntryRoute(app, deps);

  await app.register(linkActions, { secret: linkSecret, actions: [...waitlistLinks(deps), ...broadcastLinks(deps.db)] });
};

function listWaitlistRoute(app: App, { db, publicUrl }: Deps): void {
  app.get(
    '',
    operation({
      id: 'listWaitlist',
      summary: 'List waitlist entries',
      description:
        'For viewers, `email`, `name` and `notes` are null, `metadata` and `answers` are empty, and `q`, `external_id`, `segment` and `answer` return 403 because they find people by personal data.',
      tag,
      access: reader,
      scopes: ['waitlist:read'],
      query: Type.Object({ ...contract.ListWaitlistQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.WaitlistEntry)),
      errors: ['auth.role_required', 'server.event_store_unavailable'],
    }),
    async (request) => {
      const { sort = 'position', project_id: _, page: _page, limit: _limit, cursor: _cursor, ...fields } = request.query;
      const { id } = projectOf(request);
      const { status, ...others } = await toFilter(request, fields);
      const filter = { status, ...others };
      const paging = parsePaging(request);
      const isFiltered = Object.values(others).some((value) => value !== undefined);
      const [{ rows, next }, total] = await Promise.all([
        listEntries(db, id, filter, { sort, ...paging }),
        isFiltered ? countEntries(db, id, filter) : countAll(db, id, status),
      ]);
      return buildList(await present({ db, publicUrl }, request, rows), { total, next }, paging);
    },
  );
}

function exportWaitlistRoute(app: App, deps: Deps): void {
  app.get(
    '/export.csv',
    operation({
      id: 'exportWaitlist',
      summary: 'Export waitlist entries as CSV',
      description: describeExport(
        'Returns the entries of `GET /v1/waitlist` with the same filters and sort order, and a column for each question, such as `answers.company_size`. Requires the role member because the file contains addresses.',
      ),
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['waitlist:read', 'personal_data:read'],
      query: Type.Object({ ...contract.ExportWaitlistQuery, ...projectQuery }),
      ...csvResponse,
      errors: ['server.event_store_unavailable'],
    }),
    async (request, reply) => {
      const { sort = 'position', project_id: _, bom: _bom, ...fields } = request.query;
      const filter = await toFilter(request, fields);
      const { questions } = projectOf(request).settings.waitlist;
      return await sendList(request, reply, deps, {
        name: 'waitlist',
        action: 'waitlist.exported',
        columns: [...EXPORT_COLUMNS, ...questions.map(({ key }) => `${ANSWERS}.${key}`)],
        read: async (db, page) => {
          const { rows, next } = await listEntries(db, projectOf(request).id, filter, { sort, ...page });
          return { rows: (await present({ ...deps, db }, request, rows)).map(flattenAnswers), next };
        },
      });
    },
  );
}

function getWaitlistStatsRoute(app: App, { db }: Deps): void {
  app.get(
    '/stats',
    operation({
      id: 'getWaitlistStats',
      summary: 'Get waitlist statistics',
      description:
        'Returns the number of entries by status, sign-ups per day, the 20 most frequent sources and countries, and the 10 entries with most referrals. Names and addresses of top referrers are null for viewers.',
      tag,
      access: reader,
      scopes: ['waitlist:read'],
      query: Type.Object({ ...contract.StatsQuery.properties, ...projectQuery }),
      returns: contract.WaitlistStats,
    }),
    async (request) => {
      const { id } = projectOf(request);
      const [line, signups, sources, countries, referrers] = await Promise.all([
        readLine(db, id),
        countByDay(db, id, request.query.days ?? 30),
        countBySource(db, id, MAX_SOURCES),
        countByCountry(db, id, MAX_SOURCES),
        listTopReferrers(db, id, MAX_TOP_REFERRERS),
      ]);
      const { unconfirmed, waiting, invited, joined, removed } = line;
      return {
        total: waiting + invited + joined,
        unconfirmed,
        statuses: { waiting, invited, joined, removed },
        signups,
        sources,
        countries,
        top_referrers: referrers.map((entry) => ({
          ...entry,
          id: formatId('wl', entry.id),
          ...(!seesPersonalData(callerOf(request)) && { email: null, name: null }),
        })),
      };
    },
  );
}

function previewInvitationRoute(app: App, { db, mails }: Deps): void {
  app.get(
    '/invitation',
    operation({
      id: 'previewInvitation',
      summary: 'Preview the invitation email',
      description:
        'Returns the invitation email as the next waiting entry would receive it, or with an example address when nobody is waiting. Nothing is sent.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['waitlist:read', 'personal_data:read'],
      query: Type.Object(projectQuery),
      returns: Ref(contract.WaitlistInvitation),
    }),
    async (request) => {
      const project = projectOf(request);
      const {
        rows: [next],
      } = await listEntries(db, project.id, { status: 'waiting' }, { sort: 'position', limit: 1, offset: 0 });
      return mails.invitationPreview(project, next ?? { email: 'ada@example.com' });
    },
  );
}

function inviteFromWaitlistRoute(app: App, { db, events, publicUrl }: Deps): void {
  app.post(
    '/invite',
    operation({
      id: 'inviteFromWaitlist',
      summary: 'Invite waitlist entries',
      description:
        'Sets the status to `invited` and sends the invitation email, which has no link while the setting `waitlist.invitation_url` is null. The response lists the newly invited entries; ids of entries that are not waiting (already invited, removed or unconfirmed) are ignored.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['waitlist:write'],
      query: Type.Object(projectQuery),
      body: contract.InviteFromWaitlist,
      returns: ListOf(Ref(contract.WaitlistEntry)),
      errors: ['server.event_store_unavailable'],
      isIdempotent: true,
    }),
    async (request, reply) => {
      const { count, ids, ...fields } = request.body;
      const [combined] = Object.entries({ count, ...fields }).flatMap(([name, value]) => (value === undefined ? [] : name));
      if (ids && combined) throw invalidField(combined, 'conflict', `${combined} must not be combined with ids`);
      const next = { count, ...(await toFilter(request, fields)) };
      return await createOnce({ db, request, reply, status: 200 }, async (tx) => {
        const project = projectOf(request);
        const invited = await waitlist.invite({ db: tx, events }, { project, ids: ids?.map(parseEntryId), ...next });
        return wholeList(await present({ db, publicUrl }, request, invited));
      });
    },
  );
}

function getWaitlistEntryRoute(app: App, { db, publicUrl }: Deps): void {
  app.get(
    '/:id',
    operation({
      id: 'getWaitlistEntry',
      summary: 'Get a waitlist entry',
      description:
        'Returns one entry with its current position. For viewers, `email`, `name` and `notes` are null, and `metadata` and `answers` are empty.',
      tag,
      access: entryReader,
      scopes: ['waitlist:read'],
      params,
      returns: Ref(contract.WaitlistEntry),
    }),
    async (request) =>
      first(await present({ db, publicUrl }, request, [await waitlist.getEntry(db, projectOf(request).id, entryIdOf(request))])),
  );
}

function updateWaitlistEntryRoute(app: App, { db, events, publicUrl }: Deps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateWaitlistEntry',
      summary: 'Update a waitlist entry',
      description:
        '`invited` sends the invitation email, which has no link while the setting `waitlist.invitation_url` is null. Entries that return to `waiting` keep their original position.',
      tag,
      access: editor,
      scopes: ['waitlist:write'],
      params,
      body: contract.UpdateWaitlistEntry,
      returns: Ref(contract.WaitlistEntry),
    }),
    async (request) =>
      first(
        await present({ db, publicUrl }, request, [
          await waitlist.updateEntry(
            { db, events },
            { project: projectOf(request), id: entryIdOf(request), fields: request.body },
          ),
        ]),
      ),
  );
}

function deleteWaitlistEntryRoute(app: App, { db }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteWaitlistEntry',
      summary: 'Delete a waitlist entry',
      description:
        'Deletes the entry with all data of the person permanently; later entries move up. Entries that it referred are kept. Recorded in the audit log. Set the status `removed` to keep the record.',
      tag,
      access: editor,
      scopes: ['waitlist:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [{ project }, id] = [sessionOf(request), entryIdOf(request)];
      await transact(db, async (tx) => {
        if (!(await waitlist.deleteEntry({ db: tx }, { project, id }))) throw new HttpError('waitlist.not_found');
        await recordAudit(tx, {
          projectId: project.id,
          actor: actorOf(request),
          action: 'waitlist_entry.deleted',
          target: { id: formatId('wl', id) },
        });
      });
      return { ok: true };
    },
  );
}

const first = <T>([item]: T[]) => item as T;

/** Returns an entry with its answers as columns. */
const flattenAnswers = ({ answers, ...entry }: Awaited<ReturnType<typeof present>>[number]) => ({
  ...entry,
  ...Object.fromEntries(Object.entries(answers).map(([key, value]) => [`${ANSWERS}.${key}`, value])),
});

/** Returns entries with their positions, in the projection for the caller. */
async function present({ db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>, request: FastifyRequest, entries: Entry[]) {
  const project = seesPersonalData(callerOf(request)) ? entryForMember : entryForViewer;
  const ranked = await waitlist.attachPositions(db, projectOf(request).id, entries);
  return ranked.map((item) => project(item, toContext(publicUrl, request, item)));
}

/** Returns the number of entries, or of those with a status, from the counters of the line. */
async function countAll(db: Db, projectId: string, status: WaitlistStatus | undefined): Promise<number> {
  const line = await readLine(db, projectId);
  if (status && status !== 'waiting') return line[status];
  return line.waiting + line.unconfirmed + (status ? 0 : line.invited + line.joined + line.removed);
}
