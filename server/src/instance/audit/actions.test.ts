import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS, type AuditAction } from '@earshot/contract/instance/audit';
import { sql } from 'kysely';
import type { Json } from '../../testing/server.ts';
import { parseId } from '../../platform/ids.ts';
import { connect, createParty } from '../identity/apps/fixtures/app.ts';
import { picture, uploadTo } from '../uploads/fixtures/images.ts';
import { createAlertActions } from './fixtures/alert-actions.ts';
import { createBoardActions } from './fixtures/board-actions.ts';
import { createAuditedProject } from './fixtures/audited-project.ts';
import { createBroadcastActions } from './fixtures/broadcast-actions.ts';
import { createExportActions, createListExportActions } from './fixtures/export-actions.ts';
import { createImportActions } from './fixtures/import-actions.ts';
import { createKeyActions } from './fixtures/key-actions.ts';
import { createPeopleActions } from './fixtures/people-actions.ts';
import { createReportActions } from './fixtures/report-actions.ts';
import { createSearchConsoleActions, google } from './fixtures/search-console-actions.ts';
import { createShareActions } from './fixtures/share-actions.ts';

const { server, project, owner, inProject, must, create, readLog } = await createAuditedProject(google);
const { db } = server;
const { id, key, token, email } = project;

interface Expected {
  target?: string | null;
  name?: string | null;
  before?: object | null;
  after?: object | null;
}

const WEBHOOK = {
  url: 'http://127.0.0.1:9/…',
  description: '',
  types: ['waitlist.joined'],
  format: 'standard',
  statuses: [],
  tags: [],
  min_votes: 0,
  include_personal_data: false,
  include_internal_notes: true,
};

/** Returns an action that creates a record with a name, and deletes it. */
const createAndDelete = (path: string, body: { name: string; [field: string]: unknown }) => async (): Promise<Expected> => {
  const { id: target } = await create(path, body);
  await must('DELETE', `${path}/${target}`);
  return { target, name: body.name };
};

/** Returns an action that creates an article, and changes its status. */
const setStatusOf = (fields: object, status: string) => async (): Promise<Expected> => {
  const index = await create('/v1/indexes', { name: `Help, ${status}` });
  const path = `/v1/indexes/${index.id}/documents`;
  const { id: target } = await create(path, { title: 'Import', content: 'How to import', ...fields });
  await must('PATCH', `${path}/${target}`, { body: { status } });
  return { target, name: 'Import' };
};

/** Performs an action. Returns what its entry must contain. */
const ACTIONS: Record<AuditAction, () => Promise<Expected>> = {
  'project.created': async () => ({ target: id, name: 'Audited', after: { name: 'Audited' } }),
  'project.updated': async () => {
    await must('PATCH', `/v1/projects/${id}`, {
      body: { name: 'Renamed', settings: { feedback: { moderation: 'all' }, pages: { custom_domain: 'help.audited.example' } } },
    });
    const fields = (name: string, moderation: string, domain: string | null) => ({
      name,
      'settings.feedback.moderation': moderation,
      'settings.pages.custom_domain': domain,
    });
    return {
      target: id,
      name: 'Audited',
      before: fields('Audited', 'off', null),
      after: fields('Renamed', 'all', 'help.audited.example'),
    };
  },
  'project.emptied': async () => {
    await must('PATCH', `/v1/projects/${id}`, { body: { settings: { test: { enabled: true } } } });
    await must('POST', `/v1/projects/${id}/empty`);
    return { target: id, name: 'Renamed' };
  },
  'member.added': async () => {
    const member = await must('POST', `/v1/projects/${id}/members`, { body: { email: 'lin@audited.example', role: 'viewer' } });
    return { target: member.user_id, name: 'lin@audited.example', after: { role: 'viewer' } };
  },
  'member.invited_again': async () => {
    const { user_id } = (await must('GET', `/v1/projects/${id}/members`)).data[1];
    await must('POST', `/v1/projects/${id}/members/${user_id}/invitation`);
    return { target: user_id, name: 'lin@audited.example' };
  },
  'member.role_changed': async () => {
    const { user_id } = (await must('GET', `/v1/projects/${id}/members`)).data[1];
    await must('PATCH', `/v1/projects/${id}/members/${user_id}`, { body: { role: 'admin' } });
    return { target: user_id, name: 'lin@audited.example', before: { role: 'viewer' }, after: { role: 'admin' } };
  },
  'member.removed': async () => {
    const { user_id } = (await must('GET', `/v1/projects/${id}/members`)).data[1];
    await must('DELETE', `/v1/projects/${id}/members/${user_id}`);
    return { target: user_id, name: 'lin@audited.example', before: { role: 'admin' } };
  },
  ...createKeyActions({ project, must, create }),
  'identity_secret.rotated': async () => {
    await must('POST', `/v1/projects/${id}/identity-secrets/rotate`, { body: { revoke_now: true } });
    return { after: { revoke_now: true } };
  },
  'identity_secret.read': async () => {
    // Reading again within the hour adds no entry.
    for (let n = 0; n < 3; n++) await must('GET', `/v1/projects/${id}/identity-secrets`);
    return {};
  },
  'token.created': async () => {
    const made = await create('/v1/auth/tokens', { name: 'Audited CI', project_ids: [id], scopes: ['feedback:read'] });
    return { target: made.id, name: 'Audited CI', after: { scopes: ['feedback:read'], expires_at: made.expires_at } };
  },
  'token.revoked': async () => {
    const { data } = await must('GET', '/v1/auth/tokens');
    const found = data.find(({ name }: { name: string }) => name === 'Audited CI');
    await must('DELETE', `/v1/auth/tokens/${found.id}`);
    return { target: found.id, name: 'Audited CI', before: { scopes: ['feedback:read'] } };
  },
  'service_account.created': async () => {
    const made = await create(`/v1/projects/${id}/service-accounts`, { name: 'Pipeline', scopes: ['feedback:read'] });
    const after = { scopes: ['feedback:read'], token: made.tokens[0].name, expires_at: null };
    return { target: made.id, name: 'Pipeline', after };
  },
  'service_account.updated': async () => {
    const { id: target, path } = await findServiceAccount();
    await must('PATCH', path, { body: { name: 'Releases', scopes: ['changelog:write'] } });
    return {
      target,
      name: 'Pipeline',
      before: { name: 'Pipeline', scopes: ['feedback:read'] },
      after: { name: 'Releases', scopes: ['changelog:write'] },
    };
  },
  'service_account.rotated': async () => {
    const { id: target, path } = await findServiceAccount();
    const { tokens } = await must('POST', `${path}/rotate`, { body: { expires_in_days: 30 } });
    const after = { token: tokens[0].name, expires_at: tokens[0].expires_at, revoke_now: false };
    return { target, name: 'Releases', after };
  },
  'service_account.token_revoked': async () => {
    const { id: target, path, tokens } = await findServiceAccount();
    await must('DELETE', `${path}/tokens/${tokens[1].id}`);
    return { target, name: 'Releases', before: { token: tokens[1].name } };
  },
  'service_account.deleted': async () => {
    const { id: target, path } = await findServiceAccount();
    await must('DELETE', path);
    return { target, name: 'Releases', before: { scopes: ['changelog:write'] } };
  },
  'connected_app.authorized': async () => {
    const party = await createParty(server, email);
    const tokens = await connect(server, party, { project_ids: [id], scopes: ['feedback:read'] });
    assert.equal(tokens.scope, 'feedback:read');
    return { target: (await findConnectedApp()).id, name: 'Test app', after: { scopes: ['feedback:read'] } };
  },
  'connected_app.revoked': async () => {
    const connected = await findConnectedApp();
    await must('DELETE', `/v1/auth/connected-apps/${connected.id}`);
    return { target: connected.id, name: 'Test app', before: { scopes: ['feedback:read'] } };
  },
  'webhook.created': async () => {
    const made = await create('/v1/webhooks', { url: 'http://127.0.0.1:9/services/secret-path', types: ['waitlist.joined'] });
    return { target: made.id, name: WEBHOOK.url, after: { ...WEBHOOK, enabled: true } };
  },
  'webhook.updated': async () => {
    const webhook = await findWebhook();
    await must('PATCH', `/v1/webhooks/${webhook.id}`, {
      body: { enabled: false, url: 'http://127.0.0.1:9/services/other-secret' },
    });
    const url = 'http://127.0.0.1:9/…';
    return { target: webhook.id, name: url, before: { url, enabled: true }, after: { url, enabled: false } };
  },
  'webhook.secret_rotated': async () => {
    const webhook = await findWebhook();
    await must('POST', `/v1/webhooks/${webhook.id}/rotate`, { body: {} });
    return { target: webhook.id, name: 'http://127.0.0.1:9/…', after: { revoke_now: false } };
  },
  'webhook.secret_read': async () => {
    const webhook = await findWebhook();
    for (let n = 0; n < 2; n++) await must('GET', `/v1/webhooks/${webhook.id}`);
    return { target: webhook.id, name: 'http://127.0.0.1:9/…' };
  },
  'webhook.replayed': async () => {
    const webhook = await findWebhook();
    await must('PATCH', `/v1/webhooks/${webhook.id}`, { body: { enabled: true } });
    const since = new Date().toISOString();
    await must('POST', `/v1/webhooks/${webhook.id}/replay`, { body: { since, status: 'all' } });
    await must('PATCH', `/v1/webhooks/${webhook.id}`, { body: { enabled: false } });
    return { target: webhook.id, name: 'http://127.0.0.1:9/…', after: { since, status: 'all', count: 0 } };
  },
  'mail.test_sent': async () => {
    await must('POST', `/v1/projects/${id}/mails/test`, { body: {} });
    return { target: id, name: email };
  },
  ...createReportActions({ project, must }),
  ...createPeopleActions({ inProject, must }),
  'webhook.deleted': async () => {
    const webhook = await findWebhook();
    await must('DELETE', `/v1/webhooks/${webhook.id}`);
    return { target: webhook.id, name: WEBHOOK.url, before: { ...WEBHOOK, enabled: false } };
  },
  ...createShareActions({ must, create, inProject }),
  'feedback.deleted': async () => {
    const { id: target } = await must('POST', '/v1/feedback', { key, token: undefined, body: { title: 'Private words' } });
    await must('DELETE', `/v1/feedback/${target}`);
    return { target };
  },
  'comment.deleted': async () => {
    const entry = await must('POST', '/v1/feedback', { key, token: undefined, body: { title: 'Private words' } });
    const { id: target } = await must('POST', `/v1/feedback/${entry.id}/comments`, { body: { body: 'Private words' } });
    await must('DELETE', `/v1/feedback/${entry.id}/comments/${target}`);
    return { target };
  },
  'waitlist_entry.deleted': async () => {
    const { id: target } = await must('POST', '/v1/waitlist', {
      key,
      token: undefined,
      body: { email: 'private@words.example' },
    });
    await must('DELETE', `/v1/waitlist/${target}`);
    return { target };
  },
  ...createBroadcastActions({ server, create }),
  'testimonial.deleted': async () => {
    const body = { author_name: 'Private words', content: 'Private words', rating: 5 };
    const { id: target } = await must('POST', '/v1/testimonials', { key, token: undefined, body });
    await must('DELETE', `/v1/testimonials/${target}`);
    return { target };
  },
  'changelog_entry.published': async () => {
    const { id: target } = await create('/v1/changelog', { title: 'Version 1', published: true });
    await must('PATCH', `/v1/changelog/${target}`, { body: { title: 'Version 1.0' } });
    return { target, name: 'Version 1', before: { status: 'draft' }, after: { status: 'published' } };
  },
  'changelog_entry.scheduled': async () => {
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id: target } = await create('/v1/changelog', { title: 'Version 3', scheduled_at });
    return {
      target,
      name: 'Version 3',
      before: { status: 'draft', scheduled_at: null },
      after: { status: 'scheduled', scheduled_at },
    };
  },
  'changelog_entry.unpublished': async () => {
    const { id: target } = await must('PUT', '/v1/changelog/by-version/4.0', {
      ...inProject,
      body: { title: 'Version 4', published: true },
    }).then(async (entry) => {
      await must('PATCH', `/v1/changelog/${entry.id}`, { body: { published: false } });
      return entry;
    });
    return { target, name: 'Version 4', before: { status: 'published' }, after: { status: 'draft' } };
  },
  'changelog_entry.deleted': async () => {
    const { id: target } = await create('/v1/changelog', { title: 'Version 2' });
    await must('DELETE', `/v1/changelog/${target}`);
    return { target, name: 'Version 2' };
  },
  'changelog_subscriber.deleted': async () => {
    await must('POST', '/v1/changelog/subscribe', { key, token: undefined, body: { email: 'private@words.example' } });
    const [{ id: target }] = (await must('GET', '/v1/changelog/subscribers', inProject)).data;
    await must('DELETE', `/v1/changelog/subscribers/${target}`);
    return { target };
  },
  'changelog_subscribers.added': async () => {
    await must('POST', '/v1/changelog/subscribers', { ...inProject, body: { emails: ['added@words.example'] } });
    return { after: { asked: 1 } };
  },
  'document.published': setStatusOf({ status: 'draft' }, 'published'),
  'document.unpublished': setStatusOf({}, 'draft'),
  'document.archived': setStatusOf({}, 'archived'),
  'document.deleted': async () => {
    const index = await create('/v1/indexes', { name: 'Help' });
    const { id: target } = await create(`/v1/indexes/${index.id}/documents`, { title: 'Export', content: 'How to export' });
    await must('DELETE', `/v1/indexes/${index.id}/documents/${target}`);
    return { target, name: 'Export' };
  },
  'index.created': async () => {
    const { id: target } = await create('/v1/indexes', { name: 'Handbook' });
    return { target, name: 'Handbook' };
  },
  'index.deleted': createAndDelete('/v1/indexes', { name: 'Other help' }),
  'upload.deleted': async () => {
    const { body } = await uploadTo(server, await picture('png').toBuffer(), { by: key });
    await must('DELETE', `/v1/uploads/${body.url.split('/').at(-1)}`, inProject);
    return { target: body.id };
  },
  'goal.deleted': createAndDelete('/v1/analytics/goals', { name: 'Signed up', event: 'signup' }),
  'funnel.deleted': createAndDelete('/v1/analytics/funnels', { name: 'Sign-up', steps: [{ page: '/' }] }),
  ...createAlertActions({ create, must }),
  'segment.filters_updated': async () => {
    const { id: target } = await create('/v1/analytics/segments', { name: 'Spain', filters: ['country:is:ES'] });
    const filters = ['country:is:PT'];
    for (const body of [{ name: 'Portugal' }, { filters }]) await must('PATCH', `/v1/analytics/segments/${target}`, { body });
    return { target, name: 'Portugal', after: { filters } };
  },
  'segment.deleted': createAndDelete('/v1/analytics/segments', { name: 'Germany', filters: ['country:is:DE'] }),
  ...createBoardActions({ create, inProject, must }),
  'testimonial_collection.deleted': createAndDelete('/v1/testimonials/collections', { name: 'Agencies' }),
  'testimonial_rule.deleted': createAndDelete('/v1/testimonials/rules', {
    name: 'R',
    trigger: 'answer_helpful',
    channel: 'mail',
  }),
  'feedback_view.deleted': createAndDelete('/v1/feedback/views', { name: 'Triage', shared: true }),
  'feedback_view.made_personal': async () => {
    const { id: target } = await create('/v1/feedback/views', { name: 'Roadmap', shared: true });
    for (const body of [{ name: 'Planning' }, { shared: false }, { shared: false }])
      await must('PATCH', `/v1/feedback/views/${target}`, { body });
    return { target, name: 'Planning' };
  },
  'annotation.deleted': async () => {
    const { id: target } = await create('/v1/analytics/annotations', { time: new Date().toISOString(), text: 'Launch' });
    await must('DELETE', `/v1/analytics/annotations/${target}`);
    return { target, name: 'Launch' };
  },
  'person.erased': async () => {
    const { erased } = await must('POST', `/v1/projects/${id}/people/erase`, { body: { email: 'private@words.example' } });
    return { after: erased };
  },
  'person.exported': async () => {
    await must('POST', `/v1/projects/${id}/people/export`, { body: { email: 'private@words.example' } });
    return {};
  },
  ...createExportActions({ project, must }),
  'analytics.erased': async () => {
    await must('POST', '/v1/analytics/erase', { ...inProject, body: { user_id: 'private@words.example' } });
    return {};
  },
  'analytics.exported': async () => {
    await must('GET', '/v1/analytics/export.csv', { token, query: { project_id: id, period: '24h' } });
    return {};
  },
  'analytics.imported': async () => {
    const events = [{ url: 'https://acme.example/', visitor_id: 'v1', timestamp: '2025-01-01T00:00:00.000Z' }];
    for (let n = 0; n < 2; n++) await create('/v1/analytics/import', { events });
    return {};
  },
  ...createImportActions({ server, project, must, create }),
  ...createListExportActions({ must, inProject }),
  ...createSearchConsoleActions({ must, inProject }),
};

/** Actions of which earlier actions add entries as well. */
const REPEATED = new Set<AuditAction>(['index.created', 'changelog_entry.published']);

const findConnectedApp = async () => (await must('GET', '/v1/auth/connected-apps')).data[0];
const findWebhook = async () => (await must('GET', '/v1/webhooks', inProject)).data[0];

const findServiceAccount = async () => {
  const [account] = (await must('GET', `/v1/projects/${id}/service-accounts`)).data;
  return { ...account, path: `/v1/projects/${id}/service-accounts/${account.id}` };
};

const projectId = parseId('prj', id) as string;
test('each action adds one entry with who, what, before and after', async (t) => {
  for (const action of AUDIT_ACTIONS)
    await t.test(action, async () => {
      const { target = null, name = null, before = null, after = null } = await ACTIONS[action]();
      const found = (await readLog({ action })).data as Json[];
      const data = REPEATED.has(action) ? found.filter(({ target_id }) => target_id === target) : found;
      assert.equal(data.length, 1);
      const { id: entryId, created_at, actor_name, token_name: _, ...entry } = data[0];
      assert.match(entryId, /^aud_[0-9a-z]{26}$/);
      assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 60_000);
      assert.equal(actor_name, email);
      assert.deepEqual(entry, {
        project_id: id,
        action,
        actor_id: owner.user_id,
        target_id: target,
        target_name: name,
        before,
        after,
      });
    });
});

test('the log contains no secret and no content of end users', async () => {
  const { rows } = await sql<{ secret: string }>`
    SELECT secret FROM project_identity_secrets WHERE project_id = ${projectId}
    UNION ALL SELECT key FROM project_keys WHERE project_id = ${projectId}`.execute(db);
  const text = JSON.stringify(await readLog());
  const secrets = [
    ...rows.map(({ secret }) => secret),
    'earshot_pat_',
    'earshot_sat_',
    'whsec_',
    'secret-path',
    'other-secret',
    'correct horse',
    'battery staple',
  ];
  for (const secret of [...secrets, 'Private words', 'private@words']) assert.ok(!text.includes(secret), secret);
});
