/** The subset of JSON Schema that the contract uses. */
interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  enum?: (string | null)[];
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
  components: { schemas: Record<string, Schema> };
}

const HEAD = `// Generated from the contract by \`npm run generate\`. Do not edit.
`;

/** Renders the TypeScript types of the SDK: resources, error codes, and the parameters, body and result of each route. */
export function renderSdkTypes({ paths, components }: OpenApi): string {
  const { Error: error, ...schemas } = components.schemas;
  const { code = {}, fields = {} } = error?.properties ?? {};
  const resources = Object.entries(schemas).map(([name, schema]) => `export interface ${name} ${renderType(schema, 0)}`);
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => renderRoute(`${method.toUpperCase()} ${path}`, operation)),
  );
  const scope = schemas.PersonalToken?.properties?.scopes?.items ?? {};
  const errors = [
    renderUnion('ErrorCode', 'Error codes of the API.', code),
    renderUnion('Scope', 'Scopes of tokens.', scope),
    `/** An invalid field of a request. */\nexport interface FieldError ${renderObject(fields.items ?? {}, 0)}`,
  ];
  return `${HEAD}\n${[...resources, ...errors].join('\n\n')}\n\n/** Routes of the API with their path parameters, query parameters, request body and result. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`;
}

const renderUnion = (name: string, description: string, { enum: words = [] }: Schema) =>
  `/** ${description} */\nexport type ${name} =\n${words.map((word) => `  | '${word}'`).join('\n')};`;

function renderRoute(route: string, { summary, parameters = [], requestBody, responses }: Operation): string {
  const selectParameters = (location: string): Schema => {
    const selected = parameters.filter((parameter) => parameter.in === location);
    return {
      type: 'object',
      properties: Object.fromEntries(selected.map(({ name, schema, description }) => [name, { ...schema, description }])),
      required: selected.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const [content] = Object.values(requestBody?.content ?? {});
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [type, returned] = Object.entries(response?.content ?? {})[0] ?? [];
  const result =
    type === undefined ? 'undefined' : type === 'application/json' ? renderType(returned?.schema ?? {}, 2) : 'string';
  return [
    `  /** ${summary} */`,
    `  '${route}': {`,
    `    path: ${renderType(selectParameters('path'), 2, true)};`,
    `    query: ${renderType(selectParameters('query'), 2, true)};`,
    `    body: ${content ? renderType(content.schema, 2, true) : 'undefined'};`,
    `    result: ${result};`,
    '  };',
  ].join('\n');
}

/**
 * Renders a schema as a type. `depth` is the indentation of the first line. Types of input accept what callers have at hand: read-only
 * arrays, `Date` for timestamps, and `undefined` for optional properties also with `exactOptionalPropertyTypes`.
 */
function renderType(schema: Schema, depth: number, isInput = false): string {
  const { $ref, title, enum: values, anyOf, type } = schema;
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown';
  // Titled schemas are rendered once, after the resources.
  if (title) return title;
  if (values) return values.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');
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
  const lines = entries.map(([name, schema]) => {
    const isOptional = !required.includes(name);
    const comment = schema.description ? `${indent}/** ${schema.description.replaceAll('*/', '*\\/')} */\n` : '';
    return `${comment}${indent}${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}${isOptional ? '?' : ''}: ${renderType(schema, depth + 1, isInput)}${isOptional && isInput ? ' | undefined' : ''};`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}
