import { Type } from 'typebox';
import { OneOf } from '../../shared/common.ts';
import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import { MAX_PROPOSALS_PER_DAY } from '../../instance/values.ts';
import { Section, Toggle } from '../../shared/settings.ts';
import { events } from './events.ts';
import { type FieldDeclaration, findInvalidField } from './fields.ts';
import * as imports from './imports.ts';
import * as schemas from './schemas.ts';
import { fieldsSetting, statusesSetting } from './settings.ts';
import { findInvalidStatus, type StatusSettings } from './statuses.ts';
import * as team from './team.ts';
import { MODERATION, VOTING } from './values.ts';
import * as views from './views.ts';
import * as votes from './votes.ts';
import { sections } from './sections.ts';

export const feedback = {
  name: 'feedback',
  tag: { name: 'Feedback', description: 'Feedback entries, votes, comments, merging and subscriptions' },
  scopes: {
    'feedback:read': 'Read feedback, comments, votes and history',
    'feedback:write': 'Change, merge, vote on and delete feedback and comments',
  },
  appScopes: ['feedback:read', 'feedback:write'],
  errors: {
    'feedback.not_found': { status: 404, message: 'Feedback entry not found' },
    'feedback.vote_not_found': { status: 404, message: 'On-behalf vote not found' },
    'feedback.merge_reveals_comments': {
      status: 409,
      message: 'The merge would make comments readable for more people. Merge the entry with `reveal_comments: true` to allow it',
    },
    'feedback.merge_target_not_found': { status: 404, message: 'Merge target not found' },
    'feedback.move_target_not_found': { status: 404, message: 'Move target not found' },
    'feedback.merged': { status: 409, message: 'The feedback entry was merged into another entry' },
    'feedback.too_many_votes': {
      status: 429,
      message: 'Too many anonymous votes for this entry from your network today; sign in to vote, or try again tomorrow',
    },
    'feedback.sign_in_required': { status: 403, message: 'Sign in to vote for this entry' },
    'feedback.vote_burst_not_found': { status: 404, message: 'Vote burst not found' },
    'feedback.vote_burst_removed': { status: 409, message: 'The votes of this burst have been removed' },
    'feedback.score_not_found': { status: 404, message: 'Score not found' },
    'feedback.score_limit_reached': { status: 409, message: 'The project has the maximum number of scores' },
    'feedback.view_not_found': { status: 404, message: 'View not found' },
    'feedback.board_not_found': { status: 404, message: 'Board not found' },
    'feedback.board_slug_taken': {
      status: 409,
      message: 'Another board of the project has this slug',
      field: { path: 'slug', code: 'taken' },
    },
    'feedback.board_limit_reached': { status: 409, message: 'The project has the maximum number of boards' },
    'feedback.board_not_empty': {
      status: 409,
      message: 'The board has entries; name the board that receives them with move_to',
    },
    'feedback.board_is_default': { status: 409, message: 'The default board of a project can’t be deleted' },
    'feedback.not_merged': { status: 409, message: 'The feedback entry is not merged' },
    'feedback.merge_into_itself': {
      status: 409,
      message: 'A feedback entry can’t be merged into itself or into an entry that was merged into it',
    },
    'comments.not_found': { status: 404, message: 'Comment not found' },
  },
  auditActions: [
    'feedback.deleted',
    'feedback.exported',
    'comment.deleted',
    'comments.exported',
    'votes.exported',
    'feedback_board.updated',
    'feedback_board.deleted',
    'feedback_score.deleted',
    'feedback_view.deleted',
    'feedback_view.made_personal',
  ],
  events,
  notifications: {
    'feedback.assigned': { meaning: 'An entry is assigned to you', preference: 'immediate', role: 'viewer' },
    'feedback.mentioned': { meaning: 'A member mentions you', preference: 'immediate', role: 'viewer' },
    'feedback.created': { meaning: 'A user gives feedback', preference: 'daily', role: 'viewer' },
    'feedback.commented': { meaning: 'A user comments on an entry', preference: 'daily', role: 'viewer' },
    'feedback.vote_burst': { meaning: 'An entry has unusually many anonymous votes', preference: 'immediate', role: 'member' },
    'feedback.pending': { meaning: 'An entry or a comment awaits approval', preference: 'daily', role: 'member' },
  },
  settings: Section({
    moderation: OneOf(MODERATION, {
      default: 'off',
      description:
        'Which entries and comments require approval: none (`off`), those of anonymous visitors (`anonymous`), or those of everyone except project members (`all`)',
    }),
    follow_default: Type.Boolean({
      default: false,
      description: 'Whether the checkbox “Email me when there is news” of feedback forms is checked until the visitor changes it',
    }),
    voting: OneOf(VOTING, {
      default: 'anyone',
      description:
        'Permitted voters: everyone (`anyone`), people with a confirmed email address or an `X-User-Token` (`confirmed`), or users with an `X-User-Token` (`signed_in`). Members can always vote. Votes that exist remain, and can be removed by their voters.',
    }),
    anonymous_votes_per_network: Type.Integer({
      default: 5,
      minimum: 1,
      maximum: 100_000,
      description:
        'Maximum number of new votes of anonymous visitors for an entry, from one network (/24 for IPv4, /64 for IPv6) on one day (UTC). Votes of users with `X-User-Token`, and of and for people whom members name, are not limited.',
    }),
    suggestions: Toggle(
      false,
      'Whether duplicates and tags are proposed for new entries in the background. Requires `EARSHOT_LLM_URL`. The title and the description of the entry, those of similar entries, and the tags of the project are sent to the model. Nothing changes until a member accepts a proposal.',
    ),
    suggestions_per_day: Type.Integer({
      default: 100,
      minimum: 1,
      maximum: MAX_PROPOSALS_PER_DAY,
      description:
        'Number of proposals within 24 hours, including those that members ask for, after which none are made for new entries',
    }),
    statuses: statusesSetting,
    fields: fieldsSetting,
  }),
  findInvalidSetting: ({ statuses = [], fields = [] }: { statuses?: StatusSettings; fields?: FieldDeclaration[] }) =>
    findInvalidStatus(statuses) ?? findInvalidField(fields),
  sections,
  erased: {
    feedback_entries_deleted: RecordCount('Deleted entries without activity of other people'),
    feedback_entries_anonymized: RecordCount('Anonymized entries with votes, comments or subscribers of other people'),
    feedback_comments: RecordCount('Deleted comments, with private answers to the person'),
    feedback_votes_anonymized: RecordCount('Anonymized votes, which remain counted'),
    feedback_subscriptions: RecordCount('Deleted subscriptions to entries'),
    feedback_opt_outs: RecordCount('Deleted records that the person unsubscribed from all feedback emails'),
  },
  exported: {
    feedback_entries: Records('Feedback entries submitted by the person'),
    feedback_comments: Records(
      'Comments of the person, identified by `X-User-Token` or the address of a reply by email, and private answers to the person',
    ),
    feedback_votes: Records('Votes of the person, identified by `X-User-Token`'),
    feedback_subscriptions: Records('Feedback entries to which the person is subscribed'),
    feedback_opt_outs: Records('Time at which the person unsubscribed from all feedback emails'),
  },
  schemas: { ...schemas, ...team, ...views, ...votes, ...imports },
} as const satisfies ServiceContract;
