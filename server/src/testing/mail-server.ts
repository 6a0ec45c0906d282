import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received extends Email {
  recipients: string[];
}

/** What it does beside taking mails. */
interface Behaviour {
  /** A refusal of a recipient. */
  refuse?: (address: string) => Error | undefined;
  /** A refusal of a text that has arrived. */
  refuseText?: () => Error | undefined;
  /** Waits before it answers for a recipient. */
  thinks?: () => Promise<void>;
  /** Ends the connection when it is told a recipient, without a word. */
  hangsUpEarly?: () => boolean;
  /** Ends the connection when a text has arrived, without a word. */
  hangsUp?: () => boolean;
}

/** A mail server that keeps what it gets; on a port of its choice, or on the one given. */
export async function startMailServer(port = 0, { refuse, refuseText, thinks, hangsUpEarly, hangsUp }: Behaviour = {}) {
  const raw: { data: Buffer; recipients: string[] }[] = [];
  const sockets = new Set<Socket>();
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) => {
      const answer = async () => {
        if (hangsUpEarly?.()) return hangUp();
        await thinks?.();
        done(refuse?.(address.address));
      };
      void answer();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (hangsUp?.()) {
          hangUp();
          return;
        }
        const refusal = refuseText?.();
        if (!refusal)
          raw.push({ data: Buffer.concat(chunks), recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done(refusal);
      });
    },
  });
  // A connection that ends without a word is an error to the server.
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket: Socket) => sockets.add(socket));
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    count: () => raw.length,
    /** What came after the first so many. */
    mails: (from = 0): Promise<Received[]> =>
      Promise.all(raw.slice(from).map(async ({ data, recipients }) => ({ ...(await PostalMime.parse(data)), recipients }))),
    port: (smtp.server.address() as { port: number }).port,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
