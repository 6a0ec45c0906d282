import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { Body, Component, Email, Id, Nullable, OneOf, Page, ROLES, Timestamp, Url } from './common.ts';

export const PAGE_SECTIONS = ['feedback', 'roadmap', 'changelog', 'testimonials', 'waitlist', 'help'] as const;
export type PageSection = (typeof PAGE_SECTIONS)[number];

export const MODERATION = ['off', 'anonymous', 'all'] as const;

const Section = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false });
export const BOT_REASONS = ['crawler', 'headless', 'prefetch', 'http_library'] as const;
const patterns = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 253, ...options }), {
    default: [],
    maxItems: 100,
    uniqueItems: true,
    description,
  });
const flag = (isOn: boolean, description: string) => Type.Boolean({ default: isOn, description });

const days = (preset: number, description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 3650, default: preset, description }));

/** Settings of each sub-service. Each has a default, so that none has to be set. */
const settings = {
  feedback: Section({
    moderation: OneOf(MODERATION, {
      default: 'off',
      description:
        'Whose entries and comments wait for approval: nobody’s, those of anonymous visitors, or everyone’s who is not on the project',
    }),
  }),
  waitlist: Section({
    welcome_mail: flag(true, 'Mail who joins their place and the link to share'),
    double_opt_in: flag(false, 'An entry counts once its address is confirmed by a link in a mail'),
    private_signups: flag(
      false,
      'An address that is on the list already gets the same answer as a new one, and a mail that says so. With `double_opt_in`, nothing else tells a stranger either',
    ),
    referral_boost: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 1,
      description: 'Places that each confirmed referral moves its referrer up, from now on',
    }),
    refuse_disposable: flag(false, 'Refuse addresses of throw-away mail services'),
    page_url: Nullable(
      Url({ default: null, description: 'Where people join; referral links lead there. Default: this instance’s own page' }),
    ),
    invitation_url: Nullable(Url({ default: null, description: 'Where the button in the invitation mail leads' })),
  }),
  testimonials: Section({
    thank_you_mail: flag(true, 'Mail authors a link by which they can change or withdraw what they wrote'),
  }),
  changelog: Section({
    page_url: Nullable(
      Url({
        default: null,
        description: 'Where the changelog is read; mails and feeds lead there. Default: this instance’s own page',
      }),
    ),
  }),
  analytics: Section({
    timezone: Type.String({
      format: 'timezone',
      maxLength: 64,
      default: 'UTC',
      description: 'IANA name; whose days the figures are of, unless a call says otherwise',
    }),
    allowed_hostnames: patterns('Hosts whose pages may send events, `*` for anything; none: all'),
    excluded_hostnames: patterns('Hosts whose events are dropped, such as `staging.example.com`'),
    excluded_paths: patterns('Paths whose events are dropped, such as `/admin/*`'),
    excluded_addresses: patterns('Addresses and networks whose events are dropped, such as `192.0.2.0/24`: your own', {
      format: 'network',
    }),
    counted_bots: Type.Array(OneOf(BOT_REASONS), {
      default: [],
      uniqueItems: true,
      description:
        'Bots that are counted, by reason; also what was received before. `http_library` are page views without a `user_id` that programs such as curl or okhttp send, not browsers',
    }),
    honor_privacy_signals: Type.Boolean({
      default: true,
      description:
        'Drop events of browsers that ask not to be tracked (`Sec-GPC: 1` or `DNT: 1`). The tracker and the SDK send nothing from such browsers, whatever this says',
    }),
    retention_days: Nullable(
      Type.Integer({ minimum: 1, maximum: 3650, default: null, description: 'How long events are kept; null: for ever' }),
    ),
  }),
  pages: Section({
    description: Nullable(
      Type.String({
        minLength: 1,
        maxLength: 300,
        default: null,
        description: 'What the project is, in a sentence: on its public pages',
      }),
    ),
    logo_url: Nullable(Url({ default: null, description: 'Of a picture, best square' })),
    website_url: Nullable(Url({ default: null, description: 'Where the logo leads' })),
    custom_domain: Nullable(
      Type.String({
        format: 'hostname',
        // With `_earshot.` in front it must still be a name (RFC 1035, 2.3.4).
        maxLength: 244,
        default: null,
        description:
          'Host under which the public pages are, such as `feedback.example.com`. It is served once a DNS record proves it: see `GET /v1/projects/{id}/domain`. Point it to this instance, TLS included',
      }),
    ),
    sections: Type.Array(OneOf(PAGE_SECTIONS), {
      default: [...PAGE_SECTIONS],
      uniqueItems: true,
      description: 'Which public pages there are, in the order of the menu',
    }),
  }),
  mail: Section({
    color: Type.String({ format: 'color', default: '#2563eb', description: 'Of buttons in mails and on pages' }),
    reply_to: Nullable(Email({ default: null, description: 'Where answers to mails go' })),
  }),
  retention: Section({
    mail_days: days(90, 'Days that mails are kept in the outbox; null: for ever'),
    webhook_delivery_days: days(30, 'Days that webhook deliveries and their attempts are kept; null: for ever'),
    unconfirmed_days: days(
      30,
      'Days that sign-ups for the waitlist and subscriptions wait for their confirmation before they are deleted; null: for ever',
    ),
  }),
};

/** A change of some of a section. Without the defaults: what is not given stays as it is. */
function change<T extends TProperties>(section: TObject<T>) {
  const properties = Object.entries(section.properties).map(([name, schema]) => {
    const { default: _, ...rest } = schema as TSchema & { default?: unknown };
    return [name, Type.Optional(rest)];
  });
  return Type.Optional(
    Type.Unsafe<Partial<Static<TObject<T>>>>(Type.Object(Object.fromEntries(properties), { additionalProperties: false })),
  );
}

export const Project = Component('Project', {
  id: Id('prj'),
  name: Type.String({ examples: ['Acme'] }),
  slug: Type.String({ examples: ['acme'] }),
  api_key: Type.String({ examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
  settings: Type.Object(settings),
  role: OneOf(ROLES, { description: 'Your own role on it' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export type ProjectSettings = Static<typeof Project>['settings'];

const name = (options: object = {}) => Type.String({ minLength: 1, maxLength: 100, examples: ['Acme'], ...options });
export const SLUG_PATTERN = '^[a-z0-9](-?[a-z0-9])*$';

const slug = () =>
  Type.String({
    minLength: 2,
    maxLength: 60,
    pattern: SLUG_PATTERN,
    examples: ['acme'],
    description: 'From the name, unless given; unique',
  });

export const CreateProject = Body({ name: name(), slug: Type.Optional(slug()) }, { examples: [{ name: 'Acme' }] });

export const UpdateProject = Body(
  {
    name: Type.Optional(name()),
    slug: Type.Optional(slug()),
    settings: Type.Optional(
      Body({
        feedback: change(settings.feedback),
        waitlist: change(settings.waitlist),
        testimonials: change(settings.testimonials),
        changelog: change(settings.changelog),
        analytics: change(settings.analytics),
        pages: change(settings.pages),
        mail: change(settings.mail),
        retention: change(settings.retention),
      }),
    ),
  },
  { minProperties: 1, examples: [{ settings: { feedback: { moderation: 'anonymous' } } }] },
);

export const DeleteProjectQuery = Type.Object({
  confirm: Type.String({ description: 'The slug of the project, so that no slip deletes it', examples: ['acme'] }),
});

export const ProjectKey = Component('ProjectKey', {
  key: Type.String({ examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp({ description: 'Null for the current key; a rotated one works until then' })),
});

export const RotateKey = Body(
  { revoke_now: Type.Optional(Type.Boolean({ default: false, description: 'End the old one at once instead of in 24 hours' })) },
  { examples: [{ revoke_now: false }] },
);

export const CheckUserToken = Body(
  { token: Type.String({ minLength: 1, maxLength: 8192, description: 'What your server would send as X-User-Token' }) },
  { examples: [{ token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1XzQyIn0.5mhBHqs5_DTLdINd9p5m7ZJ6XD0Xc55kIaCRY5r6HRA' }] },
);

export const CheckedUserToken = Component('CheckedUserToken', {
  valid: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'Why it is refused', examples: ['exp is required'] })),
  user: Nullable(
    Type.Object({
      id: Type.String({ description: '`sub`', examples: ['u_42'] }),
      name: Nullable(Type.String({ examples: ['Ada'] })),
      email: Nullable(Type.String({ examples: ['ada@example.com'] })),
      avatar_url: Nullable(Type.String()),
    }),
  ),
});

export const IdentitySecret = Component('IdentitySecret', {
  secret: Type.String({
    description: 'Signs X-User-Token (JWT, HS256)',
    examples: ['is_Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC2rZsT5uD6bE7f'],
  }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp()),
});

export const Member = Component('Member', {
  user_id: Id('usr'),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  avatar_url: Nullable(Type.String()),
  role: OneOf(ROLES),
  state: OneOf(['invited', 'active'], { description: '`invited` until the first sign-in with that address' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const INVITABLE = ['viewer', 'member', 'admin'] as const;

export const InviteMember = Body(
  { email: Email(), role: OneOf(INVITABLE) },
  { examples: [{ email: 'grace@example.com', role: 'member' }] },
);

export const UpdateMember = Body(
  {
    role: OneOf(ROLES, {
      description: '`owner` hands the project over to a member who has signed in at least once; you become an admin',
    }),
  },
  { examples: [{ role: 'admin' }] },
);

export const MAIL_STATUSES = ['queued', 'sending', 'kept', 'sent', 'failed', 'suppressed'] as const;

export const Mail = Component('Mail', {
  id: Id('ml'),
  recipient: Type.String({ examples: ['ada@example.com'] }),
  subject: Type.String({ examples: ['“Export as CSV” is now in progress'] }),
  text: Type.String(),
  html: Type.String(),
  status: OneOf(MAIL_STATUSES, {
    description:
      '`kept`: there is no mail server, so it stays here. `suppressed`: the recipient had 20 mails of the project on that day (UTC) already, or 5 unsolicited ones such as requests to confirm an address, so it does not leave, unless an admin sends it (`POST …/retry`)',
  }),
  error: Nullable(Type.String({ description: 'What the mail server said last' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const ListMailsQuery = Type.Object({ status: Type.Optional(OneOf(MAIL_STATUSES)), ...Page });

export const SendTestMail = Body(
  {
    recipient: Type.Optional(
      Email({
        description: 'Your own address, or that of a member of the project who has signed in. Default: your own address',
      }),
    ),
  },
  { examples: [{ recipient: 'ada@example.com' }] },
);
