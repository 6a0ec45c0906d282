import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Projects: their settings, keys, members and mails. */
export const projects = (call: Client) => ({
  list: (query?: Query<'GET /v1/projects'>, options?: CallOptions) => list(call, 'GET /v1/projects', { query }, options),
  get: (id: string, options?: CallOptions) => call('GET /v1/projects/{id}', { path: { id } }, options),
  create: (project: Body<'POST /v1/projects'>, options?: CallOptions) => call('POST /v1/projects', { body: project }, options),
  update: (id: string, changes: Body<'PATCH /v1/projects/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/projects/{id}', { path: { id }, body: changes }, options),
  /** With everything in it. `slug` is the project's own, so that no slip deletes it. */
  delete: (id: string, slug: string, options?: CallOptions) =>
    call('DELETE /v1/projects/{id}', { path: { id }, query: { confirm: slug } }, options),
  keys: {
    list: (id: string, options?: CallOptions) => list(call, 'GET /v1/projects/{id}/keys', { path: { id } }, options),
    rotate: (id: string, how: Body<'POST /v1/projects/{id}/keys/rotate'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/keys/rotate', { path: { id }, body: how }, options),
  },
  identitySecrets: {
    list: (id: string, options?: CallOptions) => list(call, 'GET /v1/projects/{id}/identity-secrets', { path: { id } }, options),
    rotate: (id: string, how: Body<'POST /v1/projects/{id}/identity-secrets/rotate'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/identity-secrets/rotate', { path: { id }, body: how }, options),
    /** Whom a token of `signUserToken` stands for, or why it is refused. */
    check: (id: string, token: string, options?: CallOptions) =>
      call('POST /v1/projects/{id}/identity-secrets/check', { path: { id }, body: { token } }, options),
  },
  members: {
    list: (id: string, query?: Query<'GET /v1/projects/{id}/members'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/members', { path: { id }, query }, options),
    invite: (id: string, member: Body<'POST /v1/projects/{id}/members'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/members', { path: { id }, body: member }, options),
    update: (id: string, userId: string, changes: Body<'PATCH /v1/projects/{id}/members/{user_id}'>, options?: CallOptions) =>
      call('PATCH /v1/projects/{id}/members/{user_id}', { path: { id, user_id: userId }, body: changes }, options),
    remove: (id: string, userId: string, options?: CallOptions) =>
      call('DELETE /v1/projects/{id}/members/{user_id}', { path: { id, user_id: userId } }, options),
  },
  /** The custom domain of a project, and the DNS record that proves it. */
  domain: {
    get: (id: string, options?: CallOptions) => call('GET /v1/projects/{id}/domain', { path: { id } }, options),
    check: (id: string, options?: CallOptions) => call('POST /v1/projects/{id}/domain/check', { path: { id } }, options),
  },
  mails: {
    list: (id: string, query?: Query<'GET /v1/projects/{id}/mails'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/mails', { path: { id }, query }, options),
    sendTest: (id: string, mail: Body<'POST /v1/projects/{id}/mails/test'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/mails/test', { path: { id }, body: mail }, options),
    retry: (id: string, mailId: string, options?: CallOptions) =>
      call('POST /v1/projects/{id}/mails/{mail_id}/retry', { path: { id, mail_id: mailId } }, options),
  },
  people: {
    /** Erases a person from every part of the project. */
    erase: (id: string, person: Body<'POST /v1/projects/{id}/people/erase'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/people/erase', { path: { id }, body: person }, options),
    /** Everything that the project holds about a person. */
    export: (id: string, person: Body<'POST /v1/projects/{id}/people/export'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/people/export', { path: { id }, body: person }, options),
  },
});
