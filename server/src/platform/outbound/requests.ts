import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type AllowedAddresses, checkHost, createCheckedLookup } from './addresses.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Result of a request. */
export interface Receipt {
  /** Null without a response. */
  status: number | null;
  headers: Record<string, string>;
  /** The first bytes of the body, 64 KiB by default. */
  body: string;
  /** Reason of the failure; null on success. */
  error: string | null;
  durationMs: number;
}

/** Result of a request whose body is no text. */
export type BytesReceipt = Omit<Receipt, 'body'> & { bytes: Buffer };

export interface RequestOptions extends AllowedAddresses {
  timeoutMs?: number;
  maxBytes?: number;
  lookup?: ReturnType<typeof createCheckedLookup>;
}

/** Sends a POST request to the URL of a customer. The body of the response may be incomplete. */
export async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  options: RequestOptions,
): Promise<Receipt> {
  const { bytes, ...receipt } = await send(url, { method: 'POST', headers, body }, options);
  return { ...receipt, body: toStorableText(bytes.toString()) };
}

/** Sends a GET request to an untrusted URL. A response that exceeds `maxBytes` is an error. */
export async function get(url: string, request: { headers: Record<string, string> }, options: RequestOptions): Promise<Receipt> {
  const { bytes, ...receipt } = await getBytes(url, request, options);
  return { ...receipt, body: toStorableText(bytes.toString()) };
}

/** Sends a GET request to an untrusted URL, as `get` does, and returns the bytes of the body. */
export async function getBytes(
  url: string,
  { headers }: { headers: Record<string, string> },
  options: RequestOptions,
): Promise<BytesReceipt> {
  const { maxBytes = MAX_RESPONSE_BYTES } = options;
  const receipt = await send(url, { method: 'GET', headers }, { ...options, maxBytes: maxBytes + 1 });
  if (receipt.error === null && receipt.bytes.length > maxBytes)
    return { ...receipt, bytes: Buffer.alloc(0), error: `The response has more than ${maxBytes} bytes` };
  return receipt;
}

/**
 * Sends a request to an untrusted URL: allowed addresses only, no redirects, limited time and response size. Connections
 * are not reused, so that tenants share no connection state.
 */
async function send(
  url: string,
  { method, headers, body }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  {
    allowPrivate,
    denied,
    timeoutMs = TIMEOUT_MS,
    maxBytes = MAX_RESPONSE_BYTES,
    lookup = createCheckedLookup({ allowPrivate, denied }),
  }: RequestOptions,
): Promise<BytesReceipt> {
  const begin = performance.now();
  const receipt: BytesReceipt = { status: null, headers: {}, bytes: Buffer.alloc(0), error: null, durationMs: 0 };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    checkHost(host, { allowPrivate, denied });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
        lookup,
      });
      request.on('response', resolve);
      // Rejects protocol upgrades, whose connections would never end.
      request.on('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer);
      });
      request.on('error', reject);
      request.end(body);
    });
    receipt.status = response.statusCode ?? null;
    receipt.headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, toStorableText([value].flat().join(', '))]),
    );
    if (receipt.status !== 101) receipt.bytes = await readSome(response, maxBytes);
    if (receipt.status === null || receipt.status < 200 || receipt.status > 299) receipt.error = describe(receipt);
  } catch (error) {
    const { name, message } = error as Error;
    receipt.error = signal.aborted ? `No complete response within ${timeoutMs / 1000} seconds` : message || name;
  }
  receipt.durationMs = Math.round(performance.now() - begin);
  return receipt;
}

async function readSome(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** PostgreSQL text cannot contain NUL. */
const toStorableText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();

function describe({ status, headers }: Pick<Receipt, 'status' | 'headers'>): string {
  if (status !== null && status >= 300 && status < 400)
    return `The endpoint redirects (${status}) to ${headers.location ?? 'an unspecified location'}; redirects are not followed`;
  return `The endpoint responded with ${status}`;
}
