import type { Body, Earshot, Feedback } from '@earshot/sdk';
import { UsageError } from '../../errors.ts';
import { oneLine } from '../../text.ts';

type Values = NonNullable<Body<'PATCH /v1/feedback/{id}'>['fields']>;

/**
 * Returns the values of `key=value` arguments in the types that the project of an entry declares. An empty value clears the field.
 * The server validates unknown keys and values.
 */
export async function parseCustomFields(client: Earshot, id: string, given: string[]): Promise<Values> {
  const { project_id: projectId } = await client.feedback.get(id);
  const { fields } = (await client.projects.get(projectId)).settings.feedback;
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`--field must have the form key=value, such as plan=pro: ${pair}`);
      const [key, text] = [pair.slice(0, at), pair.slice(at + 1)];
      return [key, text === '' ? null : parseValue(fields.find((field) => field.key === key)?.type, text)];
    }),
  );
}

function parseValue(type: string | undefined, text: string): string | number | boolean {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  return type === 'number' && !Number.isNaN(value) ? value : text;
}

/** Returns the custom fields of an entry as rows. */
export const listCustomFields = ({ fields = {} }: Feedback): [key: string, value: string][] =>
  Object.entries(fields).map(([key, value]) => [key, oneLine(String(value))]);
