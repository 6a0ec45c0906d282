import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadOpenApi } from './openapi.ts';

// Checks the OpenAPI document against docs/api-conventions.md.

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  'x-aliases'?: Record<string, string>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { paths, components } = (await loadOpenApi()) as unknown as Document;
const conventions = read('docs/api-conventions.md');
const operations = Object.values(paths).flatMap((path) => Object.values(path));

/** Resources of an account, and parts of resources. */
const WITHOUT_PROJECT = new Set([
  'Project',
  'PersonalToken',
  'NewPersonalToken',
  'ConnectedApp',
  'Passkey',
  'ActiveSession',
  'AccountLogEntry',
  'WaitingDevice',
  'ServiceAccountToken',
]);

/** Records of other systems in requests. */
const isRecord = (name: string) => name.endsWith('Record');

test('every resource of a project has its id', () => {
  const missing = Object.entries(components.schemas)
    .filter(
      ([name, { properties = {} }]) =>
        'created_at' in properties && !('project_id' in properties) && !WITHOUT_PROJECT.has(name) && !isRecord(name),
    )
    .map(([name]) => name);
  assert.deepEqual(missing, []);
});

/** Positions on the time axis of reports, and filters by time. */
const TIMES = new Set([
  'as_of',
  'from',
  'to',
  'previous_from',
  'previous_to',
  'time',
  'start',
  'timestamp',
  'published_after',
  'since',
  'until',
  'created_since',
  'created_until',
  'previous_time',
]);

test('names of times end with _at', () => {
  const names = new Set<string>();
  const visit = ({ properties = {}, items, allOf = [], anyOf = [] }: Schema) => {
    for (const [name, property] of Object.entries(properties)) {
      if (property.format === 'date-time' && !name.endsWith('_at') && !TIMES.has(name)) names.add(name);
      visit(property);
    }
    for (const part of [...(items ? [items] : []), ...allOf, ...anyOf]) visit(part);
  };
  for (const schema of Object.values(components.schemas)) visit(schema);
  for (const { requestBody, responses } of operations)
    for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
      for (const { schema } of Object.values(content)) visit(schema);
  assert.deepEqual([...names], []);
});

test('every list has its items in data', () => {
  const resolve = (schema: Schema): Schema => components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  const others = operations.flatMap(({ operationId, responses }) => {
    const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
      ?.schema;
    const { type, properties = {} } = schema ? resolve(schema) : {};
    const isList = type === 'array' || ('total' in properties && 'page' in properties);
    return isList && !('data' in properties) ? [operationId] : [];
  });
  assert.deepEqual(others, []);
});

test('the document of the conventions lists the other names of fields', () => {
  for (const { operationId, requestBody } of operations)
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      for (const [alias, name] of Object.entries(schema['x-aliases'] ?? {}))
        assert.match(conventions, new RegExp(`\\| [^|]*\`${name}\`[^|]* \\| [^|]*\`${alias}\``), `${operationId}: ${alias}`);
});
