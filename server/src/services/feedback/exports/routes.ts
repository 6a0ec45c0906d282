import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { csvResponse, describeExport, type ExportDeps, sendList } from '../../../instance/csv-export.ts';
import { projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { seesPersonalData } from '../../../platform/api/personal-data.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { parseId } from '../../../platform/ids.ts';
import { exportComments } from '../comments/comments-store.ts';
import { listFields } from '../fields/fields.ts';
import { commentForMember, entryProjection, voterForMember, voterForViewer } from '../projections.ts';
import { tag } from '../route-options.ts';
import { readFilter } from '../views/list-filter.ts';
import { type ListedEntry, listEntries } from '../views/list-store.ts';
import { withCurrentProfiles } from '../team/profiles.ts';
import { exportVotes } from '../votes/votes-store.ts';

const ENTRY_COLUMNS = [
  'id, type, status, status_name, custom_status, visibility, board_id, title, description, tags, pinned, upvote_count, downvote_count, comment_count',
  'submitter_name, submitter_email, assignee_id, due_on, merged_into, image_url, metadata, from_query',
  'external_id, score, score_unknown, created_at, updated_at',
].flatMap((line) => line.split(', '));
const COMMENT_COLUMNS = [
  'id, feedback_id, feedback_title, body, visibility, internal, private, author_role, author_name, recipient_name',
  'external_id, created_at, updated_at',
].flatMap((line) => line.split(', '));
const VOTE_COLUMNS = 'feedback_id, feedback_title, vote, role, proof, user_id, name, email, on_behalf_id, created_at'.split(', ');

const reader = { by: 'session', role: 'viewer' } as const;
const scopes = ['feedback:read' as const];

/** Registers the exports of entries, comments and votes. */
export const exportRoutes: FastifyPluginAsyncTypebox<ExportDeps> = async (app, deps) => {
  exportFeedbackRoute(app, deps);
  exportCommentsRoute(app, deps);
  exportVotesRoute(app, deps);
};

function exportFeedbackRoute(app: App, deps: ExportDeps): void {
  app.get(
    '/export.csv',
    operation({
      id: 'exportFeedback',
      summary: 'Export feedback entries as CSV',
      description: describeExport(
        'Returns the entries of `GET /v1/feedback` with the same filters and sort order, and a column for each custom field, such as `fields.plan`. `submitter_email`, `metadata` and `from_query` are empty for viewers and for tokens without `personal_data:read`.',
      ),
      tag,
      access: reader,
      scopes,
      query: Type.Object({ ...contract.ExportFeedbackQuery, ...projectQuery }),
      ...csvResponse,
      errors: ['server.event_store_unavailable'],
    }),
    async (request, reply) => {
      const caller = sessionOf(request);
      const { project_id: _, bom: _bom, ...query } = request.query;
      const filter = await readFilter(deps.db, request, query);
      const columns = listFields(caller).map(({ key }) => `fields.${key}`);
      const project = entryProjection(caller);
      return await sendList(request, reply, deps, {
        name: 'feedback',
        action: 'feedback.exported',
        columns: [...ENTRY_COLUMNS, ...columns],
        read: async (db, page) => {
          const { rows, next } = await listEntries(db, caller.project.id, filter, { sort: query.sort, ...page });
          return { rows: rows.map((entry) => ({ ...flattenFields(project(entry)), ...flattenScore(entry) })), next };
        },
      });
    },
  );
}

/** Returns an entry with its custom fields as columns. */
const flattenFields = ({ fields, ...entry }: ReturnType<ReturnType<typeof entryProjection>>) => ({
  ...entry,
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value])),
});

const flattenScore = ({ score }: ListedEntry) => ({ score: score?.value, score_unknown: score?.unknown });

function exportCommentsRoute(app: App, deps: ExportDeps): void {
  app.get(
    '/comments/export.csv',
    operation({
      id: 'exportComments',
      summary: 'Export comments as CSV',
      description: describeExport(
        'Returns the comments of all entries or of one entry, with internal notes, private answers and comments awaiting approval, each with the title of its entry.',
      ),
      tag,
      access: reader,
      scopes,
      query: Type.Object({ ...contract.ExportActivityQuery, ...projectQuery }),
      ...csvResponse,
    }),
    async (request, reply) => {
      const { project } = sessionOf(request);
      const entryId = parseEntryId(request.query);
      return await sendList(request, reply, deps, {
        name: 'comments',
        action: 'comments.exported',
        columns: COMMENT_COLUMNS,
        read: async (db, page) => {
          const { rows, next } = await exportComments(db, project.id, { entryId, ...page });
          const titles = new Map(rows.map(({ id, title }) => [id, title]));
          const comments = await withCurrentProfiles(db, rows);
          return {
            rows: comments.map((comment) => ({ ...commentForMember(comment), feedback_title: titles.get(comment.id) })),
            next,
          };
        },
      });
    },
  );
}

function exportVotesRoute(app: App, deps: ExportDeps): void {
  app.get(
    '/votes/export.csv',
    operation({
      id: 'exportVotes',
      summary: 'Export votes as CSV',
      description: describeExport(
        'Returns the votes on all entries or on one entry, each with the title of its entry. `user_id`, `name` and `email` are empty for viewers, for tokens without `personal_data:read`, and for anonymous visitors.',
      ),
      tag,
      access: reader,
      scopes,
      query: Type.Object({ ...contract.ExportActivityQuery, ...projectQuery }),
      ...csvResponse,
    }),
    async (request, reply) => {
      const caller = sessionOf(request);
      const entryId = parseEntryId(request.query);
      const project = seesPersonalData(caller) ? voterForMember : voterForViewer;
      return await sendList(request, reply, deps, {
        name: 'votes',
        action: 'votes.exported',
        columns: VOTE_COLUMNS,
        read: async (db, page) => {
          const { rows, next } = await exportVotes(db, caller.project.id, { entryId, ...page });
          return { rows: rows.map((vote) => ({ ...project(vote), feedback_title: vote.title })), next };
        },
      });
    },
  );
}

/** Returns the entry that the export is limited to. @throws {HttpError} 400 */
function parseEntryId({ feedback_id: text }: { feedback_id?: string }): string | undefined {
  const id = text === undefined ? undefined : parseId('fb', text);
  if (text !== undefined && !id) throw invalidField('feedback_id', 'format', 'feedback_id must be the id of a feedback entry');
  return id;
}
