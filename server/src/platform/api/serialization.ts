import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const createSerializers = SerializerSelector();

/**
 * Compiles response serializers lazily, on first use. There is one for each status of each operation, and compiling all of them
 * took half of the startup time.
 */
export const buildSerializer: Factories['buildSerializer'] = (schemas, options) => {
  const compile = createSerializers(schemas, options);
  return (route) => {
    let serialize: ((answer: unknown) => string) | undefined;
    return (answer) => (serialize ??= compile(route))(answer);
  };
};
