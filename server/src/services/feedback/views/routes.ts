import { DEFAULT_COLUMNS } from '@earshot/contract/services/feedback/values';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { type EntryKind, entryIdOf, type Principal, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { tag } from '../route-options.ts';
import { readFilter } from './list-filter.ts';
import { countEach } from './list-store.ts';
import * as store from './views-store.ts';

interface Options {
  db: Db;
}

const MAX_TAGS = 500;

const reader = { by: 'session', role: 'viewer' } as const;
const editor = { by: 'session', role: 'member' } as const;
const params = Type.Object({ id: Id('view') });
const kind: EntryKind = { prefix: 'view', notFound: 'feedback.view_not_found', findProjectId: store.findViewProject };

/** Saved views of the list of feedback, and the tags for its filters. */
export const viewRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listTagsRoute(app, deps);
  listViewsRoute(app, deps);
  countFeedbackRoute(app, deps);
  createViewRoute(app, deps);
  updateViewRoute(app, deps);
  deleteViewRoute(app, deps);
};

const viewForMember = ({ id, project_id, owner_id, name, filters, sort, columns, created_at, updated_at }: store.View) => ({
  id: formatId('view', id),
  project_id: formatId('prj', project_id),
  name,
  shared: owner_id === null,
  filters,
  sort,
  columns,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Returns the owner of a view, null for a view of the team. @throws {HttpError} 400 for a personal view of a service account */
function chooseOwner(user: Principal, isShared: boolean): string | null {
  if (isShared) return null;
  if (user.is_service_account)
    throw invalidField('shared', 'not_allowed', 'shared must be true for service accounts: personal views belong to members');
  return user.id;
}

function listTagsRoute(app: App, { db }: Options): void {
  app.get(
    '/tags',
    operation({
      id: 'listFeedbackTags',
      summary: 'List the tags of feedback',
      description:
        'Returns the 500 most used tags of all entries, public or not, with the number of their entries, the most used tag first. Merged entries are not counted.',
      tag,
      access: reader,
      scopes: ['feedback:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.FeedbackTag)),
    }),
    async (request) => wholeList(await store.listTags(db, sessionOf(request).project.id, MAX_TAGS)),
  );
}

function listViewsRoute(app: App, { db }: Options): void {
  app.get(
    '/views',
    operation({
      id: 'listFeedbackViews',
      summary: 'List views of feedback',
      description:
        'Returns the views of the team and the personal views of the caller by name. Pass the filters and the sort order of a view to the list of feedback to read its entries.',
      tag,
      access: reader,
      scopes: ['feedback:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.FeedbackView)),
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      return wholeList((await store.listViews(db, project.id, user.id)).map(viewForMember));
    },
  );
}

function countFeedbackRoute(app: App, { db }: Options): void {
  app.post(
    '/counts',
    operation({
      id: 'countFeedback',
      summary: 'Count feedback entries of several filters',
      description:
        'Returns the number of entries for each of up to 50 filters, such as those of saved views. Changes nothing. Merged entries are counted only for the status `duplicate`.',
      tag,
      access: reader,
      scopes: ['feedback:read'],
      query: Type.Object(projectQuery),
      body: contract.CountFeedback,
      returns: Ref(contract.FeedbackCounts),
    }),
    async (request) => {
      const read = request.body.filters.map((saved) => readFilter(db, request, saved).catch(skipMissing));
      const filters = await Promise.all(read);
      const counts = await countEach(
        db,
        sessionOf(request).project.id,
        filters.filter((filter) => filter !== undefined),
      );
      return { totals: filters.map((filter) => (filter ? (counts.shift() ?? 0) : null)) };
    },
  );
}

/** Returns undefined for a filter with a score that was deleted since it was saved. */
function skipMissing(error: unknown): undefined {
  if (!(error instanceof HttpError) || error.statusCode !== 400) throw error;
}

function createViewRoute(app: App, { db }: Options): void {
  app.post(
    '/views',
    operation({
      id: 'createFeedbackView',
      summary: 'Create a view of feedback',
      description:
        'A view is a named set of filters with a sort order and columns, for the dashboard and for programs. It is personal unless it is `shared` with the team. Personal views are deleted with the membership. Service accounts can create shared views only.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateView,
      returns: Ref(contract.FeedbackView),
      status: 201,
    }),
    (request, reply) => {
      const { project, user } = sessionOf(request);
      const { shared: isShared = false, name, filters = {}, sort = 'newest', columns } = request.body;
      const owner = chooseOwner(user, isShared);
      return createOnce({ db, request, reply }, async (tx) =>
        viewForMember(
          await store.insertView(tx, project.id, {
            id: newId(),
            owner_id: owner,
            name,
            filters,
            sort,
            columns: columns ?? [...DEFAULT_COLUMNS],
          }),
        ),
      );
    },
  );
}

function updateViewRoute(app: App, { db }: Options): void {
  app.patch(
    '/views/:id',
    operation({
      id: 'updateFeedbackView',
      summary: 'Update a view of feedback',
      description:
        'Changes the given fields; `filters` and `columns` are replaced. `shared` makes a personal view a view of the team, or a view of the team a personal view of the caller, which is recorded in the audit log. Personal views of others are not found.',
      tag,
      access: { ...editor, entry: kind },
      scopes: ['feedback:write'],
      params,
      body: contract.UpdateView,
      returns: Ref(contract.FeedbackView),
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      const { shared: isShared, ...changes } = request.body;
      const owner = isShared === undefined ? {} : { owner_id: chooseOwner(user, isShared) };
      const seen = { projectId: project.id, id: entryIdOf(request), userId: user.id };
      return await transact(db, async (tx) => {
        const view = await store.updateView(tx, seen, { ...changes, ...owner });
        if (!view) throw new HttpError('feedback.view_not_found');
        // The rest of the team loses the view, as by a deletion.
        if (view.was_shared && view.owner_id !== null)
          await recordAudit(tx, {
            projectId: project.id,
            actor: actorOf(request),
            action: 'feedback_view.made_personal',
            target: { id: formatId('view', view.id), name: view.name },
          });
        return viewForMember(view);
      });
    },
  );
}

function deleteViewRoute(app: App, { db }: Options): void {
  app.delete(
    '/views/:id',
    operation({
      id: 'deleteFeedbackView',
      summary: 'Delete a view of feedback',
      description:
        'Deletes the saved filters; entries are kept. Members can delete views of the team and their own personal views. Deletions of views of the team are recorded in the audit log.',
      tag,
      access: { ...editor, entry: kind },
      scopes: ['feedback:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      const id = entryIdOf(request);
      await transact(db, async (tx) => {
        const deleted = await store.deleteView(tx, { projectId: project.id, id, userId: user.id });
        if (!deleted) throw new HttpError('feedback.view_not_found');
        if (deleted.owner_id !== null) return;
        await recordAudit(tx, {
          projectId: project.id,
          actor: actorOf(request),
          action: 'feedback_view.deleted',
          target: { id: formatId('view', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}
