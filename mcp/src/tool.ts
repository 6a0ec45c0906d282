import { Id } from '@earshot/contract/shared/common';
import type { Scope } from '@earshot/contract/instance/scopes';
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Api } from './api.ts';

/** Effect of a tool. Assistants ask before tools that overwrite something, or that reach people outside the project. */
export type Effect =
  /** Changes nothing. */
  | 'read'
  /** Adds an entry with each call. */
  | 'create'
  /** Replaces properties of an entry. Repeated calls have no further effect. */
  | 'change'
  /** Sends mails or makes content public, with each call. */
  | 'announce';

/** A tool of the MCP server: one or two requests to the HTTP API, which validates and authorizes them. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  /** Scopes that a token requires for the requests of the tool. The API checks them; apps are told which of them they lack. */
  scopes: Scope[];
  /** JSON Schema of the arguments. */
  input: object;
  /** JSON Schema of the result. */
  output: object;
  /** Whether results contain texts of end users, visitors or other untrusted people. */
  isUntrusted: boolean;
  run: (api: Api, input: never) => Promise<object>;
}

interface Definition<Input extends TProperties> extends Omit<Tool, 'input' | 'output' | 'run' | 'isUntrusted'> {
  input: Input;
  /** Properties of the result. */
  output: TProperties;
  isUntrusted?: boolean;
  run: (api: Api, input: Static<TObject<Input>>) => Promise<object>;
}

/** Creates a tool. Constraints of its input come from the contract of the API. */
export const defineTool = <Input extends TProperties>({
  input,
  output,
  isUntrusted = false,
  ...tool
}: Definition<Input>): Tool => ({
  ...tool,
  isUntrusted,
  input: shorten(Type.Object(input, { additionalProperties: false })),
  output: outline(Type.Object({ ...(isUntrusted && { notice: Type.String() }), ...output })),
});

/** A part of a JSON Schema. */
interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/**
 * Returns the types of a schema without their constraints, because results come from the API, and assistants read the schemas of all
 * tools in every conversation. No property is required: those that are empty are left out.
 */
function outline({ type, properties, items, anyOf }: Schema): object {
  return {
    ...(type !== undefined && { type }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, outline(schema)])),
    }),
    ...(items && { items: outline(items) }),
    ...(anyOf && { anyOf: anyOf.map(outline) }),
  };
}

/**
 * Removes examples and formats, because assistants read the schemas of all tools in every conversation. The API checks the formats.
 * No tool has an argument with one of these names.
 */
const shorten = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'examples' || key === 'format' ? undefined : value)),
  ) as object;

/** Input of tools that work on a project. */
export const onProject = { project_id: Id('prj', 'Id or slug of the project; list_projects returns both') };

/** Selects properties of a schema. */
export const pick = <Properties extends TProperties, Name extends keyof Properties>(
  properties: Properties,
  ...names: Name[]
): Pick<Properties, Name> => Object.fromEntries(names.map((name) => [name, properties[name]])) as Pick<Properties, Name>;
