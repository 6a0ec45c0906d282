import { BOARD_ACCESS, type BoardAccess, type Visibility } from '@earshot/contract/services/feedback/values';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type Audience, findAudience } from '../../../instance/projects/caller.ts';
import type { Caller } from '../../../platform/api/credentials.ts';
import { ANONYMOUS, type Author } from '../authors.ts';

/** Someone who reads, votes or comments: a member, or for the public an identified user, a visitor, or nobody known. */
export interface Viewer {
  audience: Audience;
  person: Pick<Author, 'role' | 'id' | 'email' | 'segmentIds'>;
}

/** Anyone: reader of pages without sign-in, sitemaps and mails to unknown addresses. */
export const ANYONE: Viewer = { audience: 'public', person: ANONYMOUS };

/** A member, who reads every board. */
export const MEMBER: Viewer = { audience: 'team', person: ANONYMOUS };

export const toViewer = (caller: Caller, person: Viewer['person']): Viewer => ({ audience: findAudience(caller), person });

/** Fields of a board that decide about access. */
export interface BoardGuard {
  access: BoardAccess;
  /** Segment of people, for the access `segment`. */
  segment_id: string | null;
}

/** Fields of an entry that decide about access. */
export interface Guarded {
  visibility: Visibility;
  board_access: BoardAccess;
  board_segment_id: string | null;
  submitter_id: string | null;
  submitter_email: string | null;
  submitter_confirmed_at: Date | null;
}

type BoardReaders = Pick<Guarded, 'board_access' | 'board_segment_id'>;

/** People other than members whom each access admits to an entry, which they submitted with `isOwn`. */
const ADMITS: Record<BoardAccess, (reading: { board: BoardGuard; person: Viewer['person']; isOwn: boolean }) => boolean> = {
  public: () => true,
  signed_in: ({ person }) => person.role === 'user',
  segment: ({ board, person }) => board.segment_id !== null && (person.segmentIds?.includes(board.segment_id) ?? false),
  submit_only: ({ isOwn }) => isOwn,
  team: () => false,
};

/**
 * Returns whether a viewer may read the entries of a board, or with `isOwn` those that the viewer submitted. This is the rule of boards: lists
 * and counts apply it to the boards of a project (`findHiddenBoards`), single entries by `mayRead`, and mails by `mayFollow` in SQL.
 */
export function mayReadBoard(board: BoardGuard, { audience, person }: Viewer, { isOwn }: { isOwn: boolean }): boolean {
  return audience === 'team' || ADMITS[board.access]({ board, person, isOwn });
}

/** Boards that a viewer may not read: those with one of the accesses, except boards of the segments. */
export interface HiddenBoards {
  accesses: BoardAccess[];
  segmentIds: string[];
}

/** Returns the boards whose entries a viewer may not read, or with `isOwn` not even those that the viewer submitted. */
export const findHiddenBoards = (viewer: Viewer, { isOwn }: { isOwn: boolean }): HiddenBoards => ({
  accesses: BOARD_ACCESS.filter((access) => !mayReadBoard({ access, segment_id: null }, viewer, { isOwn })),
  segmentIds: viewer.person.segmentIds ?? [],
});

/** Returns whether a viewer may submit to a board, and therefore sees that the board exists. */
export const maySubmit = (board: BoardGuard, viewer: Viewer): boolean => mayReadBoard(board, viewer, { isOwn: true });

/** Returns whether a viewer may read an entry. */
export const mayRead = (entry: Guarded, viewer: Viewer): boolean =>
  (viewer.audience === 'team' || entry.visibility === 'public') &&
  mayReadBoard({ access: entry.board_access, segment_id: entry.board_segment_id }, viewer, {
    isOwn: isSubmitter(entry, viewer.person),
  });

/** Returns whether everyone who may read an entry may read another one as well. Submitters of the same board are different people. */
export const isReadWherever = (entry: Guarded, target: Guarded): boolean =>
  target.visibility !== 'public' ||
  target.board_access === 'team' ||
  (entry.visibility === 'public' && ADMITS_ALL_OF[entry.board_access](entry, target));

/** Whether a board admits all readers of another board. */
const ADMITS_ALL_OF: Record<BoardAccess, (board: BoardReaders, other: BoardReaders) => boolean> = {
  public: () => true,
  signed_in: (_, other) => other.board_access === 'signed_in' || other.board_access === 'segment',
  segment: (board, other) => other.board_access === 'segment' && other.board_segment_id === board.board_segment_id,
  submit_only: () => false,
  team: () => false,
};

/** Returns whether a person submitted an entry: by the id of a user or visitor, or as the owner of the confirmed address. */
const isSubmitter = (entry: Guarded, { id, email }: Viewer['person']): boolean =>
  (id !== null && id === entry.submitter_id) ||
  (email !== null &&
    entry.submitter_email !== null &&
    entry.submitter_confirmed_at !== null &&
    toMailboxKey(email) === toMailboxKey(entry.submitter_email));
