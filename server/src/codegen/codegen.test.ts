import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { renderFiles } from './codegen.ts';
import { loadOpenApi } from './openapi.ts';

const documents = await renderFiles();

for (const { file, content } of documents) {
  const name = file.pathname.split('/').at(-1);
  test(`${name} matches the code`, () => {
    assert.equal(readFileSync(file, 'utf8'), content, `${name} has drifted: run \`npm run generate\` and commit it`);
  });
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; schema: { examples?: unknown[] }; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown; examples?: unknown }> };
}
interface Schema {
  examples?: unknown[];
  example?: unknown;
}

const openApi = await loadOpenApi();

test('the OpenAPI document passes the linter', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The contract defines both `/by-project/{slug}` and `/{id}/upvote`; `by-project` is never an id.
      'no-ambiguous-paths': 'off',
      // The health checks never return 4xx.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(openApi), absoluteRef: 'openapi.json', config });
  const sentences = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
  assert.deepEqual(sentences, []);
});

const { paths, webhooks } = openApi as unknown as Document;
const operations = Object.values({ ...paths, ...webhooks }).flatMap((path) => Object.values(path));

test('every request body of operations and webhooks has an example', () => {
  const without = operations
    .filter(({ requestBody }) => {
      const [content] = Object.values(requestBody?.content ?? {});
      return content && !(content.schema.examples ?? content.schema.example ?? content.example ?? content.examples);
    })
    .map(({ operationId }) => operationId);
  assert.deepEqual(without, []);
});

/** Length below which a description says hardly more than the summary. */
const MIN_DESCRIPTION = 80;

test('every operation and webhook has a description that says more than its summary', () => {
  const short = operations
    .map(({ operationId, summary, description }) => ({
      operationId,
      summary,
      text: description.split('\n\n**Access.**')[0] ?? '',
    }))
    .filter(({ summary, text }) => text.length < Math.max(MIN_DESCRIPTION, summary.length + 20))
    .map(({ operationId, text }) => `${operationId}: ${text}`);
  assert.deepEqual(short, []);
});
