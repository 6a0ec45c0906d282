import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const createSerializers = SerializerSelector();

/**
 * Makes an answer's serializer when it is first needed. Most of them never are: there is one for each status of each operation, and
 * all of them at once were half of what a start does.
 */
export const buildSerializer: Factories['buildSerializer'] = (schemas, options) => {
  const compile = createSerializers(schemas, options);
  return (route) => {
    let serialize: ((answer: unknown) => string) | undefined;
    return (answer) => (serialize ??= compile(route))(answer);
  };
};
