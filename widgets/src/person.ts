import { readStored, store } from './storage.ts';

// Sign-in of people on sites where the browser sends no cookie of Earshot. Nothing is stored before.

const NAME = 'earshot.people';

interface StoredPerson {
  token: string;
  email: string;
  expires_at: string;
}

const readPeople = () => JSON.parse(readStored(NAME) || '{}') as Record<string, StoredPerson | undefined>;

/** Returns the person who signed in for a project in this browser, unless the sign-in has expired. */
export function readPerson(projectKey: string): StoredPerson | undefined {
  const person = readPeople()[projectKey];
  return person && Date.parse(person.expires_at) > Date.now() ? person : undefined;
}

/** Keeps the person of a project, or forgets it. */
export const keepPerson = (projectKey: string, person: StoredPerson | undefined): void =>
  store(NAME, JSON.stringify({ ...readPeople(), [projectKey]: person }));

/** Forgets the people of all projects, after a token was rejected. */
export const forgetPeople = (): void => store(NAME, '');
