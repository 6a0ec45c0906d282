import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Who is signed in, and their tokens. */
export const session = (call: Client) => ({
  get: (options?: CallOptions) => call('GET /v1/auth/session', {}, options),
  /** Signs out: here, or with `everywhere` on every device. */
  signOut: (query?: Query<'DELETE /v1/auth/session'>, options?: CallOptions) =>
    call('DELETE /v1/auth/session', { query }, options),
  /** Ends a token: this session's own, or another that you hold. */
  revoke: (token: string, options?: CallOptions) => call('POST /v1/auth/revoke', { body: { token } }, options),
  tokens: {
    list: (query?: Query<'GET /v1/auth/tokens'>, options?: CallOptions) => list(call, 'GET /v1/auth/tokens', { query }, options),
    create: (token: Body<'POST /v1/auth/tokens'>, options?: CallOptions) =>
      call('POST /v1/auth/tokens', { body: token }, options),
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/auth/tokens/{id}', { path: { id } }, options),
  },
});
