import { Type } from 'typebox';
import { Nullable, Url } from '../../shared/common.ts';
import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import { Section, Toggle } from '../../shared/settings.ts';
import * as broadcasts from './broadcasts.ts';
import { events } from './events.ts';
import * as imports from './imports.ts';
import { findInvalidQuestion, type Question, questionsSetting } from './questions.ts';
import { findInvalidReward, type Reward, rewardsSetting } from './rewards.ts';
import * as schemas from './schemas.ts';
import { sections } from './sections.ts';

export const waitlist = {
  name: 'waitlist',
  tag: { name: 'Waitlist', description: 'Sign-ups, positions, referrals and invitations' },
  scopes: {
    'waitlist:read': 'Read waitlist entries and statistics',
    'waitlist:write': 'Change, invite and delete waitlist entries',
  },
  appScopes: ['waitlist:read', 'waitlist:write'],
  errors: {
    'waitlist.not_found': { status: 404, message: 'Waitlist entry not found' },
    'waitlist_broadcasts.not_found': { status: 404, message: 'Broadcast not found' },
    'waitlist_broadcasts.filter_deleted': {
      status: 409,
      message: 'The segment, reward or question that the broadcast filters by was deleted: send a new broadcast to the others',
    },
    'waitlist.email_taken': { status: 409, message: 'email is already on the waitlist', field: { path: 'email', code: 'taken' } },
    'waitlist.referral_code_not_found': {
      status: 404,
      message: 'referral_code not found',
      field: { path: 'referral_code', code: 'not_found' },
    },
  },
  auditActions: ['waitlist_entry.deleted', 'waitlist.exported', 'waitlist_broadcast.sent', 'waitlist_broadcast.resumed'],
  events,
  notifications: {
    'waitlist.joined': { meaning: 'People join the waitlist', preference: 'daily', role: 'viewer' },
  },
  settings: Section({
    welcome_mail: Toggle(true, 'Whether to send new entries an email with their position and referral link'),
    double_opt_in: Toggle(false, 'Whether entries are counted only after the address is confirmed by email'),
    private_signups: Toggle(
      false,
      'Whether existing addresses receive the same response as new ones, followed by an explanatory email. Combine with `double_opt_in` to hide completely whether an address is registered.',
    ),
    referral_boost: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 1,
      description: 'Number of positions gained for each future confirmed referral',
    }),
    refuse_disposable: Toggle(false, 'Whether to reject disposable email addresses'),
    page_url: Nullable(
      Url({
        default: null,
        description: 'URL of the sign-up page, used for referral links. Defaults to the page of this instance.',
      }),
    ),
    invitation_url: Nullable(Url({ default: null, description: 'URL of the button in the invitation email' })),
    questions: questionsSetting,
    rewards: rewardsSetting,
    reward_mail: Toggle(true, 'Whether to send people an email when they reach a reward'),
    leaderboard: Toggle(
      false,
      'Whether the sign-up form and the page of the instance show the people with the most referrals, with the initials of their names',
    ),
  }),
  findInvalidSetting: ({ questions = [], rewards = [] }: { questions?: Question[]; rewards?: Reward[] }) =>
    findInvalidQuestion(questions) ?? findInvalidReward(rewards),
  sections,
  erased: { waitlist_entries: RecordCount('Deleted waitlist entries') },
  exported: { waitlist_entries: Records('Waitlist entry of the person') },
  schemas: { ...schemas, ...imports, ...broadcasts },
} as const satisfies ServiceContract;
