import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { findAuthor } from '../authors.ts';
import { isForEveryone } from '../fields/fields.ts';
import { tag } from '../route-options.ts';
import { toViewer } from './access.ts';
import { createBoard, deleteBoard, getBoard, listVisibleBoards, updateBoard } from './boards.ts';
import { type Board, countBoards, findBoardProject } from './boards-store.ts';

interface Options {
  db: Db;
}

const params = Type.Object({ id: Id('brd') });
const kind: EntryKind = { prefix: 'brd', notFound: 'feedback.board_not_found', findProjectId: findBoardProject };
const reader = { by: 'either', role: 'viewer' } as const;
const editor = { by: 'session', role: 'admin' } as const;

/** Boards of a project. */
export const boardRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listBoardsRoute(app, deps);
  getBoardRoute(app, deps);
  createBoardRoute(app, deps);
  updateBoardRoute(app, deps);
  deleteBoardRoute(app, deps);
};

const boardForMember = (board: Board, count: number) => ({
  ...presentBoard(board, board.fields),
  segment_id: board.segment_id && formatId('psg', board.segment_id),
  feedback_count: count,
});

/** Returns a board as API keys see it: without internal fields. */
const boardForPublic = (board: Board, fields: FieldDeclaration[]) =>
  presentBoard(board, board.fields?.filter((key) => fields.some((field) => field.key === key && isForEveryone(field))) ?? null);

const presentBoard = (board: Board, fields: string[] | null) => ({
  id: formatId('brd', board.id),
  project_id: formatId('prj', board.project_id),
  name: board.name,
  slug: board.slug,
  description: board.description,
  access: board.access,
  fields,
  position: board.position,
  default: board.is_default,
  created_at: board.created_at.toISOString(),
  updated_at: board.updated_at.toISOString(),
});

/** Returns boards as the caller sees them: members with the number of entries. */
async function present(db: Db, request: FastifyRequest, boards: Board[]) {
  const caller = callerOf(request);
  const { fields } = (caller.project as Project).settings.feedback;
  if (caller.by === 'key') return boards.map((board) => boardForPublic(board, fields));
  const counts = await countBoards(db, caller.project.id);
  return boards.map((board) => boardForMember(board, counts.get(board.id) ?? 0));
}

/** Returns the fields of a board in a request. @throws {HttpError} 400 */
function readFields<Fields extends { segment_id?: string | null; fields?: string[] | null }>(
  request: FastifyRequest,
  { segment_id: segment, ...fields }: Fields,
) {
  const declared = (sessionOf(request).project as Project).settings.feedback.fields;
  const unknown = fields.fields?.find((given) => !declared.some(({ key }) => key === given));
  if (unknown) throw invalidField('fields', 'not_found', `fields: ${unknown} is not a custom field of the project`);
  if (segment === undefined) return fields;
  if (segment === null) return { ...fields, segment_id: null };
  const id = parseId('psg', segment);
  if (!id) throw invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of people');
  return { ...fields, segment_id: id };
}

async function findViewer(db: Db, request: FastifyRequest) {
  const caller = callerOf(request);
  return toViewer(caller, await findAuthor(db, request, caller));
}

const VISIBLE =
  'API keys return boards that the person of `X-User-Token` or `X-Visitor-Id` may read or submit to; session tokens return all boards with the number of entries.';

function listBoardsRoute(app: App, { db }: Options): void {
  app.get(
    '/boards',
    operation({
      id: 'listFeedbackBoards',
      summary: 'List the boards of a project',
      description: `Returns the boards in their order. ${VISIBLE} A project always has a default board, to which entries without \`board_id\` belong.`,
      tag,
      access: reader,
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.FeedbackBoard)),
    }),
    async (request) => {
      const boards = await listVisibleBoards(db, callerOf(request).project.id, await findViewer(db, request));
      return wholeList(await present(db, request, boards));
    },
  );
}

function getBoardRoute(app: App, { db }: Options): void {
  app.get(
    '/boards/:id',
    operation({
      id: 'getFeedbackBoard',
      summary: 'Get a board',
      description: `Returns one board. ${VISIBLE} Other boards are not found.`,
      tag,
      access: { ...reader, entry: kind },
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      params,
      returns: Ref(contract.FeedbackBoard),
    }),
    async (request) => {
      const board = await getBoard(db, callerOf(request).project.id, entryIdOf(request), await findViewer(db, request));
      return (await present(db, request, [board]))[0];
    },
  );
}

function createBoardRoute(app: App, { db }: Options): void {
  app.post(
    '/boards',
    operation({
      id: 'createFeedbackBoard',
      summary: 'Create a board',
      description:
        'Creates a board, at the end unless `position` is set. A project has up to 50 boards. Without `slug`, the slug is made of the name.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateBoard,
      returns: Ref(contract.FeedbackBoard),
      status: 201,
      errors: ['feedback.board_slug_taken', 'feedback.board_limit_reached'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const fields = readFields(request, request.body);
        const board = await transact(tx, (inner) => createBoard(inner, sessionOf(request).project.id, fields));
        return boardForMember(board, 0);
      }),
  );
}

function updateBoardRoute(app: App, { db }: Options): void {
  app.patch(
    '/boards/:id',
    operation({
      id: 'updateFeedbackBoard',
      summary: 'Update a board',
      description:
        'Changes the given fields. A new `access` applies to all entries of the board at once, on every page, in every list, and to emails that are sent from then on. `position` moves the board among the others. Recorded in the audit log.',
      tag,
      access: { ...editor, entry: kind },
      scopes: ['feedback:write'],
      params,
      body: contract.UpdateBoard,
      returns: Ref(contract.FeedbackBoard),
      errors: ['feedback.board_slug_taken'],
    }),
    async (request) => {
      const { project } = sessionOf(request);
      const board = await updateBoard(db, {
        projectId: project.id,
        id: entryIdOf(request),
        change: readFields(request, request.body),
        actor: actorOf(request),
      });
      return (await present(db, request, [board]))[0];
    },
  );
}

function deleteBoardRoute(app: App, { db }: Options): void {
  app.delete(
    '/boards/:id',
    operation({
      id: 'deleteFeedbackBoard',
      summary: 'Delete a board',
      description:
        'Deletes the board and moves its entries to the board `move_to`, which is recorded in their history. The default board can’t be deleted. Sends no webhooks. Recorded in the audit log.',
      tag,
      access: { ...editor, entry: kind },
      scopes: ['feedback:write'],
      params,
      query: contract.DeleteBoardQuery,
      returns: Ref(Ok),
      errors: ['feedback.board_not_empty', 'feedback.board_is_default'],
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      await deleteBoard(db, {
        projectId: project.id,
        id: entryIdOf(request),
        moveTo: request.query.move_to,
        actor: actorOf(request),
        user,
      });
      return { ok: true };
    },
  );
}
