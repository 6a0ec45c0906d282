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
import { ExternalIdFilter } from '../../shared/batches.ts';
import { MAX_INVITED_ENTRIES, MAX_SELECTED_ENTRIES, SORTS, STATUSES, type WaitlistStatus } from './values.ts';

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

export const WaitlistSignup = Component('WaitlistSignup', signupProperties);

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
  confirmed_at: Nullable(Timestamp({ description: 'Time at which the address was confirmed. Null for unconfirmed entries.' })),
  invited_at: Nullable(Timestamp()),
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

export const WaitlistPosition = Component('WaitlistPosition', {
  status: OneOf(STATUSES),
  position: position(),
  referral_code: referralCode(),
  referral_url: referralUrl(),
  referral_count: referralCount(),
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
};

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
