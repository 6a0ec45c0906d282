import { Id, ListOf, Ok, Ref, SlugParams } from '@earshot/contract/common';
import * as contract from '@earshot/contract/changelog';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../http/credentials.ts';
import { HttpError, invalidField } from '../http/errors.ts';
import { createOnce } from '../http/idempotency.ts';
import { listOf, pagingOf } from '../http/list.ts';
import { type App, operation } from '../http/operation.ts';
import { publicList, publicRead } from '../http/public-read.ts';
import { formatId, parseId } from '../ids.ts';
import { linkActions } from '../mail/link-actions.ts';
import type { SendMails } from '../mail/outbox.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { type Db, transact } from '../postgres/database.ts';
import type { Reads } from '../postgres/replica.ts';
import type { Project } from '../projects/store.ts';
import * as changelog from './changelog.ts';
import { renderAtom, renderJsonFeed } from './feeds.ts';
import { urlOf } from './links.ts';
import { subscribe, subscriberLinks } from './mails.ts';
import { entryForPublic, subscriberForMember } from './projections.ts';
import { countEntries, type Entry, findProjectId, listEntries } from './store.ts';
import { deleteSubscriberById, findProjectId as findProjectOfSubscriber, listSubscribers } from './subscribers-store.ts';

interface Options extends changelog.Deps {
  reads: Reads;
  sendMails: SendMails;
  linkSecret: Buffer;
}

const tag = 'Changelog';
const params = Type.Object({ id: Id('cl') });
const entryKind: EntryKind = { prefix: 'cl', notFound: 'changelog.not_found', findProjectId };
const subscriberKind: EntryKind = { prefix: 'sub', notFound: 'subscribers.not_found', findProjectId: findProjectOfSubscriber };
const MAX_FEED_ENTRIES = 50;

const reader = { by: 'either', role: 'viewer' } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;

/** Dependencies of the endpoints. */
interface Deps {
  db: Db;
  reads: Reads;
  publicUrl: () => string;
  changelogDeps: changelog.Deps;
  mailing: Parameters<typeof subscribe>[0];
  /** Returns an entry as the API shows it. */
  present: (request: FastifyRequest, entry: Entry) => ReturnType<typeof entryForPublic>;
}

const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;
const audienceOf = (request: FastifyRequest) => `changelog ${callerOf(request).by} ${projectOf(request).id}`;

export const changelogRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { sendMails, linkSecret, ...options }) => {
  const { db, reads, publicUrl } = options;
  const deps: Deps = {
    db,
    reads,
    publicUrl,
    changelogDeps: options,
    mailing: { db, sendMails, linkSecret, publicUrl },
    present: (request, entry) => entryForPublic(entry, urlOf(projectOf(request), publicUrl(), entry)),
  };

  listChangelogRoute(app, deps);
  createChangelogEntryRoute(app, deps);
  listChangelogSubscribersRoute(app, deps);
  deleteChangelogSubscriberRoute(app, deps);
  subscribeToChangelogRoute(app, deps);
  feedRoute(app, deps, {
    id: 'getChangelogAtom',
    format: 'atom',
    name: 'Atom 1.0',
    type: 'application/atom+xml',
    render: renderAtom,
  });
  feedRoute(app, deps, {
    id: 'getChangelogJsonFeed',
    format: 'json',
    name: 'JSON Feed 1.1',
    type: 'application/feed+json',
    render: renderJsonFeed,
  });
  getChangelogEntryRoute(app, deps);
  getChangelogAudienceRoute(app, deps);
  previewChangelogRoute(app);
  updateChangelogEntryRoute(app, deps);
  deleteChangelogEntryRoute(app, deps);

  await app.register(linkActions, { secret: linkSecret, actions: subscriberLinks(db) });
};

function listChangelogRoute(app: App, { reads, present }: Deps): void {
  app.get(
    '',
    operation({
      id: 'listChangelog',
      summary: 'List changelog entries',
      description: 'Returns published entries, newest first. With a session token, also returns drafts and scheduled entries.',
      tag,
      access: reader,
      scopes: ['changelog:read'],
      query: Type.Object({ ...contract.ListChangelogQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.ChangelogEntry)),
      etag: true,
    }),
    async (request, reply) => {
      const { project_id: _, ...filter } = request.query;
      const paging = pagingOf(request);
      const caller = callerOf(request);
      if (filter.status && caller.by === 'key') throw invalidField('status', 'not_allowed', 'status requires a session token');
      const visible = caller.by === 'key' ? { ...filter, status: 'published' as const } : filter;
      return await publicList(request, reply, { reads, audience: audienceOf(request) }, async (db) => {
        const [{ rows, next }, total] = await Promise.all([
          listEntries(db, caller.project.id, visible, paging),
          countEntries(db, caller.project.id, visible),
        ]);
        return listOf(
          rows.map((entry) => present(request, entry)),
          { total, next },
          paging,
        );
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
      description: 'Creates a draft unless `published` or `scheduled_at` is set.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['changelog:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateChangelogEntry,
      returns: Ref(contract.ChangelogEntry),
      status: 201,
      errors: ['changelog.slug_taken'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const fields = { ...request.body, ...feedbackIdsIn(request.body) };
        return present(
          request,
          await changelog.createEntry({ ...changelogDeps, db: tx }, { project: projectOf(request), fields }),
        );
      }),
  );
}

function listChangelogSubscribersRoute(app: App, { db }: Deps): void {
  app.get(
    '/subscribers',
    operation({
      id: 'listChangelogSubscribers',
      summary: 'List changelog subscribers',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['changelog:read', 'personal_data:read'],
      query: Type.Object({ ...contract.ListSubscribersQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.ChangelogSubscriber)),
    }),
    async (request) => {
      const paging = pagingOf(request);
      const { rows, ...count } = await listSubscribers(db, projectOf(request).id, paging);
      return listOf(rows.map(subscriberForMember), count, paging);
    },
  );
}

function deleteChangelogSubscriberRoute(app: App, { db }: Deps): void {
  app.delete(
    '/subscribers/:id',
    operation({
      id: 'deleteChangelogSubscriber',
      summary: 'Delete a changelog subscriber',
      description:
        'Removes the address from the subscribers. To erase all data of the person, use `POST /v1/projects/{id}/people/erase`.',
      tag,
      access: { by: 'session', role: 'member', entry: subscriberKind },
      scopes: ['changelog:write'],
      params: Type.Object({ id: Id('sub') }),
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [projectOf(request).id, entryIdOf(request)];
      await transact(db, async (tx) => {
        if (!(await deleteSubscriberById(tx, projectId, id))) throw new HttpError('subscribers.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'changelog_subscriber.deleted',
          target: { id: formatId('sub', id) },
        });
      });
      return { ok: true };
    },
  );
}

function subscribeToChangelogRoute(app: App, { mailing }: Deps): void {
  app.post(
    '/subscribe',
    operation({
      id: 'subscribeToChangelog',
      summary: 'Subscribe to the changelog',
      description: 'Mails are sent after the address is confirmed with the link in the confirmation mail.',
      tag,
      access: { by: 'key' },
      body: contract.SubscribeToChangelog,
      returns: Ref(Ok),
      // Sends a mail to any given address.
      sensitive: true,
    }),
    async (request) => {
      await subscribe(mailing, projectOf(request), request.body.email);
      return { ok: true };
    },
  );
}

function getChangelogEntryRoute(app: App, { db, present }: Deps): void {
  app.get(
    '/:id',
    operation({
      id: 'getChangelogEntry',
      summary: 'Get a changelog entry',
      description: 'With a session token, slugs require `project_id` or an API key.',
      tag,
      access: { ...reader, entry: { ...entryKind, hasSlug: true } },
      scopes: ['changelog:read'],
      params: Type.Object({ id: Type.String({ description: 'Id or slug of the entry', examples: ['export-as-csv'] }) }),
      query: Type.Object(projectQuery),
      returns: Ref(contract.ChangelogEntry),
      etag: true,
    }),
    async (request, reply) => {
      const id = parseId('cl', request.params.id);
      const isPublic = callerOf(request).by === 'key';
      return await publicRead(request, reply, { audience: audienceOf(request) }, async () =>
        present(
          request,
          await changelog.getEntry(db, projectOf(request).id, id ? { id } : { slug: request.params.id }, { isPublic }),
        ),
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
      tag,
      access: { by: 'session', role: 'viewer', entry: entryKind },
      scopes: ['changelog:read'],
      params,
      returns: Ref(contract.ChangelogAudience),
    }),
    async (request) =>
      await changelog.audienceOf(
        changelogDeps,
        await changelog.getEntry(db, projectOf(request).id, { id: entryIdOf(request) }, { isPublic: false }),
      ),
  );
}

function previewChangelogRoute(app: App): void {
  app.post(
    '/preview',
    operation({
      id: 'previewChangelog',
      summary: 'Render Markdown as a changelog entry',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['changelog:read'],
      query: Type.Object(projectQuery),
      body: contract.PreviewChangelog,
      returns: Ref(contract.ChangelogPreview),
    }),
    async (request) => ({ content_html: await renderMarkdown(request.body.content) }),
  );
}

function updateChangelogEntryRoute(app: App, { changelogDeps, present }: Deps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateChangelogEntry',
      summary: 'Update a changelog entry',
      description: 'Use `published` and `scheduled_at` to publish, schedule or unpublish the entry.',
      tag,
      access: editor,
      scopes: ['changelog:write'],
      params,
      body: contract.UpdateChangelogEntry,
      returns: Ref(contract.ChangelogEntry),
      errors: ['changelog.slug_taken', 'changelog.published'],
    }),
    async (request) => {
      const fields = { ...request.body, ...feedbackIdsIn(request.body) };
      return present(
        request,
        await changelog.updateEntry(changelogDeps, { project: projectOf(request), id: entryIdOf(request), fields }),
      );
    },
  );
}

function deleteChangelogEntryRoute(app: App, { changelogDeps }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteChangelogEntry',
      summary: 'Delete a changelog entry',
      tag,
      access: editor,
      scopes: ['changelog:write'],
      params,
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

/** Returns the UUIDs of the feedback ids in a body. */
function feedbackIdsIn({ feedback_ids }: { feedback_ids?: string[] }): { feedback_ids?: string[] } {
  return {
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

interface Feed {
  id: string;
  format: 'atom' | 'json';
  name: string;
  type: string;
  render: typeof renderAtom | typeof renderJsonFeed;
}

function feedRoute(app: App, { reads, publicUrl }: Deps, { id, format, name, type, render }: Feed): void {
  app.get(
    `/by-project/:slug/feed.${format}`,
    operation({
      id,
      summary: `Get the changelog feed as ${name}`,
      description: `Returns the newest ${MAX_FEED_ENTRIES} published entries.`,
      tag,
      access: { by: 'slug' },
      params: SlugParams,
      returns: Type.String(),
      produces: type,
      etag: true,
    }),
    (request, reply) => {
      const project = projectOf(request);
      const read = async (db: Db) => {
        const { rows: entries } = await listEntries(
          db,
          project.id,
          { status: 'published' },
          { limit: MAX_FEED_ENTRIES, offset: 0 },
        );
        return await render(project, publicUrl(), entries);
      };
      return publicList(request, reply, { reads, audience: audienceOf(request), type: `${type}; charset=utf-8` }, read) as never;
    },
  );
}
