import { listStored, readStored, store } from './storage.ts';

// Sign-in of people on sites where the browser sends no cookie of Earshot. Nothing is stored before.

const PREFIX = 'earshot.person.';

interface StoredPerson {
  token: string;
  email: string;
  expires_at: string;
}

/** Returns the person who signed in for a project in this browser, unless the sign-in has expired. */
export function readPerson(projectKey: string): StoredPerson | undefined {
  const person = JSON.parse(readStored(PREFIX + projectKey) || 'null') as StoredPerson | null;
  return person && Date.parse(person.expires_at) > Date.now() ? person : undefined;
}

export const keepPerson = (projectKey: string, { token, email, expires_at }: StoredPerson): void =>
  store(PREFIX + projectKey, JSON.stringify({ token, email, expires_at }));

/** Forgets the person of a project. */
export const forgetPerson = (projectKey: string): void => store(PREFIX + projectKey, '');

/** Forgets the people of all projects, after a token was rejected. */
export function forgetPeople(): void {
  for (const name of listStored(PREFIX)) store(name, '');
}
