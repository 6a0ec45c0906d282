import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received extends Email {
  recipients: string[];
}

/** Failures to simulate. */
interface Behavior {
  /** Rejection of a recipient. */
  rejectRecipient?: (address: string) => Error | undefined;
  /** Rejection of a message that was received. */
  rejectMessage?: () => Error | undefined;
  /** Delay before the response to a recipient. */
  delayRecipient?: () => Promise<void>;
  /** Closes the connection after a recipient, without a response. */
  dropsAfterRecipient?: () => boolean;
  /** Closes the connection after a message, without a response. */
  dropsAfterMessage?: () => boolean;
}

/** Starts a mail server that stores received mails, on the given port or a free port. */
export async function startMailServer(
  port = 0,
  { rejectRecipient, rejectMessage, delayRecipient, dropsAfterRecipient, dropsAfterMessage }: Behavior = {},
) {
  const raw: { data: Buffer; recipients: string[] }[] = [];
  const sockets = new Set<Socket>();
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) => {
      const respond = async () => {
        if (dropsAfterRecipient?.()) return closeConnections();
        await delayRecipient?.();
        done(rejectRecipient?.(address.address));
      };
      void respond();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (dropsAfterMessage?.()) {
          closeConnections();
          return;
        }
        const rejection = rejectMessage?.();
        if (!rejection)
          raw.push({ data: Buffer.concat(chunks), recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done(rejection);
      });
    },
  });
  // Emitted for a connection that closes without QUIT.
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket: Socket) => sockets.add(socket));
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    count: () => raw.length,
    /** Returns the mails after the first `from`. */
    mails: (from = 0): Promise<Received[]> =>
      Promise.all(raw.slice(from).map(async ({ data, recipients }) => ({ ...(await PostalMime.parse(data)), recipients }))),
    port: (smtp.server.address() as { port: number }).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => smtp.close(() => resolve()));
      closeConnections();
      await closed;
    },
  };
}
