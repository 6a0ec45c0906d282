import type { Call, Json, TestClient } from './server.ts';
import { until } from './until.ts';

/** Creates a project with a waitlist. Returns functions that call the operations of the waitlist. */
export async function createWaitlist({ call, createProject }: TestClient, settings: object = {}, name = 'Acme') {
  const project = await createProject(name);
  const { id, key, token } = project;
  const query = { project_id: id };
  const configure = (change: object) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings: change } });
  await configure({ waitlist: { referral_boost: 1, ...settings } });
  let people = 0;
  const mails = async (): Promise<Json[]> =>
    (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data;
  return {
    ...project,
    query,
    configure,
    mails,
    join: (body: object = {}, headers: Call['headers'] = {}) =>
      call('POST', '/v1/waitlist', { key, headers, body: { email: `person-${(people += 1)}@example.com`, ...body } }),
    position: (code: string) => call('GET', '/v1/waitlist/position', { key, query: { referral_code: code } }),
    count: async () => (await call('GET', '/v1/waitlist/count', { key })).body.count as number,
    list: async (more: Call['query'] = {}) => (await call('GET', '/v1/waitlist', { token, query: { ...query, ...more } })).body,
    update: (person: Json, body: object) => call('PATCH', `/v1/waitlist/${person.id}`, { token, body }),
    remove: (person: Json) => call('DELETE', `/v1/waitlist/${person.id}`, { token }),
    invite: (body: object) => call('POST', '/v1/waitlist/invite', { token, query, body }),
    /** Waits for the mail to an address whose subject or text contains these words. */
    mailTo: (email: string, words: string): Promise<Json> =>
      until(async () =>
        (await mails()).find(
          ({ recipient, subject, text }) => recipient === email && (subject.includes(words) || text.includes(words)),
        ),
      ),
  };
}

/** Returns the link to an action in a mail (`confirm`, `leave`); empty if missing. */
export const linkIn = ({ text }: Json, action: string): string =>
  new RegExp(`http\\S+/${action}\\?token=\\S+`).exec(text)?.[0] ?? '';
