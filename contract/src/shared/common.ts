import { Type, type Static, type TSchema, type TObject, type TProperties } from 'typebox';

/** Makes a schema nullable. Uses a type array, the form that both OpenAPI 3.1 and the serializer support best. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as T & { type: string };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...('enum' in rest ? { enum: [...(rest.enum as unknown[]), null] } : {}),
  });
}

/** Creates a string schema with a fixed list of values. */
export function OneOf<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });
}

/** Query parameters of exports as CSV. */
export const csvQuery = {
  bom: Type.Optional(
    Type.Boolean({
      description:
        'Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`.',
    }),
  ),
};

/** Returns the query parameters of the export of a list: the filters and the sort order of the list. */
export function exportQuery<T extends TProperties>(list: TObject<T>) {
  const { page: _page, limit: _limit, cursor: _cursor, ...filters } = list.properties;
  return { ...filters, ...csvQuery };
}

/** Seconds that a rotated key, secret or token stays valid, unless the previous one is revoked immediately. */
export const ROTATION_GRACE_S = 86_400;

/** Maximum number of values of a repeatable query parameter. */
const MAX_REPETITIONS = 20;

/** Creates the schema of a query parameter that can be repeated: one value, or an array of values. */
export function Repeatable<T extends TSchema>(item: T, options: object = {}, max = MAX_REPETITIONS) {
  return Type.Unsafe<Static<T> | Static<T>[]>({
    anyOf: [item, { type: 'array', items: item, minItems: 1, maxItems: max }],
    ...options,
  });
}

/** Creates a named component of the OpenAPI document, which `Ref` references. */
export function Component<T extends TProperties>(name: string, properties: T, options: object = {}) {
  return Type.Object(properties, { $id: name, additionalProperties: false, ...options });
}

/** Creates a reference to a component, with the type of the component. */
export function Ref<T extends TObject>(component: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${(component as T & { $id: string }).$id}#` });
}

/** Creates the schema of a request body. Unknown fields are rejected so that typing errors are noticed. */
export function Body<T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Other names of the fields of a request body, by the name. The server renames the fields before it validates the body. */
export type Aliases = Readonly<Record<string, string>>;

/** Description of a field that is another name of a field. */
export const describeAlias = (name: string) => `Other name of \`${name}\``;

/**
 * Adds other names of fields to the schema of a request body. A field with another name is not listed as required, because either name is
 * sufficient; `x-required` contains the fields that are required under one of their names.
 */
export function withAliases<T extends TObject>(body: T, aliases: Aliases): T {
  const { properties, required } = body as T & { required?: string[] };
  const names = new Set(Object.values(aliases));
  const others = Object.entries(aliases).map(([alias, name]) => [
    alias,
    Type.Optional({ ...properties[name], description: describeAlias(name) }),
  ]);
  return {
    ...body,
    properties: { ...properties, ...Object.fromEntries(others) },
    ...(required && { required: required.filter((name) => !names.has(name)), 'x-required': required }),
    'x-aliases': aliases,
  };
}

export const Timestamp = (options: object = {}) =>
  Type.String({
    format: 'date-time',
    description: 'Date and time in ISO 8601, UTC, with milliseconds',
    examples: ['2026-11-20T09:30:00.000Z'],
    ...options,
  });

/** Creates the filters of a list by the time of creation. */
export const createdRange = (items: string) => ({
  created_since: Type.Optional(Timestamp({ description: `Only ${items} that were created at or after this time` })),
  created_until: Type.Optional(Timestamp({ description: `Only ${items} that were created before this time` })),
});

/** Creates the schema of a TypeID: a prefix, `_`, and a UUIDv7 in Crockford base 32. */
export const Id = (prefix: string, description?: string) =>
  Type.String({
    description: description ?? `TypeID with the prefix \`${prefix}_\``,
    examples: [`${prefix}_01kaga0zrefb8tqs3yh4kx9m2d`],
  });

/** The path parameters of public project routes. */
export const SlugParams = Type.Object({ slug: Type.String({ description: 'Slug of the project', examples: ['acme'] }) });

export const Email = (options: object = {}) =>
  Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'], ...options });

export const Url = (options: object = {}) =>
  Type.String({ format: 'http-url', maxLength: 2048, examples: ['https://example.com/page'], ...options });

/** Creates the schema of a honeypot field, which forms include and hide. */
export const Honeypot = () =>
  Type.String({
    maxLength: 2048,
    description: 'Honeypot field, hidden from users. Submissions with a value receive a normal response and are discarded.',
    examples: [''],
  });

/** Parameters of a page by its number. */
export const PageNumber = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page number, starting at 1' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Number of items per page' })),
};

/** Parameters of a list. */
export const Page = {
  ...PageNumber,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8192,
      description:
        '`next_cursor` of the previous page of the same list, with the same filters and sort order. Unlike `page`, no item is skipped or returned twice when items before it are added, changed or deleted. Replaces `page`.',
    }),
  ),
};

/** Creates the schema of a list envelope without cursor, for a selection of items. */
export const SelectionOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });

/** Creates the schema of a list envelope. */
export const ListOf = <T extends TSchema>(item: T) =>
  Type.Object({
    ...SelectionOf(item).properties,
    next_cursor: Nullable(
      Type.String({ description: '`cursor` of the next page. Null on the last page and for lists that have one page.' }),
    ),
  });

export const Ok = Component('Ok', { ok: Type.Boolean({ examples: [true] }) });

export const SLUG_PATTERN = '^[a-z0-9](-?[a-z0-9])*$';
