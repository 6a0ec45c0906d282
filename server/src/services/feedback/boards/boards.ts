import { type FeedbackFilters, MAX_BOARDS } from '@earshot/contract/services/feedback/schemas';
import type { TokenUser } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { coalesce } from '../../../platform/async/coalesce.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import {
  type Db,
  isForeignKeyViolation,
  isUniqueViolation,
  type Transaction,
  transact,
} from '../../../platform/postgres/database.ts';
import { type Actor, changedFields, recordAudit } from '../../../instance/audit/audit.ts';
import { toSlug } from '../../../instance/projects/projects.ts';
import type { Filter } from '../views/filter-store.ts';
import { maySubmit, type Viewer } from './access.ts';
import * as store from './boards-store.ts';
import type { Board, BoardFields } from './boards-store.ts';

const share = coalesce<readonly Board[]>();

/** Returns the boards that a viewer may know of, in their order. Without a transaction, concurrent callers share a query. */
export async function listVisibleBoards(db: Db, projectId: string, viewer: Viewer): Promise<Board[]> {
  const read = () => store.listBoards(db, projectId);
  const boards = db.isTransaction ? await read() : await share(projectId, read);
  return boards.filter((board) => maySubmit(board, viewer));
}

/** Returns a board that a viewer may know of. @throws {HttpError} 404 */
export async function getBoard(db: Db, projectId: string, id: string | undefined, viewer: Viewer): Promise<Board> {
  const boards = await listVisibleBoards(db, projectId, viewer);
  const board = boards.find((candidate) => candidate.id === id);
  if (!board) throw new HttpError('feedback.board_not_found');
  return board;
}

/** Returns the value of `feedback_entries.board_id` for a board. */
export const toBoardId = ({ id, is_default: isDefault }: Pick<Board, 'id' | 'is_default'>): string | null =>
  isDefault ? null : id;

/**
 * Returns the board of a submission, without an id the default board.
 * @throws {HttpError} 404 when the viewer may not submit to it
 */
export const findBoardFor = async (db: Db, projectId: string, id: string | undefined, viewer: Viewer): Promise<Board> =>
  await getBoard(db, projectId, id === undefined ? projectId : parseId('brd', id), viewer);

type BoardQuery = Pick<FeedbackFilters, 'board_id' | 'board_id_not'>;

/** Returns the conditions of the parameters `board_id` and `board_id_not` of a list. @throws {HttpError} 400 */
export function toBoardFilter({ board_id: included, board_id_not: excluded }: BoardQuery): Pick<Filter, 'boards' | 'boardsNot'> {
  const read = (name: keyof BoardQuery, given: string | string[]): string[] =>
    [given].flat().map((text) => {
      const id = parseId('brd', text);
      if (!id) throw invalidField(name, 'format', `${name} must be the id of a board`);
      return id;
    });
  return {
    ...(included !== undefined && { boards: read('board_id', included) }),
    ...(excluded !== undefined && { boardsNot: read('board_id_not', excluded) }),
  };
}

type BoardChange = { [Field in keyof BoardFields]?: BoardFields[Field] | undefined } & { position?: number | undefined };

/** Creates a board. @throws {HttpError} 409 */
export async function createBoard(
  tx: Transaction,
  projectId: string,
  {
    name,
    slug,
    description = '',
    access = 'public',
    segment_id = null,
    fields = null,
    position,
  }: BoardChange & Pick<BoardFields, 'name'>,
): Promise<Board> {
  const id = newId();
  await store.lockBoards(tx, projectId, newId());
  const boards = await store.listBoards(tx, projectId);
  if (boards.length >= MAX_BOARDS) throw new HttpError('feedback.board_limit_reached');
  const board = { id, slug: slug ?? toSlug(name, `board-${boards.length + 1}`), name, description, access, segment_id, fields };
  checkSegment(board);
  await refuseConflicts(() => store.insertBoard(tx, projectId, board));
  return await placeBoard(tx, projectId, id, position ?? boards.length);
}

/** Changes a board, and records it in the audit log, because access may change. @throws {HttpError} 404, 409 */
export async function updateBoard(
  db: Db,
  { projectId, id, change, actor }: { projectId: string; id: string; change: BoardChange; actor: Actor },
): Promise<Board> {
  return await transact(db, async (tx) => {
    await store.lockBoards(tx, projectId, newId());
    const board = (await store.listBoards(tx, projectId)).find((candidate) => candidate.id === id);
    if (!board) throw new HttpError('feedback.board_not_found');
    const { position = board.position, ...fields } = change;
    // Another access needs no segment.
    const segmentId = fields.access === undefined || fields.access === 'segment' ? board.segment_id : null;
    const updated = { ...board, segment_id: segmentId, ...fields };
    checkSegment(updated);
    await refuseConflicts(() => store.updateBoard(tx, updated));
    const placed = await placeBoard(tx, projectId, id, position);
    const changes = changedFields(pickFields(board), pickFields(placed));
    if (changes)
      await recordAudit(tx, {
        projectId,
        actor,
        action: 'feedback_board.updated',
        target: { id: formatId('brd', id), name: placed.name },
        ...changes,
      });
    return placed;
  });
}

const pickFields = ({ name, slug, description, access, segment_id, fields, position }: Board) => ({
  name,
  slug,
  description,
  access,
  segment_id: segment_id && formatId('psg', segment_id),
  fields,
  position,
});

/** @throws {HttpError} 400 unless a board with the access `segment`, and no other one, has a segment */
function checkSegment({ access, segment_id: id }: Pick<BoardFields, 'access' | 'segment_id'>): void {
  if (access === 'segment' && id === null)
    throw invalidField('segment_id', 'required', 'segment_id is required for the access segment');
  if (access !== 'segment' && id !== null)
    throw invalidField('segment_id', 'conflict', 'segment_id must be null unless access is segment');
}

/** Deletes a board after moving its entries to another one. @throws {HttpError} 404, 409 */
export async function deleteBoard(
  db: Db,
  {
    projectId,
    id,
    moveTo,
    actor,
    user,
  }: { projectId: string; id: string; moveTo: string | undefined; actor: Actor; user: TokenUser },
): Promise<void> {
  await transact(db, async (tx) => {
    await store.lockBoards(tx, projectId, newId());
    const boards = await store.listBoards(tx, projectId);
    const board = boards.find((candidate) => candidate.id === id);
    if (!board) throw new HttpError('feedback.board_not_found');
    if (board.is_default) throw new HttpError('feedback.board_is_default');
    await store.lockForDeletion(tx, board);
    const targetId = moveTo === undefined ? undefined : parseId('brd', moveTo);
    const target = boards.find((candidate) => candidate.id === targetId && candidate.id !== id);
    if (moveTo !== undefined && !target)
      throw invalidField('move_to', 'not_found', 'move_to must be the id of another board of the project');
    if (!target && (await store.hasEntries(tx, projectId, id))) throw new HttpError('feedback.board_not_empty');
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'feedback_board.deleted',
      target: { id: formatId('brd', id), name: board.name },
    });
    if (target)
      await store.moveEntries(tx, projectId, {
        from: id,
        to: toBoardId(target),
        names: { from: formatId('brd', id), to: target.is_default ? null : formatId('brd', target.id) },
        actor: user,
      });
    await store.deleteBoard(tx, board);
  });
}

/** Moves a board to a place among the others. */
async function placeBoard(tx: Transaction, projectId: string, id: string, position: number): Promise<Board> {
  const boards = await store.listBoards(tx, projectId);
  const ids = boards.map((board) => board.id).filter((other) => other !== id);
  ids.splice(position, 0, id);
  await store.orderBoards(tx, projectId, ids);
  const board = boards.find((candidate) => candidate.id === id) as Board;
  return { ...board, position: ids.indexOf(id) };
}

async function refuseConflicts<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of people');
    throw isUniqueViolation(error) ? new HttpError('feedback.board_slug_taken') : error;
  }
}
