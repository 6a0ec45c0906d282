import type { OpenApi } from './sdk-types.ts';

/** Renders the fields of each resource, which `--json` of the command line validates. */
export function renderCliFields({ components }: OpenApi): string {
  const { Error: _error, ErrorCode: _code, ...schemas } = components.schemas;
  const lines = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { properties = {} }]) => [
      renderFields(name, properties),
      // Lists that are printed instead of their resource, such as the results of a search.
      ...Object.entries(properties).flatMap(([field, { items }]) =>
        items?.properties ? [renderFields(`'${name}.${field}'`, items.properties)] : [],
      ),
    ]);
  return `// Generated from the contract by \`npm run generate\`. Do not edit.

/** Names of the fields of each resource, and of the items of its lists. */
// oxfmt-ignore
export const FIELDS = {
${lines.join('\n')}
} as const;

export type Resource = keyof typeof FIELDS;
`;
}

const renderFields = (name: string, properties: object) =>
  `  ${name}: [${Object.keys(properties)
    .map((field) => `'${field}'`)
    .join(', ')}],`;
