import {
  BOARD_ACCESS,
  SETTABLE_STATUSES,
  MEMBER_SORTS,
  STATUSES,
  TYPES,
  VISIBILITIES,
  VOTE_BURST_STATES,
} from '@earshot/contract/services/feedback/values';
import { HttpError } from '../../platform/api/errors.ts';
import { type ArchivedTables, pseudonym } from '../../platform/postgres/archived.ts';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import { findCircularMerge, rebuildCounts } from './archived-store.ts';
import { type Entry, SEARCHED_ENTRIES } from './store.ts';

/** Voters and authors other than members: they become anonymous, and stay distinct. */
const anonymous = (column: string) =>
  `CASE WHEN ${column} ~ '^(usr|svc):' THEN ${column} ELSE 'vis:' || (${pseudonym(column)})::uuid END`;

/** Feedback in the archives of projects. */
export const archivedFeedback: ArchivedTables = {
  tables: [
    { table: 'feedback_sequences', ids: {} },
    { table: 'feedback_boards', ids: { id: 'brd', segment_id: 'psg' }, values: { access: BOARD_ACCESS } },
    {
      table: 'feedback_entries',
      ids: { id: 'fb', board_id: 'brd', merged_into: 'fb', merge_announced_with: 'fb' },
      members: ['assignee_id'],
      omitted: ['search', 'import_id'],
      values: { type: TYPES, status: STATUSES, status_before_merge: SETTABLE_STATUSES, visibility: VISIBILITIES },
      personal: {
        submitter_name: 'NULL',
        submitter_email: 'NULL',
        submitter_id: anonymous('submitter_id'),
        submitter_confirmed_at: 'NULL',
        metadata: "'{}'",
        fields: "'{}'",
        from_query: 'NULL',
      },
      hasCsv: true,
      derive: (row: Entry, projectId) => ({ search: buildLexemes(projectId, SEARCHED_ENTRIES.toText(row)) }),
    },
    {
      table: 'feedback_votes',
      omitted: ['import_id'],
      ids: { entry_id: 'fb', origin_id: 'fb', on_behalf_id: 'vob' },
      personal: { voter: anonymous('voter'), voter_name: 'NULL', voter_email: 'NULL', on_behalf_id: 'NULL' },
      hasCsv: true,
    },
    {
      table: 'feedback_vote_bursts',
      ids: { id: 'vbr', entry_id: 'fb', origin_id: 'fb' },
      values: { state: VOTE_BURST_STATES },
    },
    {
      table: 'feedback_comments',
      omitted: ['import_id'],
      ids: { id: 'cmt', entry_id: 'fb', origin_id: 'fb', announced_with: 'cmt' },
      members: ['mentioned_ids'],
      values: { visibility: VISIBILITIES, author_role: ['team', 'user', 'visitor'] },
      personal: {
        author_id: anonymous('author_id'),
        author_name: 'NULL',
        author_avatar_url: 'NULL',
        recipient_id: 'NULL',
        recipient_email: 'NULL',
        recipient_name: 'NULL',
      },
      hasCsv: true,
    },
    { table: 'feedback_distinct_pairs', ids: { entry_id: 'fb', other_id: 'fb' } },
    { table: 'feedback_subscribers', ids: { entry_id: 'fb', origin_id: 'fb' }, personal: 'rows' },
    { table: 'feedback_opt_outs', ids: {}, personal: 'rows' },
    {
      table: 'feedback_history',
      ids: { id: 'hst', entry_id: 'fb' },
      members: ['actor_id'],
      personal: {
        old: `CASE WHEN field <> 'vote_on_behalf' AND field NOT LIKE 'fields.%' THEN old END`,
        new: `CASE WHEN field <> 'vote_on_behalf' AND field NOT LIKE 'fields.%' THEN new END`,
        actor_name: 'NULL',
      },
    },
    { table: 'feedback_scores', ids: { id: 'fsc' }, omitted: ['computed_at'] },
    {
      table: 'feedback_views',
      ids: { id: 'view' },
      omitted: ['owner_id'],
      values: { sort: MEMBER_SORTS },
      where: 'owner_id IS NULL',
    },
  ],
  omitted: {
    feedback_counts: 'computed from the entries',
    feedback_score_values: 'computed from the votes',
    feedback_vote_changes: 'votes of the last minute that no event has reported yet',
    feedback_vote_networks: 'networks of voters, for a day',
  },
  rebuild: async (tx, projectId) => {
    const circular = await findCircularMerge(tx, projectId);
    if (circular)
      throw new HttpError('archives.invalid', { message: `feedback_entries.jsonl: ${circular} is merged in a circle` });
    await rebuildCounts(tx, projectId);
  },
};
