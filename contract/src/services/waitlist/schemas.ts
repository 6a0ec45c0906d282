import { Type } from 'typebox';
import {
  Body,
  Component,
  createdRange,
  Email,
  exportQuery,
  Honeypot,
  Id,
  Nullable,
  OneOf,
  Page,
  Repeatable,
  Timestamp,
} from '../../shared/common.ts';
import { ATTRIBUTE_OPERATORS } from '../../instance/values.ts';
import { ExternalIdFilter } from '../../shared/batches.ts';
import { answers, givenAnswers } from './questions.ts';
import { neededReferrals, rewardName, rewardText } from './rewards.ts';
import { MAX_INVITED_ENTRIES, MAX_SELECTED_ENTRIES, QUESTION_TYPES, SORTS, STATUSES, type WaitlistStatus } from './values.ts';

const position = () =>
  Nullable(
    Type.Integer({
      description: 'Position in the waitlist, starting at 1. Null for entries that are not waiting or not confirmed.',
      examples: [42],
    }),
  );
const referralCode = (options: object = {}) => Type.String({ examples: ['k3v9x2m7qa'], ...options });
const referralUrl = () =>
  Type.String({
    description: 'Referral link. Sign-ups through the link count as referrals of this entry.',
    examples: ['https://acme.example/?ref=k3v9x2m7qa'],
  });
const referralCount = () => Type.Integer({ description: 'Number of confirmed entries referred by this entry', examples: [3] });
export const metadata = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    examples: [{ plan: 'pro' }],
    ...options,
  });
export const name = () => Type.String({ maxLength: 100, examples: ['Ada Lovelace'] });

/** Properties of an entry that are returned to the person who joined. */
const signupProperties = {
  id: Id('wl'),
  project_id: Id('prj'),
  email: Type.String({ examples: ['ada@example.com'] }),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  status: OneOf(STATUSES),
  position: position(),
  referral_code: referralCode(),
  referral_url: referralUrl(),
  referral_count: referralCount(),
  created_at: Timestamp(),
};

const rewardProperties = {
  name: rewardName(),
  text: rewardText(),
  referrals: neededReferrals(),
};

/** Referrals of a person, for the person and those who have the link. */
const standing = {
  rewards: Type.Array(Type.Object({ ...rewardProperties, reached: Type.Boolean() }), {
    description: 'Rewards for referrals (`settings.waitlist.rewards`), from the one with the fewest referrals',
  }),
  leaderboard_rank: Nullable(
    Type.Integer({
      description:
        'Rank among all people by referrals, from 1. Null without referrals, while the leaderboard is off, and for people whom the team excluded.',
      examples: [4],
    }),
  ),
};

export const WaitlistSignup = Component('WaitlistSignup', { ...signupProperties, ...standing });

const nameForMembers = () => Nullable(Type.String({ description: 'Null for viewers', examples: ['Ada Lovelace'] }));
const addressForMembers = () => Nullable(Type.String({ description: 'Null for viewers', examples: ['ada@example.com'] }));

export const WaitlistEntry = Component('WaitlistEntry', {
  ...signupProperties,
  email: addressForMembers(),
  name: nameForMembers(),
  referral_source: Nullable(Type.String({ examples: ['newsletter'] })),
  referred_by: Nullable(Type.String({ description: 'Id of the referring entry' })),
  country: Nullable(
    Type.String({
      description:
        'Country of the sign-up, as ISO 3166-1 code. Null for entries that your server or an import added, and on instances without geolocation.',
      examples: ['DE'],
    }),
  ),
  notes: Nullable(Type.String({ description: 'Internal notes. Null for viewers.' })),
  external_id: Nullable(
    Type.String({ description: 'Id in the system that the entry comes from. Null for viewers.', examples: ['getwaitlist:17'] }),
  ),
  metadata: metadata({ description: 'Custom data. Empty for viewers.' }),
  answers: answers({ description: 'Answers to the questions of the sign-up form by key. Empty for viewers.' }),
  reached_rewards: Type.Array(Type.String({ examples: ['early_access'] }), {
    description: 'Keys of the rewards that the entry has reached by its referrals',
  }),
  on_leaderboard: Type.Boolean({ description: 'Whether the leaderboard may contain the entry' }),
  confirmed_at: Nullable(Timestamp({ description: 'Time at which the address was confirmed. Null for unconfirmed entries.' })),
  invited_at: Nullable(Timestamp()),
  unsubscribed_at: Nullable(Timestamp({ description: 'Time at which the person unsubscribed from broadcasts' })),
  updated_at: Timestamp(),
});

export const JoinWaitlist = Body(
  {
    email: Email(),
    name: Type.Optional(name()),
    referral_source: Type.Optional(Type.String({ maxLength: 200, examples: ['newsletter'] })),
    referral_code: Type.Optional(
      Type.String({
        maxLength: 50,
        description: 'Referral code of another entry. Unknown codes are ignored.',
        examples: ['k3v9x2m7qa'],
      }),
    ),
    metadata: Type.Optional(metadata({ description: 'Custom data as a JSON object of at most 4 KiB' })),
    answers: givenAnswers('Answers to the questions of the sign-up form (`settings.waitlist.questions`) by key.'),
    website: Type.Optional(Honeypot()),
  },
  { examples: [{ email: 'ada@example.com', name: 'Ada Lovelace', referral_source: 'newsletter' }] },
);

export const WaitlistCount = Type.Object({
  count: Type.Integer({ description: 'Number of entries except removed entries', examples: [1024] }),
});

export const PositionQuery = Type.Object({
  referral_code: referralCode({ minLength: 1, maxLength: 50, description: 'Referral code of the entry' }),
});

const leaderboard = () =>
  Nullable(
    Type.Array(
      Type.Object({
        rank: Type.Integer({ examples: [1] }),
        name: Nullable(Type.String({ description: 'Initials. Null for people without a name.', examples: ['A… L.'] })),
        referral_count: referralCount(),
      }),
      { description: 'The 10 people with the most referrals. Null while the leaderboard is off.' },
    ),
  );

export const WaitlistPosition = Component('WaitlistPosition', {
  status: OneOf(STATUSES),
  position: position(),
  referral_code: referralCode(),
  referral_url: referralUrl(),
  referral_count: referralCount(),
  ...standing,
  leaderboard: leaderboard(),
});

export const WaitlistForm = Component('WaitlistForm', {
  questions: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['company_size'] }),
      label: Type.String({ examples: ['How large is your company?'] }),
      type: OneOf(QUESTION_TYPES),
      required: Type.Boolean(),
      options: Type.Array(Type.String({ examples: ['11–50'] }), { description: 'Choices of a selection' }),
    }),
    { description: 'Questions of the form in their order, without archived ones' },
  ),
  rewards: Type.Array(Type.Object(rewardProperties), { description: 'Rewards, from the one with the fewest referrals' }),
  leaderboard: leaderboard(),
});

/** Filters that select people to invite as well. */
const selection = {
  source: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only entries with this `referral_source`. Empty: only entries without a source.',
      examples: ['newsletter'],
    }),
  ),
  min_referrals: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Only entries with at least this number of referrals' }),
  ),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Only sign-ups from this country, as ISO 3166-1 code', examples: ['DE'] }),
  ),
  reward: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only entries that have reached the reward with this key',
      examples: ['early_access'],
    }),
  ),
};

const answerFilter = () => Type.String({ maxLength: 300, examples: ['company_size:is:11–50'] });
const ANSWER = `as \`key:operator:value\`, such as \`company_size:is:11–50\` or \`seats:gte:10\`. Operators: ${ATTRIBUTE_OPERATORS.map((operator) => `\`${operator}\``).join(', ')}; \`is_set\` and \`is_not_set\` have no value. \`is\` also finds entries that chose the value among others. Entries must match all filters`;

const filters = {
  status: Type.Optional(OneOf(STATUSES)),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Search for words that start with the given text, in names and addresses' }),
  ),
  ...selection,
  ...createdRange('entries'),
};

export const ListWaitlistQuery = Type.Object({
  ...filters,
  ids: Type.Optional(Repeatable(Id('wl'), { description: 'Only these entries. Can be repeated.' }, MAX_SELECTED_ENTRIES)),
  confirmed: Type.Optional(Type.Boolean({ description: 'Only entries with a confirmed address, or only those without' })),
  external_id: Type.Optional(ExternalIdFilter()),
  answer: Type.Optional(
    Repeatable(answerFilter(), {
      description: `Filter by an answer, ${ANSWER}. Can be repeated. Requires the role member.`,
    }),
  ),
  segment: Type.Optional(
    Id('psg', 'Only entries whose confirmed address belongs to a person in this segment. Requires the role member.'),
  ),
  sort: Type.Optional(
    OneOf(SORTS, { default: 'position', description: 'Sort order. `position` returns waiting entries first.' }),
  ),
  ...Page,
});

export const ExportWaitlistQuery = exportQuery(ListWaitlistQuery);

export const UpdateWaitlistEntry = Body(
  {
    status: Type.Optional(OneOf(STATUSES)),
    name: Type.Optional(Nullable(name())),
    notes: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
    answers: givenAnswers('Answers by key; null removes an answer, and others are kept.'),
    on_leaderboard: Type.Optional(Type.Boolean({ description: 'Whether the leaderboard may contain the entry' })),
  },
  { minProperties: 1, examples: [{ notes: 'Met at the fair' }] },
);

export const WaitlistInvitation = Component('WaitlistInvitation', {
  subject: Type.String({ examples: ['Your invitation to Acme'] }),
  text: Type.String({ examples: ['Hello Ada,\n\nThank you for waiting: Acme is open for you now.'] }),
  html: Type.String(),
});

export const InviteFromWaitlist = Body(
  {
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_INVITED_ENTRIES,
        description: 'Number of entries to invite from the front of the waitlist',
        examples: [10],
      }),
    ),
    ids: Type.Optional(
      Type.Array(Id('wl'), {
        minItems: 1,
        maxItems: MAX_INVITED_ENTRIES,
        description: 'Entries to invite, regardless of their position',
      }),
    ),
    segment: Type.Optional(
      Id(
        'psg',
        'Only entries whose confirmed address belongs to a person in this segment. Requires the scope `personal_data:read`.',
      ),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Only entries with words that start with the given text, in names and addresses. Requires the scope `personal_data:read`.',
      }),
    ),
    answer: Type.Optional(
      Type.Array(answerFilter(), {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        description: `Only entries with these answers, ${ANSWER}. Requires the scope \`personal_data:read\`.`,
      }),
    ),
    ...selection,
  },
  {
    minProperties: 1,
    description: `Either \`ids\`, or the number and filters of entries to invite: the first \`count\` of those in line that match all filters, or ${MAX_INVITED_ENTRIES.toLocaleString('en')} without \`count\`. \`GET /v1/waitlist\` with the same filters, \`status=waiting\` and \`confirmed=true\` returns them before.`,
    examples: [{ count: 10, source: 'newsletter', min_referrals: 3 }],
  },
);

export const StatsQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, default: 30, description: 'Number of days to report, ending today (UTC)' }),
  ),
});

const total = (options: object = {}) => Type.Integer({ examples: [12], ...options });

export const WaitlistStats = Type.Object({
  total: total({ description: 'Number of entries except removed entries' }),
  unconfirmed: total({ description: 'Number of entries with an unconfirmed address' }),
  statuses: Type.Object(
    Object.fromEntries(STATUSES.map((status) => [status, total()])) as Record<WaitlistStatus, ReturnType<typeof total>>,
  ),
  signups: Type.Array(
    Type.Object({
      date: Type.String({ description: 'Date in UTC', examples: ['2026-11-20'] }),
      count: total(),
      referred: total(),
    }),
    { description: 'One entry per day, including days without sign-ups' },
  ),
  countries: Type.Array(Type.Object({ country: Type.String({ examples: ['DE'] }), count: total() }), {
    description: 'The 20 countries with the most sign-ups',
  }),
  sources: Type.Array(Type.Object({ source: Nullable(Type.String({ examples: ['newsletter'] })), count: total() }), {
    description: 'The 20 sources with the most sign-ups',
  }),
  top_referrers: Type.Array(
    Type.Object({
      id: Id('wl'),
      email: addressForMembers(),
      name: nameForMembers(),
      referral_count: referralCount(),
    }),
    { description: 'The 10 entries with the most referrals' },
  ),
});
