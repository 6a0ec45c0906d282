import { Errors } from 'typebox/schema';

/** Maximum distance of a similar name, as a share of its length. */
const MAX_DISTANCE = 0.4;
const MIN_PREFIX = 3;

interface JsonSchema {
  properties?: Record<string, unknown>;
}

interface Failure {
  keyword: string;
  instancePath: string;
  params: { requiredProperties?: string[]; additionalProperties?: string[]; allowedValues?: unknown[]; allowedValue?: unknown };
  message: string;
}

/**
 * Describes what is wrong with the arguments of a tool: one sentence for each argument, with its name and the values that it may have.
 * Returns no sentence for valid arguments.
 */
export function describeArguments(schema: object, values: unknown): string[] {
  const [, errors] = Errors(schema, values) as unknown as [boolean, Failure[]];
  const unknown = errors.flatMap(({ params, instancePath }) =>
    (params.additionalProperties ?? []).map((name) => ({ name, parent: instancePath })),
  );
  const isUnknown = (path: string) => unknown.some(({ name, parent }) => path === `${parent}/${name}`);
  const sentences = [...Map.groupBy(errors, ({ instancePath }) => instancePath)]
    .filter(([path]) => !isUnknown(path))
    .flatMap(([path, failures]) => describeFailures(formatPath(path), failures));
  const names = Object.keys((schema as JsonSchema).properties ?? {});
  return [
    ...sentences,
    ...unknown.map(({ name, parent }) => describeUnknown(formatPath(`${parent}/${name}`), parent ? [] : names)),
  ];
}

/** Returns the path of an argument, such as `steps.0.page`. */
const formatPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/** Describes an argument once: by the values that it may have, if there is a list of them, otherwise by its first failure. */
function describeFailures(path: string, failures: Failure[]): string[] {
  const missing = failures.flatMap(({ params }) => params.requiredProperties ?? []);
  const required = missing.map((name) => `${path ? `${path}.${name}` : name} is required`);
  const allowed = failures.flatMap(
    ({ params }) => params.allowedValues ?? (params.allowedValue === undefined ? [] : [params.allowedValue]),
  );
  if (allowed.length) return [...required, `${path} must be one of ${[...new Set(allowed)].map(String).join(', ')}`];
  const first = failures.find(({ keyword }) => !['required', 'additionalProperties', 'anyOf', 'boolean'].includes(keyword));
  return first ? [...required, `${path || 'The arguments'} ${first.message}`] : required;
}

function describeUnknown(path: string, names: string[]): string {
  const similar = names
    .map((name) => ({ name, distance: computeDistance(path.toLowerCase(), name) }))
    .toSorted((one, other) => one.distance - other.distance)[0];
  const isSimilar = similar && similar.distance <= path.length * MAX_DISTANCE;
  const candidate = isSimilar ? similar.name : names.find((name) => isPart(path, name));
  const hint = candidate ? `. Did you mean ${candidate}?` : names.length ? `. Arguments: ${names.join(', ')}` : '';
  return `${path} is not an argument of this tool${hint}`;
}

/** Returns whether one of two names consists of words of the other, or is its beginning: `project` and `project_id`. */
const isPart = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return `_${long}_`.includes(`_${short}_`) || (short.length >= MIN_PREFIX && long.startsWith(short));
};

/** Returns the Levenshtein distance of two names. */
function computeDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, character] of Array.from(one).entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
