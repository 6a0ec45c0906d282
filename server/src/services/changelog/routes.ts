import { ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/changelog/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { csvResponse, describeExport, type ExportDeps, sendList } from '../../instance/csv-export.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { publicList, publicRead } from '../../platform/api/public-read.ts';
import { cleanText } from '../../platform/api/text.ts';
import { formatId, parseId } from '../../platform/ids.ts';
import { linkActions } from '../../instance/mail/link-actions.ts';
import type { SendMails } from '../../instance/mail/outbox.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import type { AdoptionPeers } from './adoption/adoption.ts';
import { adoptionRoutes } from './adoption/routes.ts';
import type { Place } from './audience/audience-store.ts';
import { countAudience } from './audience/audience.ts';
import * as changelog from './changelog.ts';
import type { EffectDeps } from './effect/effect.ts';
import { effectRoutes } from './effect/routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { buildUrl } from './links.ts';
import { subscriberLinks } from './mails.ts';
import { previewRoutes } from './preview.ts';
import { countReactions, entryForPublic, entryForTeam } from './projections.ts';
import { type Reader, TEAM, toVariant } from '../../instance/end-users/readers.ts';
import { findReader } from '../../instance/end-users/reading.ts';
import { countEntries, type Entry, findIdBySlug, findProjectId, listEntries, listSegmentIds, visibleTo } from './store.ts';
import { reactionRoutes } from './reactions/routes.ts';
import { previewChangelogRoute } from './rendering/preview-route.ts';
import { subscriberRoutes } from './subscriber-routes.ts';
import { versionRoutes } from './version-routes.ts';

interface Options extends changelog.Deps, AdoptionPeers, EffectDeps {
  sendMails: SendMails;
  linkSecret: Buffer;
  exports: ExportLimit;
}

const EXPORT_COLUMNS = [
  'id, status, title, type, version, tags, content, slug, url, published_at, scheduled_at, feedback_ids',
  'external_id, pages, languages, success, window_days, image_url, image_alt, announcement, announcement_ends_at, view_count, reactions, created_at, updated_at',
].flatMap((line) => line.split(', '));

/** Entries that an export reads in one query. Their contents can be long. */
const EXPORT_BATCH_SIZE = 100;

const tag = 'Changelog';
const params = contract.EntryParams;
const inProject = Type.Object(projectQuery);
const entryKind: EntryKind = { prefix: 'cl', notFound: 'changelog.not_found', findProjectId, findIdBySlug };

const reader = { by: 'either', role: 'viewer' } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;

/** Dependencies of the endpoints. */
interface Deps {
  db: Db;
  changelogDeps: changelog.Deps;
  /** Returns an entry as the API shows it. */
  present: (request: FastifyRequest, entry: Entry) => ReturnType<typeof entryForPublic>;
}

const chooseVariant = (request: FastifyRequest, viewer: Reader) =>
  `changelog ${callerOf(request).by} ${projectOf(request).id}${toVariant(viewer)}`;

/** Returns the place of the reader in a query. Without one, members see all entries. */
const toPlace = (path: string | undefined, language: string | undefined): Place | undefined =>
  path === undefined && language === undefined ? undefined : { path, languages: [language] };

export const changelogRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { sendMails, linkSecret, exports, ...options },
) => {
  const { db, publicUrl, figures, countFeedback, findFollowing } = options;
  const deps: Deps = {
    db,
    changelogDeps: options,
    present: async (request, entry) => {
      const project = callerOf(request).by === 'session' ? entryForTeam : entryForPublic;
      const presented = await project(entry, buildUrl(projectOf(request), publicUrl(), entry));
      return projectOf(request).settings.changelog.reactions ? { ...presented, reactions: countReactions(entry) } : presented;
    },
  };

  listChangelogRoute(app, deps);
  exportChangelogRoute(app, { ...deps, exports });
  createChangelogEntryRoute(app, deps);
  await app.register(subscriberRoutes, { db, findFollowing, mailing: { db, sendMails, linkSecret, publicUrl } });
  await app.register(feedRoutes, { publicUrl });
  getChangelogEntryRoute(app, deps);
  getChangelogAudienceRoute(app, deps);
  previewChangelogRoute(app);
  updateChangelogEntryRoute(app, deps);
  saveChangelogEntryRoute(app, deps);
  deleteChangelogEntryRoute(app, deps);
  await app.register(versionRoutes, { entryKind });
  await app.register(previewRoutes, { db, publicUrl, entryKind });
  await app.register(reactionRoutes, {
    db,
    linkSecret,
    entryKind,
    count: async (request, id) => countReactions(await changelog.getEntry(db, projectOf(request).id, { id }, TEAM)),
  });
  await app.register(effectRoutes, { db, figures, countFeedback, entryKind });
  await app.register(adoptionRoutes, { ...options, prefix: '', entryKind });

  await app.register(linkActions, {
    secret: linkSecret,
    actions: subscriberLinks({ db, people: app.people, linkSecret, findFollowing }),
  });
};

function listChangelogRoute(app: App, { db, present }: Deps): void {
  app.get(
    '',
    operation({
      id: 'listChangelog',
      summary: 'List changelog entries',
      description:
        'Returns published entries, newest first; with `q`, the best matches first. Entries for pages or languages are returned to readers whose `path` and `language` match. With a session token, returns all entries, also drafts and scheduled ones.',
      tag,
      access: reader,
      scopes: ['changelog:read'],
      headers: contract.ReaderHeaders,
      query: Type.Object({ ...contract.ListChangelogQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.ChangelogEntry)),
      etag: true,
    }),
    async (request, reply) => {
      const { project_id: _, path, language, ...filter } = request.query;
      const paging = parsePaging(request);
      const caller = callerOf(request);
      if (filter.status && caller.by === 'key') throw invalidField('status', 'not_allowed', 'status requires a session token');
      if (filter.external_id !== undefined && caller.by === 'key')
        throw invalidField('external_id', 'not_allowed', 'external_id requires a session token');
      const viewer = await findReader(db, request, listSegmentIds);
      const place = toPlace(path, language);
      const visible = { ...filter, place, ...visibleTo(viewer, place) };
      return await publicList(request, reply, { variant: chooseVariant(request, viewer) }, async (source) => {
        const [{ rows, next }, total] = await Promise.all([
          listEntries(source, caller.project.id, visible, paging),
          countEntries(source, caller.project.id, visible),
        ]);
        return buildList(await Promise.all(rows.map((entry) => present(request, entry))), { total, next }, paging);
      });
    },
  );
}

function exportChangelogRoute(app: App, { present, ...deps }: Deps & ExportDeps): void {
  app.get(
    '/export.csv',
    operation({
      id: 'exportChangelog',
      summary: 'Export changelog entries as CSV',
      description: describeExport(
        'Returns published entries, drafts and scheduled entries, with the filters and in the order of `GET /v1/changelog`. The content is Markdown.',
      ),
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['changelog:read'],
      query: Type.Object({ ...contract.ExportChangelogQuery, ...projectQuery }),
      ...csvResponse,
    }),
    async (request, reply) => {
      const { project_id: _, bom: _bom, path, language, ...filter } = request.query;
      return await sendList(request, reply, deps, {
        name: 'changelog',
        action: 'changelog.exported',
        columns: EXPORT_COLUMNS,
        read: async (db, page) => {
          const { rows, next } = await listEntries(
            db,
            projectOf(request).id,
            { ...filter, place: toPlace(path, language) },
            page,
          );
          return { rows: await Promise.all(rows.map((entry) => present(request, entry))), next };
        },
        batchSize: EXPORT_BATCH_SIZE,
      });
    },
  );
}

function createChangelogEntryRoute(app: App, { db, changelogDeps, present }: Deps): void {
  app.post(
    '',
    operation({
      id: 'createChangelogEntry',
      summary: 'Create a changelog entry',
      description:
        'Creates a draft unless `published` or `scheduled_at` is set. Publishing sends emails to subscribers and to followers of the feedback in `feedback_ids`, sets this feedback to `done`, and sends the webhook `changelog.published`. An entry with `published_at` was published elsewhere: nothing is sent.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['changelog:write'],
      query: inProject,
      body: contract.CreateChangelogEntry,
      returns: Ref(contract.ChangelogEntry),
      status: 201,
      errors: ['changelog.slug_taken', 'changelog.external_id_taken'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const fields = { ...request.body, ...idsIn(request.body) };
        return await present(
          request,
          await changelog.createEntry(
            { ...changelogDeps, db: tx },
            { project: projectOf(request), fields, actor: actorOf(request) },
          ),
        );
      }),
  );
}

function getChangelogEntryRoute(app: App, { db, present }: Deps): void {
  app.get(
    '/:id',
    operation({
      id: 'getChangelogEntry',
      summary: 'Get a changelog entry',
      description:
        'Returns an entry by its id or slug, with its content as Markdown and as sanitized HTML. API keys can read published entries only; drafts and scheduled entries are not found.',
      tag,
      access: { ...reader, entry: entryKind },
      scopes: ['changelog:read'],
      headers: contract.ReaderHeaders,
      params,
      query: inProject,
      returns: Ref(contract.ChangelogEntry),
      etag: true,
    }),
    async (request, reply) => {
      const viewer = await findReader(db, request, listSegmentIds);
      return await publicRead(request, reply, { variant: chooseVariant(request, viewer) }, async () =>
        present(request, await changelog.getEntry(db, projectOf(request).id, { id: entryIdOf(request) }, viewer)),
      );
    },
  );
}

function getChangelogAudienceRoute(app: App, { db, changelogDeps }: Deps): void {
  app.get(
    '/:id/audience',
    operation({
      id: 'getChangelogAudience',
      summary: 'Preview the recipients of a changelog entry',
      description:
        'Returns how many people would receive an email if the entry were published now: confirmed subscribers, and followers of the feedback in `feedback_ids`. A person who is both is counted once. Nothing is sent.',
      tag,
      access: { by: 'session', role: 'viewer', entry: entryKind },
      scopes: ['changelog:read'],
      params,
      query: inProject,
      returns: Ref(contract.ChangelogAudience),
    }),
    async (request) =>
      await countAudience(changelogDeps, await changelog.getEntry(db, projectOf(request).id, { id: entryIdOf(request) }, TEAM)),
  );
}

function updateChangelogEntryRoute(app: App, { changelogDeps, present }: Deps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateChangelogEntry',
      summary: 'Update a changelog entry',
      description:
        'Changes the given fields. Use `published` and `scheduled_at` to publish, schedule or unpublish the entry. The first publication sends emails to subscribers and followers; publishing again after a withdrawal sends no second email.',
      tag,
      access: editor,
      scopes: ['changelog:write'],
      params,
      query: inProject,
      body: contract.UpdateChangelogEntry,
      returns: Ref(contract.ChangelogEntry),
      errors: ['changelog.slug_taken', 'changelog.edit_conflict', 'changelog.published'],
    }),
    async (request) => {
      const { expected_updated_at: expectedUpdatedAt, ...body } = request.body;
      const fields = { ...body, ...idsIn(body) };
      return await present(
        request,
        await changelog.updateEntry(changelogDeps, {
          project: projectOf(request),
          id: entryIdOf(request),
          fields,
          expectedUpdatedAt,
          actor: actorOf(request),
        }),
      );
    },
  );
}

function saveChangelogEntryRoute(app: App, { changelogDeps, present }: Deps): void {
  app.put(
    '/by-version/:version',
    operation({
      id: 'saveChangelogEntry',
      summary: 'Create or update the changelog entry of a version',
      description:
        'Creates an entry with the version, or updates the entry that has it, so that a release job can run again. Omitted fields keep their values.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['changelog:write'],
      params: contract.VersionParams,
      query: inProject,
      body: contract.SaveChangelogEntry,
      returns: Ref(contract.ChangelogEntry),
      errors: ['changelog.slug_taken', 'changelog.external_id_taken', 'changelog.published', 'changelog.version_ambiguous'],
    }),
    async (request) => {
      const { version } = cleanText(request.params) as { version: string };
      const fields = { ...request.body, ...idsIn(request.body) };
      const change = { project: projectOf(request), version, fields, actor: actorOf(request) };
      return await present(request, await changelog.saveByVersion(changelogDeps, change));
    },
  );
}

function deleteChangelogEntryRoute(app: App, { changelogDeps }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteChangelogEntry',
      summary: 'Delete a changelog entry',
      description:
        'Deletes the entry with its public page permanently, also a scheduled entry before its publication. Emails that were sent and statuses of feedback that were set by its publication remain. Recorded in the audit log.',
      tag,
      access: editor,
      scopes: ['changelog:write'],
      params,
      query: inProject,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [sessionOf(request).project.id, entryIdOf(request)];
      await transact(changelogDeps.db, async (tx) => {
        const { title } = await changelog.deleteEntry({ ...changelogDeps, db: tx }, projectId, id);
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'changelog_entry.deleted',
          target: { id: formatId('cl', id), name: title },
        });
      });
      return { ok: true };
    },
  );
}

/** Returns the UUIDs of the ids in a body. @throws {HttpError} 400 */
function idsIn({ feedback_ids, segment_id: segment }: { feedback_ids?: string[]; segment_id?: string | null }): {
  feedback_ids?: string[];
  segment_id?: string | null;
} {
  const segmentId = segment ? parseId('psg', segment) : null;
  if (segmentId === undefined) throw invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of people');
  return {
    ...(segment !== undefined && { segment_id: segmentId }),
    ...(feedback_ids && {
      feedback_ids: feedback_ids.map((text, index) => {
        const id = parseId('fb', text);
        if (!id)
          throw invalidField(
            `feedback_ids[${index}]`,
            'not_found',
            `feedback_ids[${index}] must be the id of a feedback entry of this project`,
          );
        return id;
      }),
    }),
  };
}
