import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startLanguageModelServer } from '@earshot/server/testing/models/language-model-server';
import { startTestServer } from '@earshot/server/testing/server';
import { createEnvironment, runOnTerminal, runSuccessfully, runWith } from './processes.ts';

const root = mkdtempSync(join(tmpdir(), 'earshot-answers-'));
after(() => rmSync(root, { recursive: true, force: true }));
const model = await startLanguageModelServer(() => 'Choose Export in the menu [1].\nFiles are CSV [1].\nRefunds take a day [1].');
// Needs a server of its own, which has a language model.
const server = await startTestServer({ EARSHOT_LLM_URL: model.url, EARSHOT_LLM_MODEL: 'test' });

test('articles ask prints the answer with its sources, and fails without one', async () => {
  const { id, slug, token } = await server.createProject('Answers');
  const on = { token, query: { project_id: id } };
  await server.call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { knowledge_base: { answers: true } } } });
  const { body: index } = await server.call('POST', '/v1/indexes', { ...on, body: { name: 'Help' } });
  const add = (body: object) => server.call('POST', `/v1/indexes/${index.id}/documents`, { token, body });
  await add({ title: 'Export', content: 'Choose Export in the menu.\n\nFiles are CSV.' });
  const env = { ...createEnvironment(root), EARSHOT_URL: server.url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: slug };
  const ask = (...args: string[]) => runSuccessfully(env, 'articles', 'ask', 'How do I export?', ...args);

  const text = `Choose Export in the menu. [1]\nFiles are CSV. [1]\n\n[1] Export  ${server.url}/p/${slug}/help/export`;
  assert.equal(await ask(), text);
  assert.equal(
    await runOnTerminal(env, 'articles', 'ask', 'How do I export?', '--index', 'Help'),
    `${text}\n`.replaceAll('\n', '\r\n'),
  );
  const answer = JSON.parse(await ask('--json'));
  assert.deepEqual([answer.sources[0].title, answer.sentences.length, answer.refused], ['Export', 2, null]);
  assert.equal(await ask('--jq', '.sentences[0].text'), 'Choose Export in the menu.');

  model.answer = () => 'NONE';
  const { code, stdout, stderr } = await runWith(env, 'articles', 'ask', 'How do I export?');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /The articles do not answer this question/);
  assert.equal(await ask('--json', 'refused'), '{"refused":"not_in_articles"}');
  const { body: insights } = await server.call('GET', `/v1/indexes/${index.id}/insights`, { token });
  assert.equal(insights.searches, 0, 'questions of the team are not recorded');
});
