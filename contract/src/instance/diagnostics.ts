import { Type } from 'typebox';
import { Component, Nullable, OneOf, Timestamp } from '../shared/common.ts';

const reason = (of: string) =>
  Nullable(
    Type.String({ description: `Error of ${of}. Null without an error.`, examples: ['connect ECONNREFUSED 127.0.0.1:25'] }),
  );

export const Version = Component('Version', {
  version: Type.String({ description: 'Version of the release (semantic versioning)', examples: ['1.0.0'] }),
  api_version: OneOf(['v1'], { description: 'Latest version of the API, the first segment of its paths', examples: ['v1'] }),
  commit: Nullable(
    Type.String({
      description: 'Git commit of the code. Null when it is unknown.',
      examples: ['5b3e1f0c8f6a4d2e9b7a1c3d5e7f9a0b2c4d6e8f'],
    }),
  ),
  language_model: Type.Boolean({
    description: 'Whether the instance has a language model, which makes proposals and answers questions',
    examples: [false],
  }),
});

export const Diagnostics = Component('Diagnostics', {
  version: Type.String({ description: 'Version of the server', examples: ['0.1.0'] }),
  time: Timestamp(),
  public_url: Type.Object({
    url: Type.String({ description: 'URL in links, emails and redirects', examples: ['https://feedback.example.com'] }),
    is_configured: Type.Boolean({ description: 'Whether `EARSHOT_PUBLIC_URL` is set', examples: [true] }),
  }),
  request: Type.Object(
    {
      protocol: OneOf(['http', 'https'], { examples: ['https'] }),
      host: Type.String({ examples: ['feedback.example.com'] }),
      address: Type.String({ description: 'Address of the client', examples: ['203.0.113.7'] }),
      is_forwarded: Type.Boolean({ description: 'Whether a proxy added `X-Forwarded-For`', examples: [true] }),
      trusts_proxy: Type.Boolean({ description: 'Whether `EARSHOT_TRUST_PROXY` is set', examples: [true] }),
      is_address_readable: Type.Boolean({
        description:
          'Whether the trusted proxies name the client by an IP address. If false, `address` is that of the proxy, because `X-Forwarded-For` has another text, such as `unknown`.',
        examples: [true],
      }),
    },
    { description: 'This request, as the server sees it' },
  ),
  mail: Type.Object({
    server: Nullable(
      Type.String({
        description: 'Mail server, without credentials. Null without `SMTP_URL`: emails stay in the outbox.',
        examples: ['smtps://mail.example.com'],
      }),
    ),
    from: Type.String({ description: 'Sender of emails', examples: ['Acme <hello@example.com>'] }),
    error: reason('a connection with sign-in'),
  }),
  mail_in: Nullable(
    Type.Object(
      {
        address: Type.String({ description: 'Address that receives replies', examples: ['reply@example.com'] }),
        server: Nullable(
          Type.String({
            description: 'Mailbox, without credentials. Null without `EARSHOT_IMAP_URL`.',
            examples: ['imaps://mail.example.com/INBOX'],
          }),
        ),
        error: reason('a connection to the mailbox with sign-in'),
      },
      { description: 'Replies to emails. Null without `EARSHOT_MAIL_IN_ADDRESS`.' },
    ),
  ),
  sign_in: Type.Array(
    Type.Object({
      id: OneOf(['oidc', 'github', 'local'], { examples: ['oidc'] }),
      name: Type.String({ examples: ['Single sign-on'] }),
      error: reason('the discovery of the identity provider'),
    }),
    { description: 'Identity providers' },
  ),
  engines: Type.Object({
    postgres: OneOf(['ready', 'unavailable', 'read-only'], { examples: ['ready'] }),
    clickhouse: OneOf(['ready', 'unavailable'], { examples: ['ready'] }),
  }),
  disk: Nullable(
    Type.Object(
      {
        free_bytes: Type.Integer({ examples: [53687091200] }),
        total_bytes: Type.Integer({ examples: [107374182400] }),
      },
      { description: 'Disk of `EARSHOT_DATA_DIR`. Null when the folder does not exist, because nothing is stored there.' },
    ),
  ),
  backup: Nullable(
    Type.Object(
      {
        target: Type.String({ description: 'Folder or S3 prefix', examples: ['s3://acme-backups/earshot'] }),
        schedule: Type.String({ description: 'Cron expression, in UTC', examples: ['15 3 * * *'] }),
        last_success_at: Nullable(Timestamp()),
        last_size_bytes: Nullable(Type.Integer({ examples: [734003200] })),
        error: reason('the last backup'),
      },
      { description: 'Scheduled backups. Null without `EARSHOT_BACKUP_TARGET`.' },
    ),
  ),
});
