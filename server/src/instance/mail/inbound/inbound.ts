import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { INBOUND_OUTCOMES } from '@earshot/contract/instance/values';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../../platform/api/errors.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Metrics } from '../../../platform/observe/metrics.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { Config } from '../../../platform/config/config.ts';
import { memberTexts } from '../../texts/texts.ts';
import { createMailServer } from '../delivery.ts';
import { createMac } from '../links.ts';
import { type Explanation, sendExplanation } from './explanation.ts';
import { checkMailbox, describeMailbox, type Mailbox, readMailbox } from './imap.ts';
import { isForged, type Message, parseMessage } from './message.ts';
import { forgetOld, recordAnswer, remember } from './store.ts';
import { readReply, type ReplyTarget, type SignedTarget, signReply, TOKEN_LENGTH } from './tokens.ts';

/** A reply of the person to whom the mail was addressed. */
export interface Reply {
  subject: string;
  from: { address: string; name: string | null };
  /** Text of the person, not empty. */
  text: string;
}

/** Handler of replies of a kind. */
interface ReplyHandler {
  /** Adds a reply in the transaction that remembers its mail. @throws {HttpError} before anything is written */
  take: (tx: Transaction, reply: Reply) => Promise<void>;
  /** Returns the language of mails to a sender, or undefined when nothing is known. */
  findLanguage: (tx: Transaction, reply: Omit<Reply, 'text'>) => Promise<Language | undefined>;
  /** Explains an error of `take` to the person. */
  explain: (error: HttpError) => Explanation;
}

export interface InboundResult {
  outcome: (typeof INBOUND_OUTCOMES)[number];
  /** Why the mail was ignored or refused. */
  reason: string | null;
}

interface Refusal {
  reason: string;
  /** Undefined when the sender is not answered. */
  explanation?: Explanation;
  /** Language of the explanation. */
  language?: Language | undefined;
}

export interface InboundMail {
  /** Registers the handler of replies of a kind. */
  define: (kind: number, handler: ReplyHandler) => void;
  /** Returns the address to which a recipient of a mail replies, or undefined when no mails are received. */
  buildReplyTo: (target: ReplyTarget, recipient: string) => string | undefined;
  /** Takes a mail in the format of RFC 5322. @throws when the database is unavailable: the mail must be delivered again */
  take: (raw: Buffer) => Promise<InboundResult>;
  /** Address that receives replies, and its mailbox without credentials, if one is read. Null when no mails are received. */
  describe: () => { address: string; server: string | null } | null;
  /** Connects to the mailbox, if one is read. @throws {Error} with the reason */
  check: () => Promise<void>;
  metrics: Metrics;
}

interface Deps {
  config: Pick<
    Config,
    | 'SMTP_URL'
    | 'EARSHOT_MAIL_FROM'
    | 'EARSHOT_MAIL_IN_ADDRESS'
    | 'EARSHOT_MAIL_IN_AUTH_SERVER'
    | 'EARSHOT_IMAP_URL'
    | 'EARSHOT_IMAP_CA'
  >;
  db: Db;
  jobs: JobQueue;
  log: FastifyBaseLogger;
  publicUrl: () => string;
  secret: Buffer;
  cleanups: AsyncDisposableStack;
}

const ignored = (reason: string): InboundResult => ({ outcome: 'ignored', reason });

/** Creates the receiver of replies to mails, from a mailbox (IMAP) and from `POST /v1/mail/inbound`. */
export function createInboundMail({ config, db, jobs, log, publicUrl, secret, cleanups }: Deps): InboundMail {
  const { EARSHOT_MAIL_IN_ADDRESS: address, EARSHOT_MAIL_FROM: sender, SMTP_URL: smtpUrl } = config;
  const [local = '', domain = ''] = address?.split('@') ?? [];
  const handlers = new Map<number, ReplyHandler>();
  const counts: Record<InboundResult['outcome'], number> = { taken: 0, ignored: 0, refused: 0 };
  const server = address && smtpUrl ? createMailServer(smtpUrl, sender) : undefined;
  cleanups.defer(() => server?.close());
  const replyAddress = new RegExp(`${RegExp.escape(local)}\\+([0-9a-v]{${TOKEN_LENGTH}})@${RegExp.escape(domain)}`, 'gi');
  const ownSender = /<([^>]+)>/.exec(sender)?.[1] ?? sender;
  const own = new Set([address ?? '', ownSender].map(toMailboxKey));
  /** Message ids of `createMailServer`. */
  const ownId = new RegExp(
    `^<[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}@${RegExp.escape(ownSender.split('@')[1] ?? '')}>$`,
  );

  const findTarget = ({ recipients }: Message): SignedTarget | undefined =>
    recipients
      .matchAll(replyAddress)
      .map(([, token = '']) => readReply(secret, token.toLowerCase()))
      .find((target) => target !== undefined);

  async function receive(raw: Buffer): Promise<InboundResult> {
    const message = await parseMessage(raw, config.EARSHOT_MAIL_IN_AUTH_SERVER).catch(() => undefined);
    if (!message) return ignored('unreadable');
    const { from: person, id } = message;
    if (!person) return ignored('no_sender');
    if (message.isAutomatic || own.has(toMailboxKey(person.address)) || ownId.test(id ?? '')) return ignored('automatic');
    const target = findTarget(message);
    if (!target) return ignored('no_reply_address');
    if (isForged(message)) return ignored('forged_sender');
    const text = await message.readReply().catch(() => undefined);
    if (text === undefined) return ignored('unreadable');
    const key = {
      message: createMac(
        secret,
        'mail.reply.message',
        id === null ? raw.toString('latin1') : `${id} ${target.kind} ${target.subject}`,
      ),
      sender: createMac(secret, 'mail.reply.sender', toMailboxKey(person.address)),
    };
    const refusal = await transact(db, async (tx): Promise<Refusal | 'duplicate' | undefined> => {
      const known = await remember(tx, key);
      if (!known) return 'duplicate';
      if (known.isOverLimit) return { reason: 'too_many_replies' };
      const refused = await addReply(tx, target, { from: person, text });
      if (!refused || !server || !(await recordAnswer(tx, key))) return refused && { reason: refused.reason };
      const language = await handlers.get(target.kind)?.findLanguage(tx, { subject: target.subject, from: person });
      return { ...refused, language };
    });
    if (!refusal) return { outcome: 'taken', reason: null };
    if (refusal === 'duplicate') return ignored(refusal);
    const { reason, explanation, language = 'en' } = refusal;
    if (server && explanation)
      sendExplanation({ server, log, publicUrl }, { to: person.address, messageId: id, language, explanation });
    return { outcome: 'refused', reason };
  }

  /** Returns why a reply was not added. */
  async function addReply(
    tx: Transaction,
    { kind, subject, isFor }: SignedTarget,
    { from, text }: Omit<Reply, 'subject'>,
  ): Promise<Refusal | undefined> {
    if (!isFor(from.address))
      return { reason: 'wrong_sender', explanation: (language) => refusedReply(language).wrongSender(from.address) };
    if (!text) return { reason: 'empty', explanation: (language) => refusedReply(language).empty };
    const handler = handlers.get(kind);
    // The mail is of a version that took other replies.
    if (!handler) return { reason: 'request.resource_deleted', explanation: () => undefined };
    try {
      await handler.take(tx, { subject, from, text });
      return undefined;
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
      return { reason: error.code, explanation: handler.explain(error) };
    }
  }

  async function take(raw: Buffer): Promise<InboundResult> {
    const result = await receive(raw);
    counts[result.outcome] += 1;
    if (result.reason) log.info({ reason: result.reason }, `a received mail was ${result.outcome}`);
    return result;
  }

  jobs.schedule('mail.forget-received', '41 3 * * *', () => forgetOld(db));
  const { EARSHOT_IMAP_URL: url, EARSHOT_IMAP_CA: certificatePath } = config;
  const mailbox = url === undefined ? undefined : { url, certificatePath };
  if (mailbox) scheduleReading({ jobs, log, mailbox, take: async (raw) => void (await take(raw)) });

  return {
    define: (kind, handler) => {
      if (handlers.has(kind)) throw new Error(`replies of kind ${kind} have two handlers`);
      handlers.set(kind, handler);
    },
    buildReplyTo: (target, recipient) =>
      address === undefined ? undefined : `${local}+${signReply(secret, target, recipient)}@${domain}`,
    take,
    describe: () => (address === undefined ? null : { address, server: mailbox ? describeMailbox(mailbox) : null }),
    check: async () => {
      if (mailbox) await checkMailbox(mailbox);
    },
    metrics: [
      {
        name: 'earshot_inbound_mails',
        help: 'Received mails since the start, by outcome: taken, ignored (automatic, not a reply) or refused',
        type: 'gauge',
        label: 'outcome',
        read: () => Object.entries(counts),
      },
    ],
  };
}

const refusedReply = (language: Language) => memberTexts(language).refusedReply;

const MIN_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * Reads the mailbox every minute, on one node. After a failure, a node waits for one minute, then twice as long each time, up to 15 minutes.
 * Failures are logged when their reason changes; `GET /v1/diagnostics` has the current one.
 */
function scheduleReading({
  jobs,
  log,
  mailbox,
  take,
}: Pick<Deps, 'jobs' | 'log'> & { mailbox: Mailbox; take: (raw: Buffer) => Promise<void> }): void {
  const stopping = new AbortController();
  let isReading = false;
  let failure: { reason: string; pauseMs: number; until: number } | undefined;
  jobs.onStop(() => stopping.abort());
  jobs.schedule('mail.read-mailbox', '* * * * *', async () => {
    // Jobs of an outage may come together.
    if (isReading || (failure && performance.now() < failure.until)) return;
    isReading = true;
    try {
      await readMailbox(mailbox, take, stopping.signal);
      if (failure) log.info({ server: describeMailbox(mailbox) }, 'mailbox (EARSHOT_IMAP_URL) is read again');
      failure = undefined;
    } catch (error) {
      if (stopping.signal.aborted) return;
      const { message: reason } = error as Error;
      if (failure?.reason !== reason)
        log.error({ server: describeMailbox(mailbox), reason }, 'mailbox (EARSHOT_IMAP_URL) could not be read, will try again');
      const pauseMs = failure ? Math.min(2 * failure.pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
      failure = { reason, pauseMs, until: performance.now() + pauseMs };
    } finally {
      isReading = false;
    }
  });
}
