import { createSocket } from 'node:dgram';
import { after } from 'node:test';

const [TYPE_TXT, CLASS_IN] = [16, 1];
const [NO_ERROR, SERVER_FAILURE, NAME_ERROR] = [0, 2, 3];
const HEADER_BYTES = 12;

/**
 * A DNS server (RFC 1035) on a free loopback port that knows TXT records alone; it ends with the test file. A name that `records` does
 * not have does not exist; one with an empty list exists without a TXT record.
 */
export async function startDnsServer() {
  const socket = createSocket('udp4');
  const dns = {
    address: '',
    records: new Map<string, string[]>(),
    /** What it does in place of its duty: answers SERVFAIL, or nothing at all. */
    fault: undefined as 'failure' | 'silence' | undefined,
    /** Names that were asked for. */
    asked: [] as string[],
  };
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = parseQuestion(query);
    dns.asked.push(name);
    if (dns.fault === 'silence') return;
    const texts = dns.records.get(name);
    const code = dns.fault === 'failure' ? SERVER_FAILURE : texts ? NO_ERROR : NAME_ERROR;
    const answers = code === NO_ERROR && type === TYPE_TXT ? (texts ?? []).map(txtRecord) : [];
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    // Response, recursion desired and available.
    header.writeUInt16BE(0x81_80 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  after(() => socket.close());
  dns.address = `127.0.0.1:${socket.address().port}`;
  return dns;
}

/** The first question of a message: names of labels, each after its length, and a zero; then type and class. */
function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A record of the name in the question, in strings of at most 255 bytes. */
function txtRecord(text: string): Buffer {
  const strings = (text.match(/[\s\S]{1,255}/g) ?? ['']).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
  );
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_00 | HEADER_BYTES, 0);
  head.writeUInt16BE(TYPE_TXT, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
