/** The part of a JSON Schema that the contract makes use of. */
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

const HEAD = `// Made from the contract by \`npm run generate\`: change it there.
`;

/** What the SDK knows of the API, in TypeScript: each resource, and each route with what goes in and what comes out. */
export function renderSdkTypes({ paths, components }: OpenApi): string {
  const { Error: error, ...schemas } = components.schemas;
  const { code = {}, fields = {} } = error?.properties ?? {};
  const resources = Object.entries(schemas).map(([name, schema]) => `export interface ${name} ${typeOf(schema, 0)}`);
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(`${method.toUpperCase()} ${path}`, operation)),
  );
  const errors = [
    `/** All error codes of the API. */\nexport type ErrorCode =\n${code.enum?.map((word) => `  | '${word}'`).join('\n')};`,
    `/** How a field is invalid. */\nexport interface FieldError ${objectOf(fields.items ?? {}, 0)}`,
  ];
  return `${HEAD}\n${[...resources, ...errors].join('\n\n')}\n\n/** Every route of the API: the parts of its path, its query, its body, and what it answers. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`;
}

function routeOf(route: string, { summary, parameters = [], requestBody, responses }: Operation): string {
  const among = (place: string): Schema => {
    const these = parameters.filter((parameter) => parameter.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(these.map(({ name, schema, description }) => [name, { ...schema, description }])),
      required: these.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const [content] = Object.values(requestBody?.content ?? {});
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [type, returned] = Object.entries(answer?.content ?? {})[0] ?? [];
  const result = type === undefined ? 'undefined' : type === 'application/json' ? typeOf(returned?.schema ?? {}, 2) : 'string';
  return [
    `  /** ${summary} */`,
    `  '${route}': {`,
    `    path: ${typeOf(among('path'), 2)};`,
    `    query: ${typeOf(among('query'), 2)};`,
    `    body: ${content ? typeOf(content.schema, 2) : 'undefined'};`,
    `    result: ${result};`,
    '  };',
  ].join('\n');
}

/** A schema as a type. `depth` is that of the line it begins on. */
function typeOf(schema: Schema, depth: number): string {
  const { $ref, title, enum: words, anyOf, type } = schema;
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown';
  // Types that are written once, at the end of the resources.
  if (title) return title;
  if (words) return words.map((word) => (word === null ? 'null' : `'${word}'`)).join(' | ');
  if (anyOf) return anyOf.map((one) => typeOf(one, depth)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, depth)).join(' | ');
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const item = typeOf(schema.items ?? {}, depth);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectOf(schema, depth);
    default:
      return 'unknown';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const entries = Object.entries(properties);
  if (!entries.length) {
    if (typeof additionalProperties === 'object') return `Record<string, ${typeOf(additionalProperties, depth)}>`;
    return additionalProperties ? 'Record<string, unknown>' : 'Record<string, never>';
  }
  const indent = '  '.repeat(depth + 1);
  const lines = entries.map(([name, schema]) => {
    const isOptional = !required.includes(name);
    const comment = schema.description ? `${indent}/** ${schema.description.replaceAll('*/', '*\\/')} */\n` : '';
    return `${comment}${indent}${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}${isOptional ? '?' : ''}: ${typeOf(schema, depth + 1)};`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}
