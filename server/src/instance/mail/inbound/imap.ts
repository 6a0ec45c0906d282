import { readFile } from 'node:fs/promises';
import type { ImapFlow } from 'imapflow';
import { READ_BYTES } from './message.ts';

const TIMEOUT_MS = 20_000;
/** Messages that one connection reads. The next one follows within a minute. */
const MAX_MESSAGES = 200;

export interface Mailbox {
  /** URL with user, password and name. */
  url: string;
  /** Path of a PEM file with the certificates to trust in place of public ones. */
  certificatePath?: string | undefined;
}

/** Returns the server of a mailbox, without user and password. */
export function describeMailbox({ url }: Mailbox): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/^\/$/, '')}`;
}

/** Runs `work` with a connection to the mailbox. With `imap:`, it is encrypted if the server offers STARTTLS. @throws {Error} with the reason */
async function withMailbox<T>(
  { url, certificatePath }: Mailbox,
  work: (client: ImapFlow) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { ImapFlow: Client } = await import('imapflow');
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new Client({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    disableAutoIdle: true,
    logger: false,
    // Read for each connection: certificates are renewed.
    ...(certificatePath !== undefined && { tls: { ca: await readFile(certificatePath) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  // The commands fail with the same error. Without a listener, it would end the process.
  client.on('error', () => {});
  const abort = () => client.close();
  signal?.addEventListener('abort', abort);
  try {
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    const result = await work(client);
    await client.logout();
    return result;
  } catch (error) {
    // “Command failed” without the words of the server.
    const failure = error as Error & { responseText?: string };
    if (failure.responseText) failure.message = failure.responseText;
    throw failure;
  } finally {
    signal?.removeEventListener('abort', abort);
    client.close();
  }
}

/** Connects, signs in and opens the mailbox. @throws {Error} with the reason */
export const checkMailbox = (mailbox: Mailbox): Promise<void> => withMailbox(mailbox, async () => {});

/**
 * Passes each unseen message to `take`, oldest first, and marks it as seen afterwards. A message that cannot be taken stays unseen and is
 * passed again the next time.
 * @throws {Error} the first error, after all messages
 */
export async function readMailbox(mailbox: Mailbox, take: (raw: Buffer) => Promise<void>, signal: AbortSignal): Promise<void> {
  const errors: Error[] = [];
  await withMailbox(
    mailbox,
    async (client) => {
      const unseen = (await client.search({ seen: false }, { uid: true })) || [];
      for (const uid of unseen.slice(0, MAX_MESSAGES)) {
        const message = await client.fetchOne(String(uid), { source: { maxLength: READ_BYTES } }, { uid: true });
        if (!message || !message.source) continue;
        try {
          await take(message.source);
          await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
        } catch (error) {
          errors.push(error as Error);
        }
      }
    },
    signal,
  );
  if (errors[0]) throw errors[0];
}
