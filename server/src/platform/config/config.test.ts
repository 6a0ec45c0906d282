import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, derivePublicUrl, readConfig } from './config.ts';

test('defaults to loopback and local sign-in without variables', () => {
  const config = readConfig({});
  assert.deepEqual([config.HOST, config.PORT, config.isLocal], ['127.0.0.1', 4000, true]);
  assert.ok(config.EARSHOT_DATA_DIR.endsWith('/data'));
});

test('lists all invalid variables at once', () => {
  const oidc = { EARSHOT_OIDC_ISSUER: 'https://id.example', EARSHOT_OIDC_CLIENT_ID: 'a', EARSHOT_OIDC_CLIENT_SECRET: 'b' };
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: '70000' }, /^PORT must be a port number from 0 to 65535$/],
    [{ EARSHOT_MEMORY: '500MB' }, /^EARSHOT_MEMORY must be a size of at least 512MB, such as 1GB or 1536MB$/],
    [{ EARSHOT_MEMORY: '2' }, /^EARSHOT_MEMORY must be a size/],
    [{ EARSHOT_SEARCH_THREADS: '1.5' }, /^EARSHOT_SEARCH_THREADS must be an integer from 0 to 64$/],
    [{ PORT: '4e3' }, /^PORT must be/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL that starts with postgres:\/\//],
    [{ DATABASE_DIRECT_URL: 'postgres://db1/earshot' }, /^DATABASE_URL is required because DATABASE_DIRECT_URL is set$/],
    [{ DATABASE_REPLICA_URL: 'postgres://db2/earshot' }, /^DATABASE_URL is required because DATABASE_REPLICA_URL is set$/],
    [{ EARSHOT_REPLICA_MAX_LAG_MS: '99' }, /^EARSHOT_REPLICA_MAX_LAG_MS must be an integer from 100 to 600000$/],
    [
      {
        DATABASE_URL: 'postgres://db1/earshot',
        DATABASE_REPLICA_URL: 'postgres://db2/earshot',
        EARSHOT_DATABASE_CONNECTIONS: '11',
      },
      /^EARSHOT_DATABASE_CONNECTIONS must be at least 12 because DATABASE_REPLICA_URL is set$/,
    ],
    [{ EARSHOT_DATABASE_CONNECTIONS: '7' }, /^EARSHOT_DATABASE_CONNECTIONS must be an integer from 8 to 1000$/],
    [{ EARSHOT_PUBLIC_URL: 'feedback.example.com' }, /^EARSHOT_PUBLIC_URL must be a URL/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must be a URL that starts with smtp:\/\/ or smtps:\/\/$/],
    [{ EARSHOT_MAIL_IN_ADDRESS: 'reply@example.com' }, /^EARSHOT_IMAP_URL or EARSHOT_MAIL_IN_SECRET is required because EARSHOT/],
    [{ EARSHOT_IMAP_URL: 'imaps://a:b@mail.example' }, /^EARSHOT_MAIL_IN_ADDRESS is required because EARSHOT_IMAP_URL is set$/],
    [{ EARSHOT_IMAP_CA: '/etc/mail.pem' }, /^EARSHOT_IMAP_URL is required because EARSHOT_IMAP_CA is set$/],
    [{ EARSHOT_MAIL_IN_SECRET: 's'.repeat(16) }, /^EARSHOT_MAIL_IN_ADDRESS is required because EARSHOT_MAIL_IN_SECRET is set$/],
    [{ EARSHOT_MAIL_IN_SECRET: 'too short' }, /^EARSHOT_MAIL_IN_SECRET must consist of at least 16 ASCII characters/],
    [{ EARSHOT_IMAP_URL: 'imaps://mail.example' }, /^EARSHOT_IMAP_URL must be a URL with user and password$/],
    [
      { EARSHOT_IMAP_URL: 'pop3://a:b@mail.example' },
      /^EARSHOT_IMAP_URL must be a URL that starts with imap:\/\/ or imaps:\/\/$/,
    ],
    ...['reply', 're+ply@example.com', `${'r'.repeat(16)}@example.com`, 'reply@localhost'].map(
      (address): [Record<string, string>, RegExp] => [
        { EARSHOT_MAIL_IN_ADDRESS: address },
        /^EARSHOT_MAIL_IN_ADDRESS must be an email address such as reply@example\.com, with at most 15 letters/,
      ],
    ),
    [{ EARSHOT_THROTTLE: 'no' }, /^EARSHOT_THROTTLE must be "on" or "off"$/],
    [{ EARSHOT_TRUST_PROXY: 'yes' }, /^EARSHOT_TRUST_PROXY must be/],
    [{ EARSHOT_LOG_LEVEL: 'loud' }, /^EARSHOT_LOG_LEVEL must be one of debug, info/],
    [{ EARSHOT_OIDC_ISSUER: 'https://id.example' }, /EARSHOT_OIDC_CLIENT_ID is required because EARSHOT_OIDC_ISSUER is set/],
    [{ EARSHOT_GITHUB_CLIENT_ID: 'a' }, /EARSHOT_GITHUB_CLIENT_SECRET is required/],
    [{ EARSHOT_CLICKHOUSE_CLUSTER: 'main' }, /^CLICKHOUSE_URL is required because EARSHOT_CLICKHOUSE_CLUSTER is set$/],
    [
      { EARSHOT_EMBEDDINGS_URL: 'http://127.0.0.1:1/v1' },
      /^EARSHOT_EMBEDDINGS_MODEL is required because EARSHOT_EMBEDDINGS_URL is set$/,
    ],
    [{ PORT: '9464', EARSHOT_METRICS_PORT: '9464' }, /^EARSHOT_METRICS_PORT must differ from PORT$/],
    [{ EARSHOT_LLM_URL: 'http://127.0.0.1:1/v1' }, /^EARSHOT_LLM_MODEL is required because EARSHOT_LLM_URL is set$/],
    [{ EARSHOT_LLM_KEY: 'k' }, /^EARSHOT_LLM_URL is required because EARSHOT_LLM_KEY is set$/],
    [{ EARSHOT_EMBEDDINGS_KEY: 'k' }, /^EARSHOT_EMBEDDINGS_URL is required because EARSHOT_EMBEDDINGS_KEY is set$/],
    [{ EARSHOT_PLACE_HEADERS: 'cf-ipcountry' }, /^EARSHOT_TRUST_PROXY is required because EARSHOT_PLACE_HEADERS is set$/],
    [{ EARSHOT_DNS_SERVERS: 'dns.example.com' }, /^EARSHOT_DNS_SERVERS must be a comma-separated list of addresses/],
    [{ EARSHOT_SIGN_UP: 'nobody' }, /^EARSHOT_SIGN_UP must be one of invited, anyone$/],
    [{ EARSHOT_SIGN_UP_DOMAINS: '@example.com' }, /^EARSHOT_SIGN_UP_DOMAINS must be a comma-separated list of domains/],
    [
      { EARSHOT_SIGN_UP: 'anyone', EARSHOT_SIGN_UP_DOMAINS: 'example.com' },
      /^EARSHOT_SIGN_UP_DOMAINS has no effect while EARSHOT_SIGN_UP is anyone; remove one of them$/,
    ],
    [{ EARSHOT_MAX_PROJECTS_PER_USER: '0' }, /^EARSHOT_MAX_PROJECTS_PER_USER must be an integer of at least 1$/],
    [{ EARSHOT_PUBLIK_URL: 'x' }, /^EARSHOT_PUBLIK_URL is not a known variable$/],
    [{ HOST: '0.0.0.0', EARSHOT_ACCOUNTS: 'off' }, /^EARSHOT_ACCOUNTS is off.*EARSHOT_OIDC_ISSUER.*EARSHOT_GITHUB_CLIENT_ID/],
    [{ EARSHOT_PUBLIC_URL: 'https://feedback.example.com', EARSHOT_ACCOUNTS: 'off' }, /^EARSHOT_ACCOUNTS is off/],
    [{ EARSHOT_BACKUP_SCHEDULE: '60 3 * * *' }, /^EARSHOT_BACKUP_SCHEDULE must be a cron expression with five fields/],
    [{ EARSHOT_BACKUP_SCHEDULE: '15 3 * *' }, /^EARSHOT_BACKUP_SCHEDULE must be a cron expression/],
    [{ EARSHOT_BACKUP_SCHEDULE: '5-1 3 * * *' }, /^EARSHOT_BACKUP_SCHEDULE must be a cron expression/],
    [{ EARSHOT_BACKUP_KEEP: 'all' }, /^EARSHOT_BACKUP_KEEP must be numbers of days/],
    [{ EARSHOT_BACKUP_RECIPIENT: 'ssh-ed25519 AAAA' }, /^EARSHOT_BACKUP_RECIPIENT must be an age public key/],
    [
      { EARSHOT_BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`, EARSHOT_BACKUP_PASSPHRASE: 'x' },
      /^EARSHOT_BACKUP_PASSPHRASE has no effect while EARSHOT_BACKUP_RECIPIENT is set/,
    ],
    [{ PORT: 'x', SMTP_URL: 'y' }, /^PORT .*\nSMTP_URL /],
  ];
  for (const [env, message] of cases) {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && message.test(error.message),
      JSON.stringify(env),
    );
  }
  assert.equal(readConfig({ HOST: '0.0.0.0', ...oidc }).isLocal, false);
});

test('rejects parts of URLs that would have no effect, and keeps the others', () => {
  const oidc = { EARSHOT_OIDC_CLIENT_ID: 'a', EARSHOT_OIDC_CLIENT_SECRET: 'b' };
  const github = { EARSHOT_GITHUB_CLIENT_ID: 'a', EARSHOT_GITHUB_CLIENT_SECRET: 'b' };
  const s3 = { EARSHOT_S3_BUCKET: 'a', EARSHOT_S3_ACCESS_KEY_ID: 'b', EARSHOT_S3_SECRET_ACCESS_KEY: 'c' };
  const rejected: [string, string, RegExp, Record<string, string>?][] = [
    ...['https://example.com/feedback', 'https://example.com/a/b/', 'https://example.com//x'].map(
      (url): [string, string, RegExp] => ['EARSHOT_PUBLIC_URL', url, /without a path: only scheme, host and port/],
    ),
    ['EARSHOT_PUBLIC_URL', 'https://example.com/?utm=1', /without a query/],
    ['EARSHOT_PUBLIC_URL', 'https://example.com#top', /without a fragment/],
    ['EARSHOT_PUBLIC_URL', 'https://ada@example.com', /without a user/],
    ['EARSHOT_PUBLIC_URL', 'https://:secret@example.com', /without a user/],
    ...['https://example.com ', ' https://example.com', 'https://exa mple.com', 'https://example.com\n'].map(
      (url): [string, string, RegExp] => ['EARSHOT_PUBLIC_URL', url, /must be a URL without spaces/],
    ),
    ...['https:example.com', 'https:\\\\example.com', 'ftp://example.com', 'https://'].map((url): [string, string, RegExp] => [
      'EARSHOT_PUBLIC_URL',
      url,
      /must be a URL that starts with http:\/\/ or https:\/\//,
    ]),
    ['EARSHOT_OIDC_ISSUER', 'https://id.example/realm?x=1', /without a query$/, oidc],
    ['EARSHOT_GITHUB_URL', 'https://github.example/login', /without a path/, github],
    ['EARSHOT_S3_ENDPOINT', 'https://key:secret@s3.example', /without a user$/, s3],
    ['EARSHOT_EMBEDDINGS_URL', 'https://ai.example/v1?api-version=1', /without a query$/, { EARSHOT_EMBEDDINGS_MODEL: 'm' }],
    ['CLICKHOUSE_URL', 'http://localhost:8123/earshot#x', /without a fragment$/],
    ['SMTP_URL', 'smtps://mail.example.com#x', /without a fragment$/],
  ];
  for (const [name, value, message, more] of rejected)
    assert.throws(
      () => readConfig({ [name]: value, ...more }),
      (error) =>
        error instanceof ConfigError && error.message.startsWith(`${name} `) && message.test(error.message.split('\n')[0] ?? ''),
      `${name} ${value}`,
    );
  const accepted: [string, string, string, Record<string, string>?][] = [
    ['EARSHOT_PUBLIC_URL', 'HTTPS://Feedback.Example.com:443/', 'https://feedback.example.com'],
    ['EARSHOT_PUBLIC_URL', 'http://[::1]:4000', 'http://[::1]:4000'],
    ['EARSHOT_PUBLIC_URL', 'https://bücher.example', 'https://xn--bcher-kva.example'],
    ['EARSHOT_OIDC_ISSUER', 'https://id.example/realms/acme/', 'https://id.example/realms/acme', oidc],
    ['EARSHOT_S3_ENDPOINT', 'https://s3.example/storage/v1/s3', 'https://s3.example/storage/v1/s3', s3],
    ['CLICKHOUSE_URL', 'http://earshot:secret@localhost:8123/earshot', 'http://earshot:secret@localhost:8123/earshot'],
    ['SMTP_URL', 'smtp://a%40b:c@mail.example:587/?pool=true', 'smtp://a%40b:c@mail.example:587/?pool=true'],
  ];
  for (const [name, value, expected, more] of accepted)
    assert.equal(readConfig({ [name]: value, ...more })[name as 'SMTP_URL'], expected, value);
});

test('accepts the sender of emails with or without a name', () => {
  const accepted = [
    'feedback@example.com',
    'Earshot <earshot@localhost>',
    'Acme & Söhne <no-reply+1@mail.bücher.example>',
    '"Acme, Inc." <hello@acme.example>',
    'hello@acme.example <hello@acme.example>',
    '<hello@acme.example>',
  ];
  const rejected = [
    'nonsense %%',
    'Earshot',
    'Earshot <earshot>',
    'Earshot <a@b.example',
    'a@b.example, c@d.example',
    'Acme, Inc. <hello@acme.example>',
    'Acme hello@acme.example',
    'Acme <a@b.example> Inc.',
    'Acme\r\nBcc: x <a@b.example>',
    'a@b.example\n',
    'a@-.example',
    'a@@b.example',
  ];
  for (const sender of accepted) assert.equal(readConfig({ EARSHOT_MAIL_FROM: sender }).EARSHOT_MAIL_FROM, sender);
  for (const sender of rejected)
    assert.throws(() => readConfig({ EARSHOT_MAIL_FROM: sender }), /^Error: EARSHOT_MAIL_FROM must be an email address/, sender);
});

test('trusts unverified addresses of the configured issuer only, and of no issuer for all tenants', () => {
  const tenant = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0';
  const read = (issuer: string | undefined, trusted: string) =>
    readConfig({
      ...(issuer && { EARSHOT_OIDC_ISSUER: issuer, EARSHOT_OIDC_CLIENT_ID: 'a', EARSHOT_OIDC_CLIENT_SECRET: 'b' }),
      EARSHOT_OIDC_TRUST_EMAIL: trusted,
    });
  assert.equal(read(tenant, `${tenant}/`).EARSHOT_OIDC_TRUST_EMAIL, tenant);
  assert.throws(() => read('https://id.example', tenant), /must have the value of EARSHOT_OIDC_ISSUER, https:\/\/id\.example$/);
  assert.throws(() => read(undefined, tenant), /must have the value of EARSHOT_OIDC_ISSUER$/);
  assert.throws(() => read(tenant, 'on'), /EARSHOT_OIDC_TRUST_EMAIL must be a URL/);
  for (const path of ['common/v2.0', 'organizations/v2.0/', 'consumers', 'Common/v2.0']) {
    const issuer = `https://login.microsoftonline.com/${path}`;
    assert.throws(() => read(issuer, issuer), /must be the issuer of one tenant/, path);
  }
});

test('rejects partially configured providers on all addresses and names the missing variables', () => {
  const names = {
    oidc: ['EARSHOT_OIDC_ISSUER', 'EARSHOT_OIDC_CLIENT_ID', 'EARSHOT_OIDC_CLIENT_SECRET'],
    github: ['EARSHOT_GITHUB_CLIENT_ID', 'EARSHOT_GITHUB_CLIENT_SECRET'],
  };
  for (const group of Object.values(names)) {
    for (const given of group) {
      for (const HOST of ['127.0.0.1', '0.0.0.0']) {
        assert.throws(
          () => readConfig({ HOST, [given]: 'https://value.example' }),
          (error) => {
            const lines = (error as Error).message.split('\n').filter((line) => !line.startsWith('HOST'));
            const expected = group.filter((name) => name !== given).map((name) => `${name} is required because ${given} is set`);
            assert.deepEqual(lines, expected);
            return true;
          },
        );
      }
    }
  }
});

test('enables local sign-in only on loopback addresses without a provider', () => {
  const github = { EARSHOT_GITHUB_CLIENT_ID: 'a', EARSHOT_GITHUB_CLIENT_SECRET: 'b' };
  for (const HOST of ['127.0.0.1', '127.8.9.10', '::1', 'localhost']) {
    assert.deepEqual([readConfig({ HOST }).isLoopback, readConfig({ HOST }).isLocal], [true, true], HOST);
    assert.equal(readConfig({ HOST, ...github }).isLocal, false, HOST);
  }
  for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com', '1127.0.0.1']) {
    const [alone, withGithub] = [readConfig({ HOST }), readConfig({ HOST, ...github })];
    assert.deepEqual([alone.isLoopback, alone.isLocal, alone.hasAccounts], [false, false, true], HOST);
    assert.deepEqual([withGithub.isLocal, withGithub.hasAccounts], [false, false], HOST);
    assert.equal(readConfig({ HOST, ...github, EARSHOT_ACCOUNTS: 'on' }).hasAccounts, true);
  }
  // Behind a proxy on the same machine, anyone could enter the address of somebody else.
  const proxied = readConfig({ EARSHOT_PUBLIC_URL: 'https://feedback.example.com' });
  assert.deepEqual([proxied.isLoopback, proxied.isLocal, proxied.hasAccounts], [true, false, true]);
});

test('uses localhost in links while it listens on all addresses without a public URL', () => {
  const cases: [Record<string, string>, string][] = [
    [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: '::', PORT: '8080' }, 'http://localhost:8080'],
    [{ HOST: '10.0.0.1' }, 'http://10.0.0.1:4000'],
    [{ HOST: '::1' }, 'http://[::1]:4000'],
    [{ HOST: '0.0.0.0', EARSHOT_PUBLIC_URL: 'https://feedback.example.com' }, 'https://feedback.example.com'],
  ];
  for (const [env, url] of cases) assert.equal(derivePublicUrl(readConfig(env)), url, JSON.stringify(env));
});

test('requires invitations on reachable instances by default', () => {
  const github = { EARSHOT_GITHUB_CLIENT_ID: 'a', EARSHOT_GITHUB_CLIENT_SECRET: 'b' };
  const cases: [Record<string, string>, string][] = [
    [{}, 'anyone'],
    [{ EARSHOT_PUBLIC_URL: 'http://[::1]:4000' }, 'anyone'],
    [{ HOST: '0.0.0.0' }, 'invited'],
    // The proxy runs on the same machine.
    [{ EARSHOT_PUBLIC_URL: 'https://feedback.example.com' }, 'invited'],
    [{ EARSHOT_SIGN_UP_DOMAINS: 'example.com' }, 'invited'],
    [{ HOST: '0.0.0.0', EARSHOT_SIGN_UP: 'anyone' }, 'anyone'],
    [{ EARSHOT_SIGN_UP: 'invited' }, 'invited'],
  ];
  for (const [env, expected] of cases)
    assert.equal(readConfig({ ...github, ...env }).EARSHOT_SIGN_UP, expected, JSON.stringify(env));
});

test('parses values and ignores empty variables', () => {
  const config = readConfig({
    PORT: '',
    EARSHOT_PUBLIC_URL: 'https://feedback.example.com/',
    EARSHOT_TRUST_PROXY: '10.0.0.0/8, ::1',
    EARSHOT_THROTTLE: 'off',
    EARSHOT_DATABASE_CONNECTIONS: '8',
  });
  assert.equal(config.PORT, 4000);
  assert.equal(config.EARSHOT_PUBLIC_URL, 'https://feedback.example.com');
  assert.deepEqual(config.EARSHOT_TRUST_PROXY, ['10.0.0.0/8', '::1']);
  assert.equal(readConfig({ EARSHOT_TRUST_PROXY: '2' }).EARSHOT_TRUST_PROXY, 2);
  assert.equal(config.EARSHOT_THROTTLE, false);
  assert.equal(config.EARSHOT_DATABASE_CONNECTIONS, 8);
});

test('variables of the command line do not prevent the start', () => {
  const client = { EARSHOT_URL: 'https://acme.example', EARSHOT_TOKEN: 'earshot_pat_x', EARSHOT_CONFIG_DIR: '/tmp/acme' };
  assert.equal(readConfig(client).PORT, 4000);
});

test('accepts cron expressions with ranges, lists and steps', () => {
  for (const schedule of ['15 3 * * *', '*/30 * * * *', '0 0-6/2,12 1 1,7 0', '0 4 * * 1-5'])
    assert.equal(readConfig({ EARSHOT_BACKUP_SCHEDULE: schedule }).EARSHOT_BACKUP_SCHEDULE, schedule);
});
