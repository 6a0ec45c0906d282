import { createSocket } from 'node:dgram';
import { after } from 'node:test';

const [TYPE_TXT, CLASS_IN] = [16, 1];
const [NO_ERROR, SERVER_FAILURE, NAME_ERROR] = [0, 2, 3];
const HEADER_BYTES = 12;

/**
 * Starts a DNS server (RFC 1035) for TXT records on a free loopback port. It stops after the test file. Names without `records` do not
 * exist; names with an empty list exist without a TXT record.
 */
export async function startDnsServer() {
  const socket = createSocket('udp4');
  const dns = {
    address: '',
    records: new Map<string, string[]>(),
    /** Failure to simulate: SERVFAIL, or no response. */
    fault: undefined as 'failure' | 'silence' | undefined,
    queriedNames: [] as string[],
  };
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = parseQuestion(query);
    dns.queriedNames.push(name);
    if (dns.fault === 'silence') return;
    const texts = dns.records.get(name);
    const code = dns.fault === 'failure' ? SERVER_FAILURE : texts ? NO_ERROR : NAME_ERROR;
    const answers = code === NO_ERROR && type === TYPE_TXT ? (texts ?? []).map(encodeTxtRecord) : [];
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

/** Parses the first question of a message: labels with their lengths, a zero, type and class. */
function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Encodes a TXT record of the name in the question, as strings of at most 255 bytes. */
function encodeTxtRecord(text: string): Buffer {
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
