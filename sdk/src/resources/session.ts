import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** The current session, all sessions, personal access tokens and connected apps. */
export const session = (call: Client) => ({
  /** Returns the current session. */
  get: (options?: CallOptions) => call('GET /v1/auth/session', {}, options),
  /** Signs out. With `everywhere`, signs out on all devices. */
  signOut: (query?: Query<'DELETE /v1/auth/session'>, options?: CallOptions) =>
    call('DELETE /v1/auth/session', { query }, options),
  /** Sets the name and the avatar that others see. */
  updateProfile: (changes: Body<'PATCH /v1/auth/profile'>, options?: CallOptions) =>
    call('PATCH /v1/auth/profile', { body: changes }, options),
  /** Revokes the token of this session or another token. */
  revoke: (token: string, options?: CallOptions) => call('POST /v1/auth/revoke', { body: { token } }, options),
  /** Checks the configuration of the instance: mail, sign-in, engines, disk. */
  diagnostics: (options?: CallOptions) => call('GET /v1/diagnostics', {}, options),
  /** Returns the version of the instance. Requires no rights. */
  version: (options?: CallOptions) => call('GET /v1/version', {}, options),
  /** All sign-ins of the user. */
  sessions: {
    /** Lists the active sessions of the user. */
    list: (query?: Query<'GET /v1/auth/sessions'>, options?: CallOptions) =>
      list(call, 'GET /v1/auth/sessions', { query }, options),
    /** Ends a session. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/auth/sessions/{id}', { path: { id } }, options),
    /** Ends all other sessions. With `personal_tokens`, also revokes personal access tokens. */
    deleteOthers: (query?: Query<'DELETE /v1/auth/sessions'>, options?: CallOptions) =>
      call('DELETE /v1/auth/sessions', { query }, options),
  },
  /** Lists sign-ins of the user, and changes of tokens, connected apps and passkeys. */
  log: (query?: Query<'GET /v1/auth/log'>, options?: CallOptions) => list(call, 'GET /v1/auth/log', { query }, options),
  /** Personal access tokens. */
  tokens: {
    /** Lists personal access tokens. */
    list: (query?: Query<'GET /v1/auth/tokens'>, options?: CallOptions) => list(call, 'GET /v1/auth/tokens', { query }, options),
    /** Creates a personal access token. */
    create: (token: Body<'POST /v1/auth/tokens'>, options?: CallOptions) =>
      call('POST /v1/auth/tokens', { body: token }, options),
    /** Revokes a personal access token. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/auth/tokens/{id}', { path: { id } }, options),
  },
  /** Apps that the user connected to the MCP server. */
  connectedApps: {
    /** Lists apps with access to the MCP server. */
    list: (query?: Query<'GET /v1/auth/connected-apps'>, options?: CallOptions) =>
      list(call, 'GET /v1/auth/connected-apps', { query }, options),
    /** Disconnects an app. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/auth/connected-apps/{id}', { path: { id } }, options),
  },
});
