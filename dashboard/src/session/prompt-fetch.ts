import { UnexpectedResponseError } from '@earshot/sdk';

/** Longest `Retry-After` that a page waits for without a message. */
const MAX_WAIT_S = 3;

/** Header of calls that may be delayed, such as uploads and automatic saves (RFC 7240). */
export const PATIENT = { headers: { prefer: 'wait=60' } };

/** Returns a `fetch` for a client of the SDK whose calls fail without a long delay when the server is busy. */
export const promptly =
  (send: typeof fetch): typeof fetch =>
  async (url, init) => {
    const response = await send(url, init);
    const { status, headers } = response;
    if (!(Number(headers.get('retry-after')) > MAX_WAIT_S) || new Headers(init?.headers).has('prefer')) return response;
    const { error, code } = await response.json();
    // The client does not retry after this error.
    throw new UnexpectedResponseError(error, { status, code, headers });
  };
