import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { mailBranding, pageBranding } from './branding.ts';
import { FIELD_TYPES } from '../services/feedback/fields.ts';
import { STATUSES } from '../services/feedback/values.ts';
import { SERVICES } from '../services/index.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { Body, Component, Email, Id, Nullable, OneOf, Page, SLUG_PATTERN, Timestamp, Url } from '../shared/common.ts';
import { Patterns, Section, Toggle } from '../shared/settings.ts';
import { INVITABLE_ROLES, MAIL_STATUSES, PAGE_SECTIONS, ROLES } from './values.ts';

/** Host names, single names such as `localhost`, and addresses. */
export const HOST_PATTERN = '^(?:[a-z0-9-]+(?:\\.[a-z0-9-]+)*|[0-9a-f:.]*:[0-9a-f:.]*)$';
const days = (preset: number, description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 3650, default: preset, description }));

/** Settings of the project itself. All settings have a default. */
const ownSettings = {
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
    sign_in_url: Nullable(
      Url({
        default: null,
        description:
          'URL of your application that signs in visitors of the public pages. It receives `return_to`, and redirects to `/sso` of the public pages with a signed token. Null offers mailed codes only.',
      }),
    ),
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
    language: OneOf(LANGUAGES, {
      default: 'en',
      description:
        'Language of public pages and emails for people whose language is unknown, and for members without a language of their own. Readers with another language of this list see public pages in it.',
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
    told_days: days(
      730,
      'Retention period of the record of who was notified of which entry by email, without the emails, in days. Null keeps it forever.',
    ),
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
    enabled: Toggle(
      false,
      'Whether this is a test project: emails stay in the outbox, webhooks are delivered to `webhook_hosts` only, and the project can be emptied',
    ),
    webhook_hosts: Patterns(
      'Hosts that receive webhooks of a test project, such as `hooks.staging.example.com` or `localhost`, without port. Empty allows none. Addresses in private networks must be allowed by the instance as well.',
      { pattern: HOST_PATTERN },
    ),
  }),
};

type Configurable = Extract<(typeof SERVICES)[number], { settings: TObject }>;

const serviceSettings = Object.fromEntries(
  SERVICES.flatMap((service) => ('settings' in service ? [[service.name, service.settings]] : [])),
) as { [Service in Configurable as Service['name']]: Service['settings'] };

const settings = { ...serviceSettings, ...ownSettings };

/** Settings of a new project. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(settings).map(([section, { properties }]) => [
    section,
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, (schema as { default?: unknown }).default])),
  ]),
) as ProjectSettings;

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
  api_key: Type.String({ description: 'The default API key', examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
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
  answers: Type.Boolean({
    description: 'Whether readers can ask questions: `settings.knowledge_base.answers`, if the instance has a language model',
  }),
  follow_default: Type.Boolean({ description: '`settings.feedback.follow_default`' }),
  feedback_statuses: Type.Array(
    Type.Object({
      key: Nullable(
        Type.String({ description: 'Key of a custom status (`custom_status` of entries)', examples: ['next_quarter'] }),
      ),
      status: OneOf(STATUSES),
      name: Nullable(
        Type.String({
          description: 'Name that the project gives to the status. Null for the standard name.',
          examples: ['Up next'],
        }),
      ),
      color: Nullable(
        Type.String({ description: 'Color on light backgrounds. Null for the standard color.', examples: ['#1f6feb'] }),
      ),
      color_dark: Nullable(Type.String({ description: 'Color on dark backgrounds', examples: ['#6aa8ff'] })),
    }),
    { description: 'All statuses of feedback entries in the order of the project: `settings.feedback.statuses`' },
  ),
  feedback_fields: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['plan'] }),
      label: Type.String({ examples: ['Plan'] }),
      type: OneOf(FIELD_TYPES),
      required: Type.Boolean(),
      options: Type.Array(Type.String({ examples: ['pro'] }), { description: 'Values of a select' }),
    }),
    { description: 'Public custom fields of feedback entries: `settings.feedback.fields`' },
  ),
});

export type ProjectSettings = Static<typeof Project>['settings'];

const name = (options: object = {}) => Type.String({ minLength: 1, maxLength: 100, examples: ['Acme'], ...options });
const slug = () =>
  Type.String({
    minLength: 2,
    maxLength: 60,
    pattern: SLUG_PATTERN,
    examples: ['acme'],
    description: 'URL segment of the project, unique on this instance. Derived from the name by default.',
  });

export const CreateProject = Body(
  {
    name: name(),
    slug: Type.Optional(slug()),
    timezone: Type.Optional(
      Type.String({ format: 'timezone', maxLength: 64, description: 'Sets `settings.analytics.timezone`. Defaults to UTC.' }),
    ),
  },
  { examples: [{ name: 'Acme', timezone: 'Europe/Berlin' }] },
);

export const UpdateProject = Body(
  {
    name: Type.Optional(name()),
    slug: Type.Optional(slug()),
    settings: Type.Optional(
      Body(
        Object.fromEntries(Object.entries(settings).map(([group, section]) => [group, makePartial<TProperties>(section)])) as {
          [Group in keyof typeof settings]: ReturnType<typeof makePartial<(typeof settings)[Group]['properties']>>;
        },
      ),
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

const claimedAttributes = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description, examples: [{ plan: 'pro' }] });

export const CheckedUserToken = Component('CheckedUserToken', {
  valid: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'Reason why the token is invalid', examples: ['exp is required'] })),
  user: Nullable(
    Type.Object({
      id: Type.String({ description: 'The `sub` claim', examples: ['u_42'] }),
      name: Nullable(Type.String({ examples: ['Ada'] })),
      email: Nullable(Type.String({ examples: ['ada@example.com'] })),
      avatar_url: Nullable(Type.String()),
      attributes: Nullable(claimedAttributes('The `attributes` claim: attributes of the person by name')),
      company: Nullable(
        Type.Object(
          {
            id: Type.String({ examples: ['acme'] }),
            name: Nullable(Type.String({ examples: ['Acme Inc.'] })),
            attributes: Nullable(claimedAttributes('Attributes of the company by name')),
          },
          { description: 'The `company` claim: the company of the person, or its id' },
        ),
      ),
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
  invitation: Nullable(
    Type.Object(
      {
        url: Type.String({
          description: 'URL that leads to the project after the sign-in with the address of the member',
          examples: ['https://feedback.example.com/projects/acme'],
        }),
        expires_at: Timestamp({ description: 'Time at which the member is removed without a sign-in' }),
        is_mailed: Type.Boolean({
          description: 'Whether a mail server is configured. Without one, send the URL yourself.',
          examples: [true],
        }),
      },
      { description: 'Null for members who have signed in' },
    ),
  ),
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
      'Delivery status. `kept`: stored without sending because no mail server is configured. `suppressed`: not sent because the recipient already received 20 emails of the project on that day (UTC), or 5 unsolicited emails such as confirmation requests; an admin can send it with `POST …/retry`. `canceled`: not sent because the recipient unsubscribed, lost access, or may not read the content anymore.',
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
