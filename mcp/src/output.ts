import { type TObject, type TProperties, Type } from 'typebox';
import { select } from './results.ts';
import { pick } from './tool.ts';

/** Properties of a resource that a tool returns: their schema, and the function that selects them. */
interface View<Name extends string> {
  properties: TProperties;
  select: <T extends Partial<Record<Name, unknown>>>(resource: T) => Partial<Pick<T, Name & keyof T>>;
}

/** Creates a view of a resource of the API. Properties that are null, undefined or empty are left out. */
export const createView = <Properties extends TProperties, Name extends string & keyof Properties>(
  resource: TObject<Properties>,
  ...names: Name[]
): View<Name> => ({
  properties: pick(resource.properties, ...names),
  select: (object) => select(object, ...(names as (Name & keyof typeof object)[])),
});

/** Returns the properties of a page of a list. */
export const listOutput = (properties: TProperties): TProperties => ({
  total: Type.Integer(),
  page: Type.Integer(),
  data: Type.Array(Type.Object(properties)),
});
