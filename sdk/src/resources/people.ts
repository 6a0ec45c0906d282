import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** People of a project, their identities and attributes, and companies. */
export const people = (call: Client) => ({
  /** Lists people. */
  list: (query?: Query<'GET /v1/people'>, options?: CallOptions) => list(call, 'GET /v1/people', { query }, options),
  /** Returns a person with all identities. */
  get: (id: string, options?: CallOptions) => call('GET /v1/people/{id}', { path: { id } }, options),
  /** Creates or updates the person with an id in your application. */
  put: (userId: string, person: Body<'PUT /v1/people/{id}'> = {}, options?: CallOptions) =>
    call('PUT /v1/people/{id}', { path: { id: userId }, body: person }, options),
  /** Creates or updates up to 10,000 people. Each has an own result. */
  putAll: (batch: Body<'POST /v1/people/batch'>, options?: CallOptions) =>
    call('POST /v1/people/batch', { body: batch }, options),
  /** Returns what a person did and received, the latest first. */
  timeline: (id: string, query?: Query<'GET /v1/people/{id}/timeline'>, options?: CallOptions) =>
    call('GET /v1/people/{id}/timeline', { path: { id }, query }, options),
  /** Gives all identities of a person to another one, and deletes the person. Returns the other one. */
  merge: (id: string, into: string, options?: CallOptions) =>
    call('POST /v1/people/{id}/merge', { path: { id }, body: { into } }, options),
  /** Gives one identity of a person to a new person, who is returned. */
  separate: (id: string, identity: Body<'POST /v1/people/{id}/separate'>, options?: CallOptions) =>
    call('POST /v1/people/{id}/separate', { path: { id }, body: identity }, options),
  /** Lists the attributes of people and companies with their types. */
  attributes: (options?: CallOptions) => list(call, 'GET /v1/people/attributes', {}, options),
  /** Returns all people as a CSV response. Read its `body` as a stream. */
  exportCsv: (query?: Query<'GET /v1/people/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/people/export.csv', { query }, options),
  /** Sign-in of end users in widgets of your own: with the API key, by a mailed code. */
  signIn: {
    /** Mails a code to an address. */
    requestCode: (email: string, options?: CallOptions) => call('POST /v1/end-users/codes', { body: { email } }, options),
    /** Enters the code. Returns a token, which is the `userToken` of later requests. */
    enterCode: (entered: Body<'POST /v1/end-users/sessions'>, options?: CallOptions) =>
      call('POST /v1/end-users/sessions', { body: entered }, options),
    /** Ends the session of the `userToken` of the client. */
    end: (options?: CallOptions) => call('DELETE /v1/end-users/sessions', {}, options),
  },
  /** Segments: saved conditions on attributes and behavior of people. */
  segments: {
    /** Lists segments by name. */
    list: (options?: CallOptions) => list(call, 'GET /v1/people/segments', {}, options),
    /** Returns a segment with the number of its people. */
    get: (id: string, options?: CallOptions) => call('GET /v1/people/segments/{id}', { path: { id } }, options),
    /** Creates a segment. */
    create: (segment: Body<'POST /v1/people/segments'>, options?: CallOptions) =>
      call('POST /v1/people/segments', { body: segment }, options),
    /** Changes the name of a segment, or replaces its definition. */
    update: (id: string, changes: Body<'PATCH /v1/people/segments/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/people/segments/{id}', { path: { id }, body: changes }, options),
    /** Deletes a segment. People are kept. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/people/segments/{id}', { path: { id } }, options),
    /** Counts the people of a definition, without storing it. */
    preview: (definition: Body<'POST /v1/people/segments/preview'>['definition'], options?: CallOptions) =>
      call('POST /v1/people/segments/preview', { body: { definition } }, options),
  },
  /** Companies of people. */
  companies: {
    /** Lists companies, the newest first. */
    list: (query?: Query<'GET /v1/companies'>, options?: CallOptions) => list(call, 'GET /v1/companies', { query }, options),
    /** Returns a company by its id in your application. */
    get: (id: string, options?: CallOptions) => call('GET /v1/companies/{id}', { path: { id } }, options),
    /** Returns what the people of a company did and received, the latest first. */
    timeline: (id: string, query?: Query<'GET /v1/companies/{id}/timeline'>, options?: CallOptions) =>
      call('GET /v1/companies/{id}/timeline', { path: { id }, query }, options),
    /** Creates or updates the company with an id in your application. */
    put: (id: string, company: Body<'PUT /v1/companies/{id}'> = {}, options?: CallOptions) =>
      call('PUT /v1/companies/{id}', { path: { id }, body: company }, options),
  },
});
