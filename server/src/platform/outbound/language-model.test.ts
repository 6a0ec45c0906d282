import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLanguageModelServer } from '../../testing/models/language-model-server.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { until } from '../../testing/until.ts';
import { createLanguageModel, type LanguageModel, LanguageModelError, type LanguageModelFailure } from './language-model.ts';

const log = { warn: () => undefined };
const messages = [{ role: 'user' as const, content: 'Hello?' }];
const connect = (url: string) => createLanguageModel({ url, model: 'small', key: 'secret', log }) as LanguageModel;

async function read(parts: AsyncIterable<string>): Promise<string[]> {
  const received: string[] = [];
  for await (const part of parts) received.push(part);
  return received;
}

const failsWith = (failure: LanguageModelFailure) => (error: unknown) =>
  error instanceof LanguageModelError && error.failure === failure;

test('returns whole and streamed responses', async () => {
  const server = await startLanguageModelServer(([message]) => `You said ${message?.content}`);
  const model = connect(`${server.url}/`);
  assert.equal(await model.complete(messages, { maxTokens: 9, json: true }), 'You said Hello?');
  assert.deepEqual(await read(model.stream(messages, { maxTokens: 9 })), ['You ', 'said ', 'Hello?']);
  assert.deepEqual(server.requests, [
    { model: 'small', messages, stream: false, isJson: true, authorization: 'Bearer secret' },
    { model: 'small', messages, stream: true, isJson: false, authorization: 'Bearer secret' },
  ]);
});

test('ends the request when the reader leaves', async () => {
  const server = await startLanguageModelServer(() => 'one two three');
  const controller = new AbortController();
  server.onWord = async () => {
    controller.abort();
    return await new Promise(() => undefined);
  };
  await assert.rejects(read(connect(server.url).stream(messages, { maxTokens: 9, signal: controller.signal })), {
    name: 'AbortError',
  });
  await until(() => server.aborted === 1);
});

test('says what to do about each failure', async () => {
  const server = await startLanguageModelServer(() => 200);
  const model = connect(server.url);
  const statuses: [number, LanguageModelFailure][] = [
    [401, 'refused_key'],
    [403, 'refused_key'],
    [429, 'rate_limited'],
    [404, 'rejected'],
    [503, 'unavailable'],
  ];
  for (const [status, failure] of statuses) {
    server.answer = () => status;
    await assert.rejects(model.complete(messages, { maxTokens: 9 }), failsWith(failure), `${status}`);
    await assert.rejects(read(model.stream(messages, { maxTokens: 9 })), failsWith(failure), `${status} streamed`);
  }
  server.answer = () => 'one two';
  server.onWord = () => Promise.resolve(false);
  await assert.rejects(read(model.stream(messages, { maxTokens: 9 })), failsWith('unavailable'), 'broken connection');
  await assert.rejects(connect('http://127.0.0.1:1').complete(messages, { maxTokens: 9 }), /check EARSHOT_LLM_URL$/);

  const other = await startReceiver();
  const bodies = ['<html>', 'null', '{"choices": []}', '{"data": []}', '{"choices": [{"message": {"content": null}}]}'];
  for (const body of [...bodies, ' '.repeat(1024 * 1024 + 1)]) {
    other.answer((response) => response.writeHead(200).end(body));
    await assert.rejects(
      connect(other.url).complete(messages, { maxTokens: 9 }),
      failsWith('invalid_response'),
      body.slice(0, 50),
    );
  }
  other.answer((response) => response.writeHead(200).end('data: {"error": {"message": "overloaded"}}\n\n'));
  await assert.rejects(read(connect(other.url).stream(messages, { maxTokens: 9 })), failsWith('unavailable'));
  const withoutText = ['{"choices": [{"message": {"content": "Not streamed"}}]}', 'data: {"choices": [{"delta": {}}]}\n\n'];
  for (const body of withoutText) {
    other.answer((response) => response.writeHead(200).end(body));
    await assert.rejects(read(connect(other.url).stream(messages, { maxTokens: 9 })), failsWith('invalid_response'), body);
  }
});

test('limits the length by the name that the model accepts, and reports each failure', async () => {
  const other = await startReceiver();
  const names: string[][] = [];
  other.answer((response, { body }) => {
    names.push(Object.keys(JSON.parse(body)).filter((name) => name.startsWith('max_')));
    if ('max_tokens' in JSON.parse(body)) response.writeHead(400).end('{"error": "Use \'max_completion_tokens\' instead."}');
    else response.writeHead(200).end('{"choices": [{"message": {"content": "Hello"}}]}');
  });
  const warnings: object[] = [];
  const model = createLanguageModel({
    url: other.url,
    model: 'small',
    key: undefined,
    log: { warn: (details) => void warnings.push(details) },
  }) as LanguageModel;
  for (let i = 0; i < 2; i++) assert.equal(await model.complete(messages, { maxTokens: 9 }), 'Hello');
  assert.deepEqual(names, [['max_tokens'], ['max_completion_tokens'], ['max_completion_tokens']]);
  other.answer((response) => response.writeHead(200).end('no JSON'));
  await assert.rejects(model.complete(messages, { maxTokens: 9 }), failsWith('invalid_response'));
  assert.equal(warnings.length, 1);
});

test('exists only with a URL and a model', () => {
  assert.equal(createLanguageModel({ url: undefined, model: undefined, key: undefined, log }), undefined);
});
