import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createImporting } from '@earshot/server/instance/imports/fixtures/importing';
import type { startReceiver } from '@earshot/server/testing/receiver';
import { clusterSearches } from '@earshot/server/services/knowledge-base/fixtures/unanswered-searches';
import type { Json, TestClient } from '@earshot/server/testing/server';
import { plantProposal } from '@earshot/server/instance/proposals/fixtures/planted';
import { plantRequest } from '@earshot/server/services/testimonials/fixtures/requests';
import { parseId } from '@earshot/server/platform/ids';
import { until } from '@earshot/server/testing/until';
import { createEnvironment } from './processes.ts';
import { createRepository } from './repository.ts';

interface Grounds {
  server: TestClient;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** Folder of the repositories. */
  root: string;
}

export type Seed = Awaited<ReturnType<typeof plant>>;

/** Creates a project with an entry for each command that changes one, and a repository with a profile and articles. */
export async function plant({ server, receiver, root }: Grounds, name: string) {
  const project = await server.createProject(`${name} project`);
  const { token, key, id, slug } = project;
  const post = async (path: string, body: object, access: object = { token }): Promise<Json> => {
    const query = { project_id: id };
    const { status, body: made } = await server.call('POST', path, { ...access, ...('key' in access ? {} : { query }), body });
    assert.ok(status < 300, JSON.stringify(made));
    return made;
  };
  const ids = async (count: number, make: (index: number) => Promise<Json>): Promise<string[]> =>
    (await Promise.all(Array.from({ length: count }, (_, index) => make(index)))).map(({ id: made }) => made);
  const feedback = await ids(8, (index) => post('/v1/feedback', { title: `Entry ${index}` }, { key }));
  await post(`/v1/feedback/${feedback[6]}/merge`, { into: feedback[7] });
  for (const score of ['votes', 'gone'])
    await server.call('PUT', `/v1/feedback/scores/${score}`, {
      token,
      query: { project_id: id },
      body: { terms: [{ kind: 'voters', weight: 1 }] },
    });
  for (const board of ['Ideas', 'Gone']) await post('/v1/feedback/boards', { name: board });
  await post('/v1/analytics/funnels', { name: 'Sign-up', steps: [{ page: '/pricing' }, { event: 'signed_up' }] });
  const goals = await ids(2, (index) => post('/v1/analytics/goals', { name: `Goal ${index}`, event: 'signed_up' }));
  const shares = await ids(2, (index) => post('/v1/analytics/shares', { name: `Link ${index}` }));
  const definition = { match: 'all', conditions: [{ kind: 'vote' }] };
  for (const segment of ['Voters', 'Gone']) await post('/v1/people/segments', { name: segment, definition });
  const { results } = await post('/v1/people/batch', {
    people: [0, 1, 2, 3].map((number) => ({
      user_id: `u_${number}`,
      email: `${name}${number}@example.com`,
      company: { id: 'acme' },
    })),
  });
  const people = (results as Json[]).map((result) => String(result.id));
  await post('/v1/changelog/subscribers', { emails: [`${name}-reader@example.com`] });
  const waitlist = await ids(2, (index) => post('/v1/waitlist', { email: `${name}${index}@example.com` }, { key }));
  const { id: broadcast } = await post('/v1/waitlist/broadcasts', { subject: 'News', body: 'Soon' });
  const said = { author_name: 'Ada', content: 'It works.', rating: 5 };
  const testimonials = await ids(3, () => post('/v1/testimonials', said, { key }));
  const rules = await ids(2, (index) =>
    post('/v1/testimonials/rules', { name: `Rule ${index}`, trigger: 'answer_helpful', channel: 'mail', enabled: false }),
  );
  for (const wall of ['wall-0', 'wall-1']) await post('/v1/testimonials/collections', { name: wall, slug: wall });
  await plantRequest(server.db, parseId('prj', id) ?? '', `${name}0@example.com`);
  const proposals: string[] = [];
  for (const subject_id of [feedback[0], feedback[1]])
    proposals.push(await plantProposal(server.db, parseId('prj', id) ?? '', { subject_id }));
  const changelog = await ids(3, (index) => post('/v1/changelog', { title: `Release ${index}`, content: 'Text' }));
  const success = { event: 'exported' };
  const { id: release } = await post('/v1/changelog', {
    title: 'Release 3',
    published_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    success,
  });
  const index = await post('/v1/indexes', { name: 'Help' });
  await post(`/v1/indexes/${index.id}/documents`, { external_id: 'old.md', content: '# Old page\n\nAbout exports.' });
  await post(`/v1/indexes/${index.id}/documents`, { external_id: 'draft.md', content: '# Draft', status: 'draft' });
  await post(`/v1/indexes/${index.id}/documents`, { external_id: 'other.md', content: '# Other page' });
  const clusters = (await clusterSearches(server, project, { index: index.id, queries: ['refund', 'webhooks', 'sso'] })).map(
    (cluster) => String(cluster.id),
  );
  // Nothing triggers it while the tests run.
  const rule = { metric: 'visitors', condition: 'above', threshold: 1_000_000 };
  const alerts = await ids(3, (number) => post('/v1/alerts', { ...rule, name: `Alert ${number}` }));
  const webhook = await post('/v1/webhooks', { url: receiver.url });
  const delivery = (await post(`/v1/webhooks/${webhook.id}/test`, {})).id as string;
  const createAccount = (title: string) =>
    post(`/v1/projects/${id}/service-accounts`, { name: title, scopes: ['feedback:read'] });
  for (const title of ['Bot', 'Other', 'Deleted']) await createAccount(title);
  const revoked = await createAccount('Revoked');
  for (const who of ['leaving', 'waiting'])
    await post(`/v1/projects/${id}/members`, { email: `${name}-${who}@example.com`, role: 'viewer' });
  const settings = { waitlist: { invitation_url: 'https://acme.example/start' } };
  await server.call('PATCH', `/v1/projects/${id}`, { token, body: { settings } });
  const staging = await post('/v1/projects', { name: 'Staging' });
  await server.call('PATCH', `/v1/projects/${staging.id}`, { token, body: { settings: { test: { enabled: true } } } });
  await post('/v1/analytics/events', { name: 'signed_up', user_id: 'u_1', revenue: { amount: '9.5', currency: 'EUR' } }, { key });

  await until(async () => {
    const { body } = await server.call('GET', '/v1/notifications', { token, query: { project_id: id } });
    return body.total > 0;
  });

  const { upload, finish } = createImporting(server, project);
  const importTitle = async (title: string) => (await upload('csv', { 'ideas.csv': `title\n${title}\n` })).id as string;
  const imports = {
    ready: await importTitle('Ready'),
    finished: await importTitle('Finished'),
    wrong: (await upload('csv', { 'ideas.csv': 'title,created\n,2025-01-01\n' })).id as string,
  };
  await finish(imports.finished, 'run');
  await finish(imports.wrong, 'check');

  const folder = join(root, name);
  mkdirSync(join(folder, 'articles'), { recursive: true });
  writeFileSync(join(folder, 'articles/new.md'), '# New page\n\nText.\n');
  writeFileSync(join(folder, 'ideas.csv'), 'title\nImported\n');
  writeFileSync(join(folder, 'index.html'), '<html><head></head><body></body></html>');
  const { commit } = createRepository(folder);
  commit('chore: start');
  commit('feat: dark mode');
  const profile = { url: server.url, storage: 'file' };
  const config = { current: 'first', profiles: { first: profile, second: profile, leaving: profile } };
  const { body: leaving } = await server.call('POST', '/v1/auth/tokens', { token, body: { name: 'Leaving' } });
  const credentials = { first: token, second: token, leaving: leaving.token };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 });
  const profiles = createEnvironment(folder);
  const env = { ...profiles, EARSHOT_URL: server.url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: slug };
  const oldToken = revoked.tokens[0].id as string;
  return {
    ...project,
    name,
    feedback,
    people,
    waitlist,
    broadcast: String(broadcast),
    testimonials,
    rules,
    proposals,
    changelog,
    release: String(release),
    alerts,
    goals,
    shares,
    clusters,
    webhook,
    delivery,
    imports,
    staging,
    folder,
    profiles,
    env,
    oldToken,
    post,
  };
}
