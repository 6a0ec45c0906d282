import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Projects with their settings, keys, members and mails. */
export const projects = (call: Client) => ({
  /** Lists the projects of the user. */
  list: (query?: Query<'GET /v1/projects'>, options?: CallOptions) => list(call, 'GET /v1/projects', { query }, options),
  /** Returns a project. */
  get: (id: string, options?: CallOptions) => call('GET /v1/projects/{id}', { path: { id } }, options),
  /** Returns the name, colors and logo of the project of the API key. */
  appearance: (options?: CallOptions) => call('GET /v1/projects/appearance', {}, options),
  /** Creates a project. */
  create: (project: Body<'POST /v1/projects'>, options?: CallOptions) => call('POST /v1/projects', { body: project }, options),
  /** Creates a project with sample data, which is filled in the background. Returns the existing one if there is one. */
  createSample: (options?: CallOptions) => call('POST /v1/projects/sample', {}, options),
  /** Updates the name, slug or settings of a project. */
  update: (id: string, changes: Body<'PATCH /v1/projects/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/projects/{id}', { path: { id }, body: changes }, options),
  /** Deletes a project with all of its data. Requires the slug of the project as a safeguard. */
  delete: (id: string, slug: string, options?: CallOptions) =>
    call('DELETE /v1/projects/{id}', { path: { id }, query: { confirm: slug } }, options),
  /** Deletes all content of a test project. Settings, members, keys and webhooks remain. */
  empty: (id: string, options?: CallOptions) => call('POST /v1/projects/{id}/empty', { path: { id } }, options),
  /** Renders samples of a public page and a mail with changed settings, and computes the contrast of the color. Nothing is saved. */
  previewBranding: (id: string, changes: Body<'POST /v1/projects/{id}/branding/preview'>, options?: CallOptions) =>
    call('POST /v1/projects/{id}/branding/preview', { path: { id }, body: changes }, options),
  /** Archives of a project. The `url` of a ready one is a link to the file. */
  exports: {
    /** Lists exports, newest first. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/exports'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/exports', { path: { id }, query }, options),
    /** Returns an export with its progress. */
    get: (id: string, exportId: string, options?: CallOptions) =>
      call('GET /v1/projects/{id}/exports/{export_id}', { path: { id, export_id: exportId } }, options),
    /** Starts to write an archive of a project. */
    create: (id: string, what: Body<'POST /v1/projects/{id}/exports'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/exports', { path: { id }, body: what }, options),
    /** Deletes an export and its file. */
    delete: (id: string, exportId: string, options?: CallOptions) =>
      call('DELETE /v1/projects/{id}/exports/{export_id}', { path: { id, export_id: exportId } }, options),
  },
  /** API keys of a project, which are public. */
  keys: {
    /** Lists valid API keys. */
    list: (id: string, options?: CallOptions) => list(call, 'GET /v1/projects/{id}/keys', { path: { id } }, options),
    /** Creates a further API key, such as one for each website. With `allowed_origins`, only pages of these may use it. */
    create: (id: string, key: Body<'POST /v1/projects/{id}/keys'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/keys', { path: { id }, body: key }, options),
    /** Changes the name or the allowed origins of an API key. */
    update: (id: string, keyId: string, changes: Body<'PATCH /v1/projects/{id}/keys/{key_id}'>, options?: CallOptions) =>
      call('PATCH /v1/projects/{id}/keys/{key_id}', { path: { id, key_id: keyId }, body: changes }, options),
    /** Revokes an API key immediately. The default key can only be rotated. */
    revoke: (id: string, keyId: string, options?: CallOptions) =>
      call('DELETE /v1/projects/{id}/keys/{key_id}', { path: { id, key_id: keyId } }, options),
    /** Creates a new default API key. The previous one stays valid for 24 hours unless `revoke_now` is set. */
    rotate: (id: string, how: Body<'POST /v1/projects/{id}/keys/rotate'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/keys/rotate', { path: { id }, body: how }, options),
  },
  /** Secrets for `signUserToken`. */
  identitySecrets: {
    /** Lists valid identity secrets. */
    list: (id: string, options?: CallOptions) => list(call, 'GET /v1/projects/{id}/identity-secrets', { path: { id } }, options),
    /** Creates a new identity secret. The previous secret stays valid for 24 hours unless `revoke_now` is set. */
    rotate: (id: string, how: Body<'POST /v1/projects/{id}/identity-secrets/rotate'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/identity-secrets/rotate', { path: { id }, body: how }, options),
    /** Verifies a token of `signUserToken`. Returns the user, or the reason why the token is invalid. */
    check: (id: string, token: string, options?: CallOptions) =>
      call('POST /v1/projects/{id}/identity-secrets/check', { path: { id }, body: { token } }, options),
  },
  /** Members of a project and their roles. */
  members: {
    /** Lists members. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/members'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/members', { path: { id }, query }, options),
    /** Sends the invitation of a member who has not signed in again. */
    inviteAgain: (id: string, userId: string, options?: CallOptions) =>
      call('POST /v1/projects/{id}/members/{user_id}/invitation', { path: { id, user_id: userId } }, options),
    /** Adds a member by email address, who gets an email with a link. */
    invite: (id: string, member: Body<'POST /v1/projects/{id}/members'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/members', { path: { id }, body: member }, options),
    /** Updates the role of a member, or transfers the project. */
    update: (id: string, userId: string, changes: Body<'PATCH /v1/projects/{id}/members/{user_id}'>, options?: CallOptions) =>
      call('PATCH /v1/projects/{id}/members/{user_id}', { path: { id, user_id: userId }, body: changes }, options),
    /** Removes a member, or leaves the project. */
    remove: (id: string, userId: string, options?: CallOptions) =>
      call('DELETE /v1/projects/{id}/members/{user_id}', { path: { id, user_id: userId } }, options),
  },
  /** Accounts of programs. They belong to the project, and have access to this project only. */
  serviceAccounts: {
    /** Lists service accounts with their tokens. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/service-accounts'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/service-accounts', { path: { id }, query }, options),
    /** Creates a service account. Returns its first token, which is shown only once. */
    create: (id: string, account: Body<'POST /v1/projects/{id}/service-accounts'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/service-accounts', { path: { id }, body: account }, options),
    /** Updates the name or the scopes of a service account. */
    update: (
      id: string,
      accountId: string,
      changes: Body<'PATCH /v1/projects/{id}/service-accounts/{account_id}'>,
      options?: CallOptions,
    ) =>
      call(
        'PATCH /v1/projects/{id}/service-accounts/{account_id}',
        { path: { id, account_id: accountId }, body: changes },
        options,
      ),
    /** Creates a new token. Previous tokens stay valid for 24 hours unless `revoke_now` is set. */
    rotate: (
      id: string,
      accountId: string,
      how: Body<'POST /v1/projects/{id}/service-accounts/{account_id}/rotate'> = {},
      options?: CallOptions,
    ) =>
      call(
        'POST /v1/projects/{id}/service-accounts/{account_id}/rotate',
        { path: { id, account_id: accountId }, body: how },
        options,
      ),
    /** Revokes a token of a service account. */
    revokeToken: (id: string, accountId: string, tokenId: string, options?: CallOptions) =>
      call(
        'DELETE /v1/projects/{id}/service-accounts/{account_id}/tokens/{token_id}',
        { path: { id, account_id: accountId, token_id: tokenId } },
        options,
      ),
    /** Deletes a service account, and revokes its tokens. */
    delete: (id: string, accountId: string, options?: CallOptions) =>
      call('DELETE /v1/projects/{id}/service-accounts/{account_id}', { path: { id, account_id: accountId } }, options),
  },
  /** The custom domain of a project and its DNS record. */
  domain: {
    /** Returns the state and the DNS record of the custom domain. */
    get: (id: string, options?: CallOptions) => call('GET /v1/projects/{id}/domain', { path: { id } }, options),
    /** Checks the DNS record of the custom domain now. */
    check: (id: string, options?: CallOptions) => call('POST /v1/projects/{id}/domain/check', { path: { id } }, options),
  },
  /** Mails in the outbox of a project. */
  mails: {
    /** Lists mails in the outbox. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/mails'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/mails', { path: { id }, query }, options),
    /** Sends a test mail to a member of the project. Defaults to the caller. */
    sendTest: (id: string, mail: Body<'POST /v1/projects/{id}/mails/test'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/mails/test', { path: { id }, body: mail }, options),
    /** Queues an unsent mail again. */
    retry: (id: string, mailId: string, options?: CallOptions) =>
      call('POST /v1/projects/{id}/mails/{mail_id}/retry', { path: { id, mail_id: mailId } }, options),
  },
  /** Weekly and monthly reports by email. */
  reports: {
    /** Lists the recipients of reports. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/report-subscriptions'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/report-subscriptions', { path: { id }, query }, options),
    /** Subscribes the caller, or with `email` an address that must be confirmed. Changes the frequency of an existing subscription. */
    subscribe: (id: string, how: Body<'POST /v1/projects/{id}/report-subscriptions'> = {}, options?: CallOptions) =>
      call('POST /v1/projects/{id}/report-subscriptions', { path: { id }, body: how }, options),
    /** Ends a subscription. */
    unsubscribe: (id: string, subscriptionId: string, options?: CallOptions) =>
      call(
        'DELETE /v1/projects/{id}/report-subscriptions/{subscription_id}',
        { path: { id, subscription_id: subscriptionId } },
        options,
      ),
    /** Returns the report about the last week or month. Nothing is sent. */
    preview: (id: string, query?: Query<'GET /v1/projects/{id}/report-preview'>, options?: CallOptions) =>
      call('GET /v1/projects/{id}/report-preview', { path: { id }, query }, options),
  },
  /** Actions of the team. */
  auditLog: {
    /** Lists actions of the team, newest first. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/audit-log'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/audit-log', { path: { id }, query }, options),
  },
  /** API requests of a project. */
  requestLog: {
    /** Lists API requests of the last seven days, newest first. */
    list: (id: string, query?: Query<'GET /v1/projects/{id}/request-log'>, options?: CallOptions) =>
      list(call, 'GET /v1/projects/{id}/request-log', { path: { id }, query }, options),
  },
  /** Personal data: erasure and export. */
  people: {
    /** Erases all data of a person from the project. */
    erase: (id: string, person: Body<'POST /v1/projects/{id}/people/erase'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/people/erase', { path: { id }, body: person }, options),
    /** Returns all data of a person. */
    export: (id: string, person: Body<'POST /v1/projects/{id}/people/export'>, options?: CallOptions) =>
      call('POST /v1/projects/{id}/people/export', { path: { id }, body: person }, options),
  },
});
