/** A person outside of the team, whose requests a member records. */
export interface Person {
  name?: string | undefined;
  email?: string | undefined;
  user_id?: string | undefined;
}

/** Returns the text of a person in a field: `Ada <ada@example.com>`. */
export const textOfPerson = ({ name, email, user_id }: Person): string =>
  name && email ? `${name} <${email}>` : (name ?? email ?? user_id ?? '');

/** Returns the person of a typed text: a name, an address, or both as in mail programs. */
export function parsePerson(text: string): Person {
  const [, name = '', email] = /^(.*?)\s*<?([^\s<>]+@[^\s<>]+)>?$/.exec(text.trim()) ?? [undefined, text.trim()];
  return { ...(name && { name }), ...(email && { email }) };
}
