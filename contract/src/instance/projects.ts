import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { mailBranding, pageBranding } from './branding.ts';
import { Body, Component, Email, Id, Nullable, OneOf, Page, Timestamp, Url } from '../shared/common.ts';
import { BOT_REASONS, INVITABLE_ROLES, MAIL_STATUSES, MODERATION, PAGE_SECTIONS, ROLES } from './values.ts';

const Section = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false });
/** Host names, single names such as `localhost`, and addresses. */
export const HOST_PATTERN = '^(?:[a-z0-9-]+(?:\\.[a-z0-9-]+)*|[0-9a-f:.]*:[0-9a-f:.]*)$';
const patterns = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 253, ...options }), {
    default: [],
    maxItems: 100,
    uniqueItems: true,
    description,
  });
const toggle = (isOn: boolean, description: string) => Type.Boolean({ default: isOn, description });

const days = (preset: number, description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 3650, default: preset, description }));

/** Settings of each sub-service. All settings have a default. */
const settings = {
  feedback: Section({
    moderation: OneOf(MODERATION, {
      default: 'off',
      description:
        'Which entries and comments require approval: none (`off`), those of anonymous visitors (`anonymous`), or those of everyone except project members (`all`)',
    }),
  }),
  waitlist: Section({
    welcome_mail: toggle(true, 'Whether to send new entries an email with their position and referral link'),
    double_opt_in: toggle(false, 'Whether entries are counted only after the address is confirmed by email'),
    private_signups: toggle(
      false,
      'Whether existing addresses receive the same response as new ones, followed by an explanatory email. Combine with `double_opt_in` to hide completely whether an address is registered.',
    ),
    referral_boost: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 1,
      description: 'Number of positions gained for each future confirmed referral',
    }),
    refuse_disposable: toggle(false, 'Whether to reject disposable email addresses'),
    page_url: Nullable(
      Url({
        default: null,
        description: 'URL of the sign-up page, used for referral links. Defaults to the page of this instance.',
      }),
    ),
    invitation_url: Nullable(Url({ default: null, description: 'URL of the button in the invitation email' })),
  }),
  testimonials: Section({
    thank_you_mail: toggle(true, 'Whether to send authors a link for changing or withdrawing their testimonial'),
  }),
  changelog: Section({
    page_url: Nullable(
      Url({
        default: null,
        description: 'URL of the changelog page, used in emails and feeds. Defaults to the page of this instance.',
      }),
    ),
  }),
  analytics: Section({
    timezone: Type.String({
      format: 'timezone',
      maxLength: 64,
      default: 'UTC',
      description: 'IANA time zone for the day boundaries of reports, unless a request specifies another time zone',
    }),
    allowed_hostnames: patterns('Hostnames allowed to send events, with `*` as a wildcard. Empty allows all hostnames.'),
    excluded_hostnames: patterns('Hostnames whose events are dropped, such as `staging.example.com`'),
    excluded_paths: patterns('Paths whose events are dropped, such as `/admin/*`'),
    excluded_addresses: patterns(
      'IP addresses and networks whose events are dropped, such as `192.0.2.0/24` for your own office',
      {
        format: 'network',
      },
    ),
    counted_bots: Type.Array(OneOf(BOT_REASONS), {
      default: [],
      uniqueItems: true,
      description:
        'Bot categories that are included in reports, also for past events. `http_library` covers page views without a `user_id` that are sent by programs such as curl or okhttp instead of browsers.',
    }),
    honor_privacy_signals: Type.Boolean({
      default: true,
      description:
        'Whether to drop events with the privacy signals `Sec-GPC: 1` or `DNT: 1`. The tracker and the SDK never send events from such browsers, regardless of this setting.',
    }),
    signed_user_ids: Type.Boolean({
      default: false,
      description:
        'Whether events identify users by `user_token` only. Events with a `user_id` are rejected, because everyone can send events with the API key, unless a server sends them with a token.',
    }),
    retention_days: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        default: null,
        description: 'Retention period of events in days. Null keeps events forever.',
      }),
    ),
  }),
  pages: Section({
    description: Nullable(
      Type.String({
        minLength: 1,
        maxLength: 300,
        default: null,
        description: 'One-sentence description of the project, shown on its public pages',
      }),
    ),
    website_url: Nullable(Url({ default: null, description: 'URL of your website, shown in the footer' })),
    custom_domain: Nullable(
      Type.String({
        format: 'hostname',
        // The name must stay valid with the prefix `_earshot.` (RFC 1035, section 2.3.4).
        maxLength: 244,
        default: null,
        description:
          'Host name of the public pages, such as `feedback.example.com`. Served after verification by a DNS record, see `GET /v1/projects/{id}/domain`. Point the host name to this instance and provide TLS for it.',
      }),
    ),
    sections: Type.Array(OneOf(PAGE_SECTIONS), {
      default: [...PAGE_SECTIONS],
      uniqueItems: true,
      description: 'Enabled public pages, in menu order',
    }),
    ...pageBranding,
  }),
  mail: Section({
    color: Type.String({
      format: 'color',
      default: '#2563eb',
      description: 'Color of buttons in emails, on public pages and in widgets',
    }),
    reply_to: Nullable(Email({ default: null, description: 'Reply-to address of emails' })),
    ...mailBranding,
  }),
  retention: Section({
    mail_days: days(90, 'Retention period of emails in the outbox, in days. Null keeps emails forever.'),
    webhook_delivery_days: days(
      30,
      'Retention period of webhook deliveries and their attempts, in days. Null keeps deliveries forever.',
    ),
    unconfirmed_days: days(
      30,
      'Retention period of unconfirmed waitlist entries and subscriptions, in days. Null keeps them forever.',
    ),
    audit_log_days: days(365, 'Retention period of the audit log, in days. Null keeps entries forever.'),
  }),
  test: Section({
    enabled: toggle(
      false,
      'Whether this is a test project: emails stay in the outbox, webhooks are delivered to `webhook_hosts` only, and the project can be emptied',
    ),
    webhook_hosts: patterns(
      'Hosts that receive webhooks of a test project, such as `hooks.staging.example.com` or `localhost`, without port. Empty allows none. Addresses in private networks must be allowed by the instance as well.',
      { pattern: HOST_PATTERN },
    ),
  }),
};

/** Creates the schema of a partial update without defaults, so that omitted settings stay unchanged. */
function makePartial<T extends TProperties>(section: TObject<T>) {
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
  role: OneOf(ROLES, { description: 'Role of the caller in the project' }),
  pages_url: Type.String({
    description: 'Base URL of the public pages: the custom domain once it is verified, otherwise a path of this instance',
    examples: ['https://feedback.example.com/p/acme'],
  }),
  is_sample: Type.Boolean({
    description: 'Whether the project was created with sample data (`POST /v1/projects/sample`)',
    examples: [false],
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const ProjectAppearance = Component('ProjectAppearance', {
  name: Type.String({ examples: ['Acme'] }),
  color: Type.String({ description: '`settings.mail.color`', examples: ['#2563eb'] }),
  text_color: Type.String({ description: 'Color of texts on `color`: black or white', examples: ['#ffffff'] }),
  logo_url: Nullable(Type.String({ description: '`settings.pages.logo_url`' })),
  logo_dark_url: Nullable(Type.String({ description: '`settings.pages.logo_dark_url`' })),
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
    description: 'URL segment of the project, unique on this instance. Derived from the name by default.',
  });

export const CreateProject = Body({ name: name(), slug: Type.Optional(slug()) }, { examples: [{ name: 'Acme' }] });

export const UpdateProject = Body(
  {
    name: Type.Optional(name()),
    slug: Type.Optional(slug()),
    settings: Type.Optional(
      Body({
        feedback: makePartial(settings.feedback),
        waitlist: makePartial(settings.waitlist),
        testimonials: makePartial(settings.testimonials),
        changelog: makePartial(settings.changelog),
        analytics: makePartial(settings.analytics),
        pages: makePartial(settings.pages),
        mail: makePartial(settings.mail),
        retention: makePartial(settings.retention),
        test: makePartial(settings.test),
      }),
    ),
  },
  { minProperties: 1, examples: [{ settings: { feedback: { moderation: 'anonymous' } } }] },
);

export const PreviewBranding = Body(
  {
    settings: Body({ pages: makePartial(settings.pages), mail: makePartial(settings.mail) }),
  },
  { examples: [{ settings: { mail: { color: '#fde047' }, pages: { theme: 'light' } } }] },
);

export const DeleteProjectQuery = Type.Object({
  confirm: Type.String({ description: 'Slug of the project, as a safeguard against accidental deletion', examples: ['acme'] }),
});

export const ProjectKey = Component('ProjectKey', {
  project_id: Id('prj'),
  key: Type.String({ examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp({ description: 'Time at which the rotated key expires. Null for the current key.' })),
});

export const RotateKey = Body(
  {
    revoke_now: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to revoke the previous key or secret immediately instead of after 24 hours',
      }),
    ),
  },
  { examples: [{ revoke_now: false }] },
);

export const CheckUserToken = Body(
  { token: Type.String({ minLength: 1, maxLength: 8192, description: 'Token as sent in `X-User-Token`' }) },
  { examples: [{ token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1XzQyIn0.5mhBHqs5_DTLdINd9p5m7ZJ6XD0Xc55kIaCRY5r6HRA' }] },
);

export const CheckedUserToken = Component('CheckedUserToken', {
  valid: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'Reason why the token is invalid', examples: ['exp is required'] })),
  user: Nullable(
    Type.Object({
      id: Type.String({ description: 'The `sub` claim', examples: ['u_42'] }),
      name: Nullable(Type.String({ examples: ['Ada'] })),
      email: Nullable(Type.String({ examples: ['ada@example.com'] })),
      avatar_url: Nullable(Type.String()),
    }),
  ),
});

export const IdentitySecret = Component('IdentitySecret', {
  project_id: Id('prj'),
  secret: Type.String({
    description: 'Secret for signing `X-User-Token` (JWT, HS256)',
    examples: ['is_Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC2rZsT5uD6bE7f'],
  }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp()),
});

export const Member = Component('Member', {
  project_id: Id('prj'),
  user_id: Id('usr'),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  avatar_url: Nullable(Type.String()),
  role: OneOf(ROLES),
  state: OneOf(['invited', 'active'], { description: '`invited` until the first sign-in with this address' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const InviteMember = Body(
  { email: Email(), role: OneOf(INVITABLE_ROLES) },
  { examples: [{ email: 'grace@example.com', role: 'member' }] },
);

export const UpdateMember = Body(
  {
    role: OneOf(ROLES, {
      description:
        'New role. `owner` transfers the project to a member who has already signed in; the previous owner becomes an admin.',
    }),
  },
  { examples: [{ role: 'admin' }] },
);

export const Mail = Component('Mail', {
  id: Id('ml'),
  project_id: Id('prj'),
  recipient: Type.String({ examples: ['ada@example.com'] }),
  subject: Type.String({ examples: ['“Export as CSV” is now in progress'] }),
  text: Type.String(),
  html: Type.String(),
  status: OneOf(MAIL_STATUSES, {
    description:
      'Delivery status. `kept`: stored without sending because no mail server is configured. `suppressed`: not sent because the recipient already received 20 emails of the project on that day (UTC), or 5 unsolicited emails such as confirmation requests; an admin can send it with `POST …/retry`.',
  }),
  error: Nullable(Type.String({ description: 'Last response of the mail server' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const ListMailsQuery = Type.Object({ status: Type.Optional(OneOf(MAIL_STATUSES)), ...Page });

export const SendTestMail = Body(
  {
    recipient: Type.Optional(
      Email({
        description: 'Your own address, or the address of a project member who has signed in. Defaults to your own address.',
      }),
    ),
  },
  { examples: [{ recipient: 'ada@example.com' }] },
);
