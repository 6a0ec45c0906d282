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
  /** Ends the connection when a text has arrived, without a word. */
  hangsUp?: () => boolean;
}

/** A mail server that keeps what it gets; on a port of its choice, or on the one given. */
export async function startMailServer(port = 0, { refuse, hangsUp }: Behaviour = {}) {
  const raw: { data: Buffer; recipients: string[] }[] = [];
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) => done(refuse?.(address.address)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (hangsUp?.()) {
          for (const socket of sockets) socket.destroy();
          return;
        }
        raw.push({ data: Buffer.concat(chunks), recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done();
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
