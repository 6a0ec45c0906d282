import { isDeepStrictEqual } from 'node:util';

/** The subset of JSON Schema that the contract uses. */
interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  enum?: (string | number | null)[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  format?: string;
  description?: string;
}

interface Operation {
  summary: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  /** Requests that webhooks send, by event type. */
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { allOf: Schema[] } }> } } }>;
  components: { schemas: Record<string, Schema> };
}

/** Longest object that is rendered in one line. */
const MAX_LINE = 100;

const HEAD = `// Generated from the contract by \`npm run generate\`. Do not edit.
import type { Page } from './page.ts';
`;

/** Query parameters that many operations share, by the name of their type. */
const QUERIES = {
  ProjectQuery: ['project_id'],
  PageQuery: ['page', 'limit', 'cursor'],
  ReportQuery: ['period', 'from', 'to', 'timezone', 'filter', 'bots'],
};
/** Properties of a page of a list (`Page` of the SDK). */
const PAGE = ['data', 'total', 'page', 'limit', 'next_cursor'];

/** Renders the TypeScript types of the SDK: resources, error codes, and the parameters, body and result of each route. */
export function renderSdkTypes({ paths, webhooks, components }: OpenApi): string {
  const { Error: error, ErrorCode: code = {}, ...schemas } = components.schemas;
  const { fields = {} } = error?.properties ?? {};
  const types = createNames();
  const resources = Object.entries(schemas).map(([name, schema]) => `export interface ${name} ${renderType(schema, 0)}`);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  const queries = Object.entries(QUERIES).map(([name, names]) => {
    const complete = operations.find(({ operation }) =>
      names.every((one) => selectParameters(operation, 'query').properties?.[one]),
    );
    if (!complete) throw new Error(`No operation has all parameters of ${name}`);
    return { name, schema: pick(selectParameters(complete.operation, 'query'), names) };
  });
  const shared = queries.map(({ name, schema }) => `export interface ${name} ${renderType(schema, 0, true)}`);
  const routes = operations.map(({ route, operation }) => renderRoute(route, operation, queries, types));
  const scope = schemas.PersonalToken?.properties?.scopes?.items ?? {};
  const events = Object.values(webhooks).flatMap(({ post }) =>
    Object.values(post.requestBody.content).map(({ schema }) => renderType(schema.allOf[0] ?? {}, 0)),
  );
  const errors = [
    renderUnion('ErrorCode', 'Error codes of the API.', code),
    renderUnion('Scope', 'Scopes of tokens.', scope),
    `/** The body of a webhook request. \`type\` tells which fields \`data\` has. */\nexport type WebhookEvent =\n${[...new Set(events)].map((event) => `  | ${event}`).join('\n')};`,
    `/** An invalid field of a request. */\nexport interface FieldError ${renderObject(fields.items ?? {}, 0)}`,
  ];
  return `${HEAD}\n${[...resources, ...errors, ...shared].join('\n\n')}\n\n/** Routes of the API with their path parameters, query parameters, request body and result. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`;
}

/** Names of types that have been rendered, so that a type that occurs again is referred to by name. */
function createNames() {
  const names = new Map<string, string>();
  const withoutIndent = (type: string) => type.replaceAll(/^ +/gm, '');
  return {
    add: (type: string, name: string) => {
      if (type.includes('\n') && !names.has(withoutIndent(type))) names.set(withoutIndent(type), name);
    },
    find: (type: string) => names.get(withoutIndent(type)),
  };
}

const isPage = ({ properties = {} }: Schema) => PAGE.every((name) => name in properties);

function pick({ properties = {}, required = [], ...schema }: Schema, names: readonly string[]): Schema {
  return {
    ...schema,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => names.includes(name)),
  };
}

const omit = (schema: Schema, names: readonly string[]) =>
  pick(
    schema,
    Object.keys(schema.properties ?? {}).filter((name) => !names.includes(name)),
  );

function selectParameters({ parameters = [] }: Operation, location: string): Schema {
  const selected = parameters.filter((parameter) => parameter.in === location);
  return {
    type: 'object',
    properties: Object.fromEntries(selected.map(({ name, schema, description }) => [name, { ...schema, description }])),
    required: selected.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Returns the schema of the JSON that an operation returns, if any. */
const schemaOfResult = ({ responses }: Operation): Schema | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']?.schema;

const renderUnion = (name: string, description: string, { enum: words = [] }: Schema) =>
  `/** ${description} */\nexport type ${name} =\n${words.map((word) => `  | '${word}'`).join('\n')};`;

function renderRoute(
  route: string,
  operation: Operation,
  queries: { name: string; schema: Schema }[],
  types: ReturnType<typeof createNames>,
): string {
  const { summary, requestBody, responses } = operation;
  const [content] = Object.values(requestBody?.content ?? {});
  const result = schemaOfResult(operation);
  const isText = Object.entries(responses).some(([status, response]) => status.startsWith('2') && response.content);
  const parts = {
    path: renderType(selectParameters(operation, 'path'), 2, true),
    query: renderQuery(selectParameters(operation, 'query'), queries),
    body: content ? renderType(content.schema, 2, true) : 'undefined',
    result: result ? renderResult(result) : isText ? 'string' : 'undefined',
  };
  const lines = Object.entries(parts).map(([name, type]) => {
    const known = types.find(type);
    types.add(type, `Routes['${route}']['${name}']`);
    return `    ${name}: ${known ?? type};`;
  });
  return [`  /** ${summary} */`, `  '${route}': {`, ...lines, '  };'].join('\n');
}

/** Renders query parameters as the types that many operations share, and the other parameters. */
function renderQuery(schema: Schema, queries: { name: string; schema: Schema }[]): string {
  const isIncluded = (shared: Schema) => isDeepStrictEqual(pick(schema, Object.keys(shared.properties ?? {})), shared);
  const included = queries.filter((query) => isIncluded(query.schema));
  const rest = omit(
    schema,
    included.flatMap((query) => Object.keys(query.schema.properties ?? {})),
  );
  const isComplete = included.length && !Object.keys(rest.properties ?? {}).length;
  return [...included.map(({ name }) => name), ...(isComplete ? [] : [renderType(rest, 2, true)])].join(' & ');
}

function renderResult(schema: Schema): string {
  const { data, ...others } = schema.properties ?? {};
  if (!data?.items || !isPage(schema)) return renderType(schema, 2);
  const page = `Page<${renderType(data.items, 2)}>`;
  const isOnlyPage = Object.keys(others).every((name) => PAGE.includes(name));
  return isOnlyPage ? page : `${page} & ${renderType(omit(schema, PAGE), 2)}`;
}

/**
 * Renders a schema as a type. `depth` is the indentation of the first line. Types of input accept what callers have at hand: read-only
 * arrays, `Date` for timestamps, and `undefined` for optional properties also with `exactOptionalPropertyTypes`.
 */
function renderType(schema: Schema, depth: number, isInput = false): string {
  const { $ref, title, enum: values, anyOf, type } = schema;
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown';
  // Titled schemas are rendered once, after the resources.
  if (title) return Array.isArray(type) && type.includes('null') ? `${title} | null` : title;
  if (values) return values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
  if (anyOf) return anyOf.map((option) => renderType(option, depth, isInput)).join(' | ');
  if (Array.isArray(type)) return type.map((option) => renderType({ ...schema, type: option }, depth, isInput)).join(' | ');
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      if (schema.format === 'binary') return 'Blob';
      return isInput && schema.format === 'date-time' ? 'string | Date' : 'string';
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const item = renderType(schema.items ?? {}, depth, isInput);
      return (isInput ? 'readonly ' : '') + (/ \| |^readonly /.test(item) ? `(${item})[]` : `${item}[]`);
    }
    case 'object':
      return renderObject(schema, depth, isInput);
    default:
      return 'unknown';
  }
}

function renderObject({ properties = {}, required = [], additionalProperties }: Schema, depth: number, isInput = false): string {
  const entries = Object.entries(properties);
  if (!entries.length) {
    if (typeof additionalProperties === 'object') return `Record<string, ${renderType(additionalProperties, depth, isInput)}>`;
    return additionalProperties ? 'Record<string, unknown>' : 'Record<string, never>';
  }
  const indent = '  '.repeat(depth + 1);
  const members = entries.map(([name, schema]) => {
    const isOptional = !required.includes(name);
    const comment = schema.description ? `/** ${schema.description.replaceAll('*/', '*\\/')} */\n${indent}` : '';
    return `${comment}${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}${isOptional ? '?' : ''}: ${renderType(schema, depth + 1, isInput)}${isOptional && isInput ? ' | undefined' : ''};`;
  });
  const line = `{ ${members.join(' ')} }`;
  if (depth && line.length <= MAX_LINE && !line.includes('\n')) return line;
  return `{\n${members.map((member) => indent + member).join('\n')}\n${'  '.repeat(depth)}}`;
}
