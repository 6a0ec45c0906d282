import type { Random } from './random.ts';
import { COMPANIES, FIRST_NAMES, LAST_NAMES, ROLES } from './texts/people.ts';

/** A person who uses the product of the demo project. */
export interface Person {
  number: number;
  name: string;
  email: string;
  title: string;
  company: string;
  /** UUID of the browser of an anonymous person. */
  visitorId: string;
  /** Whether the product signs user tokens for the person. */
  isSignedIn: boolean;
  avatarUrl?: string;
}

/** Creates people with different names and addresses. */
export function createPeople(random: Random, count: number): Person[] {
  return Array.from({ length: count }, (_, number) => {
    // The combinations of first and last names do not repeat within their product.
    const first = FIRST_NAMES[number % FIRST_NAMES.length] as string;
    const last = LAST_NAMES[(number + Math.floor(number / FIRST_NAMES.length)) % LAST_NAMES.length] as string;
    return {
      number,
      name: `${first} ${last}`,
      email: `${first}.${last}${number < FIRST_NAMES.length ? '' : number}@example.com`.toLowerCase(),
      title: random.pick(ROLES),
      company: random.pick(COMPANIES),
      visitorId: random.uuid(),
      isSignedIn: number % 2 === 0,
    };
  });
}
