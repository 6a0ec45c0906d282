import { createHash } from 'node:crypto';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Serialize = (answer: unknown) => string;

const createSerializers = SerializerSelector();

/** Returns a key of a schema. Schemas with equal keys accept the same values. */
export const digestSchema = (schema: object): string => createHash('sha1').update(JSON.stringify(schema)).digest('base64url');

/** Serializers by the keys of their schemas. Most error responses have the same schema, and applications of a process have the same routes. */
const serializers = new Map<string, Serialize>();

/** Returns the names of the components that a schema refers to. */
const listReferences = (schema: object): string[] =>
  Array.from(JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)/g), ([, name]) => name as string);

/** Returns the components that a schema refers to, directly or not: the compiler checks each component that it is given. */
function pickComponents(schema: object, components: Record<string, object>): Record<string, object> {
  const picked: Record<string, object> = {};
  const waiting = listReferences(schema);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const component = components[name];
    if (!component || picked[name]) continue;
    picked[name] = component;
    waiting.push(...listReferences(component));
  }
  return picked;
}

/**
 * Compiles response serializers lazily, on first use. There is one for each status of each operation, and compiling all of them
 * took half of the startup time.
 */
export const buildSerializer: Factories['buildSerializer'] = (components, options) => {
  const find = (schema: object): Serialize => {
    const key = digestSchema(schema);
    const known = serializers.get(key);
    if (known) return known;
    const compile = createSerializers(pickComponents(schema, components as Record<string, object>), options);
    const serialize = compile({ schema } as never) as Serialize;
    serializers.set(key, serialize);
    return serialize;
  };
  return ({ schema }) => {
    let serialize: Serialize | undefined;
    return (answer) => {
      if (!serialize) {
        const { description: _, ...rest } = schema as { description?: string };
        serialize = find(rest);
      }
      return serialize(answer);
    };
  };
};
