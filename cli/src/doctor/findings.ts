import type { Diagnostics } from '@earshot/sdk';

/** Result of one check. `fix` says what to do about a warning or an error. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'error';
  message: string;
  fix: string | null;
}

/** Fields of a finding. */
export const FINDING_FIELDS = ['check', 'state', 'message', 'fix'] as const satisfies (keyof Finding)[];

export const success = (check: string, message: string): Finding => ({ check, state: 'ok', message, fix: null });
const warning = (check: string, message: string, fix: string): Finding => ({ check, state: 'warning', message, fix });
export const failure = (check: string, message: string, fix: string): Finding => ({ check, state: 'error', message, fix });

/** Signatures of webhooks and tokens of users are valid for five minutes. */
const MAX_CLOCK_DIFFERENCE_S = 300;
const NOTICEABLE_CLOCK_DIFFERENCE_S = 30;
const GB = 1e9;
const MIN_FREE_BYTES = 1 * GB;
const LOW_FREE_SHARE = 0.1;

export const isLoopback = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

interface Client {
  /** URL that this command uses. */
  url: string;
  version: string;
  /** Time on this machine when the server answered. */
  now: number;
}

/** Checks what the server reports about itself. */
export const diagnose = (found: Diagnostics, client: Client): Finding[] => [
  checkVersion(found, client),
  checkTime(found, client),
  checkPublicUrl(found, client),
  checkProxy(found, client),
  checkMail(found),
  ...checkMailIn(found),
  ...checkSignIn(found),
  ...checkEngines(found),
  checkDisk(found),
  ...checkBackup(found),
];

function checkVersion({ version }: Diagnostics, client: Client): Finding {
  const release = (text: string) => text.split('.').slice(0, 2).join('.');
  if (release(version) === release(client.version))
    return success('Version', `server ${version}, command line ${client.version}`);
  return warning(
    'Version',
    `The server has version ${version}, this command line ${client.version}`,
    'Update the older one: `npm install --global earshot` updates the command line.',
  );
}

function checkTime({ time }: Diagnostics, { now }: Client): Finding {
  const seconds = Math.round(Math.abs(Date.parse(time) - now) / 1000);
  const message = `The clocks of the server and of this machine differ by ${seconds} s`;
  const fix = 'Synchronize both clocks with a time server (NTP).';
  if (seconds > MAX_CLOCK_DIFFERENCE_S) return failure('Time', `${message}. Signatures expire after 300 s`, fix);
  if (seconds > NOTICEABLE_CLOCK_DIFFERENCE_S) return warning('Time', message, fix);
  return success('Time', 'the server clock is correct');
}

function checkPublicUrl({ public_url: { url, is_configured } }: Diagnostics, client: Client): Finding {
  const used = new URL(client.url).origin;
  if (!is_configured && isLoopback(client.url)) return success('Public URL', `${url}, for this machine only`);
  if (!is_configured)
    return failure(
      'Public URL',
      `EARSHOT_PUBLIC_URL is not set, so links in mails lead to ${url}`,
      `Set EARSHOT_PUBLIC_URL=${used} and restart the server.`,
    );
  if (new URL(url).protocol === 'http:' && !isLoopback(url))
    return warning(
      'Public URL',
      `${url} is not encrypted`,
      'Serve it over HTTPS, and set EARSHOT_PUBLIC_URL to the https:// URL.',
    );
  if (new URL(url).origin !== used && !isLoopback(client.url))
    return warning(
      'Public URL',
      `Links in mails lead to ${url}, but you use ${used}`,
      `Set EARSHOT_PUBLIC_URL=${used}, or sign in with \`earshot login --base-url ${url}\`.`,
    );
  return success('Public URL', url);
}

function checkProxy({ request }: Diagnostics, client: Client): Finding {
  const { protocol, address, is_forwarded, trusts_proxy } = request;
  if (is_forwarded && !trusts_proxy)
    return failure(
      'Proxy',
      `EARSHOT_TRUST_PROXY is off, so all visitors share the address of the proxy, ${address}: they are throttled and counted as one`,
      'Set EARSHOT_TRUST_PROXY=127.0.0.1 for a proxy on the same machine, or the number of proxies for a container.',
    );
  if (trusts_proxy && !is_forwarded && !isLoopback(client.url))
    return warning(
      'Proxy',
      'EARSHOT_TRUST_PROXY is set, but no proxy sent X-Forwarded-For',
      'Configure the proxy to send X-Forwarded-For. Without a proxy, set EARSHOT_TRUST_PROXY=off.',
    );
  if (!hasReadableAddress(request))
    return warning(
      'Proxy',
      `The proxy names no IP address in X-Forwarded-For, so its visitors share its address, ${address}: they are throttled and counted as one`,
      'Configure the proxy to append the address of the client, instead of a text such as “unknown”.',
    );
  if (new URL(client.url).protocol === 'https:' && protocol !== 'https')
    return warning(
      'Proxy',
      'You use HTTPS, but the server sees HTTP',
      'Configure the proxy to send X-Forwarded-Proto, and set EARSHOT_TRUST_PROXY.',
    );
  return success('Proxy', is_forwarded ? `trusted, your address is ${address}` : 'none');
}

/** Servers of earlier versions do not report it. */
const hasReadableAddress = ({ is_address_readable: isReadable = true }: Partial<Diagnostics['request']>): boolean => isReadable;

function checkMail({ mail: { server, from, error } }: Diagnostics): Finding {
  if (!server) return warning('Mail', 'No mail is sent, because SMTP_URL is not set', 'Set SMTP_URL and EARSHOT_MAIL_FROM.');
  if (error)
    return failure('Mail', `${server} does not accept mails: ${error}`, 'Check host, port, user and password in SMTP_URL.');
  if (/@localhost>?$/.test(from))
    return warning('Mail', `Mails have the sender ${from}, which most servers reject`, 'Set EARSHOT_MAIL_FROM.');
  return success('Mail', `${server}, from ${from}`);
}

/** Servers of earlier versions have no such check. */
function checkMailIn({ mail_in }: Partial<Diagnostics>): Finding[] {
  if (!mail_in) return [];
  const { address, server, error } = mail_in;
  if (!error) return [success('Replies', server ? `${address}, read from ${server}` : `${address}, received by requests`)];
  return [
    failure(
      'Replies',
      `${server} can’t be read: ${error}`,
      'Check host, port, user and password in EARSHOT_IMAP_URL, and EARSHOT_IMAP_CA.',
    ),
  ];
}

const SIGN_IN_VARIABLES = { oidc: 'EARSHOT_OIDC_ISSUER', github: 'EARSHOT_GITHUB_URL', local: '' } as const;

function checkSignIn({ sign_in }: Diagnostics): Finding[] {
  return sign_in.map(({ id, name, error }) =>
    error
      ? failure('Sign-in', `${name} is unavailable: ${error}`, `Check ${SIGN_IN_VARIABLES[id]} and the network of the server.`)
      : success('Sign-in', name),
  );
}

function checkEngines({ engines: { postgres, clickhouse } }: Diagnostics): Finding[] {
  return [
    postgres === 'ready'
      ? success('PostgreSQL', 'ready')
      : failure('PostgreSQL', `PostgreSQL is ${postgres}`, 'Check its disk and its log, and DATABASE_URL.'),
    clickhouse === 'ready'
      ? success('ClickHouse', 'ready')
      : failure(
          'ClickHouse',
          'ClickHouse is unavailable. Events are still accepted, but reports are not available',
          'Check its disk and its log, and CLICKHOUSE_URL.',
        ),
  ];
}

function checkDisk({ disk }: Diagnostics): Finding {
  if (!disk) return success('Disk', 'nothing is stored on the disk of the server');
  const { free_bytes: free, total_bytes: total } = disk;
  const message = `${(free / GB).toFixed(1)} of ${(total / GB).toFixed(1)} GB are free`;
  const fix = 'Free disk space, or move EARSHOT_DATA_DIR to a larger disk.';
  if (free < MIN_FREE_BYTES) return failure('Disk', message, fix);
  return free < total * LOW_FREE_SHARE ? warning('Disk', message, fix) : success('Disk', message);
}

/** Servers without a schedule have no finding: many are backed up from outside. */
function checkBackup({ backup }: Partial<Diagnostics>): Finding[] {
  if (!backup) return [];
  const { target, last_success_at: last, error } = backup;
  if (error)
    return [
      failure(
        'Backup',
        `The last backup to ${target} failed: ${error}`,
        `Fix the problem, then run \`npm run -s earshot -- backup create\` on the server. Last success: ${last ?? 'never'}.`,
      ),
    ];
  return last
    ? [success('Backup', `${target}, last at ${last}`)]
    : [
        warning(
          'Backup',
          `No backup to ${target} has been made yet`,
          'Run `npm run -s earshot -- backup create` on the server, or wait for the schedule.',
        ),
      ];
}
