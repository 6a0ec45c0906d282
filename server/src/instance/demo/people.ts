import type { Body } from '@earshot/sdk';
import type { Random } from './random.ts';
import names from './people.json' with { type: 'json' };

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

/** Returns the id of a person in the product, as in user tokens. */
export const toUserId = ({ number }: Pick<Person, 'number'>): string => `user-${number}`;

/** Creates people with different names and addresses. */
export function createPeople(random: Random, count: number): Person[] {
  return Array.from({ length: count }, (_, number) => {
    // The combinations of first and last names do not repeat within their product.
    const first = names.firstNames[number % names.firstNames.length] as string;
    const last = names.lastNames[(number + Math.floor(number / names.firstNames.length)) % names.lastNames.length] as string;
    return {
      number,
      name: `${first} ${last}`,
      email: `${first}.${last}${number < names.firstNames.length ? '' : number}@example.com`.toLowerCase(),
      title: random.pick(names.roles),
      company: random.pick(names.companies),
      visitorId: random.uuid(),
      isSignedIn: number % 2 === 0,
    };
  });
}

/** Monthly price of a seat. */
const SEAT_PRICE = 12;
/** Seats above which a company has another plan. */
const LARGE_TEAM = 8;

/** Returns what the product knows of the people for whom it signs user tokens, as `POST /v1/people/batch` takes it. */
export function describePeople(people: Person[]): Body<'POST /v1/people/batch'>['people'] {
  return people
    .filter(({ isSignedIn }) => isSignedIn)
    .map((person) => {
      const colleagues = people.filter(({ company, isSignedIn }) => isSignedIn && company === person.company).length;
      return {
        user_id: toUserId(person),
        name: person.name,
        email: person.email,
        attributes: { role: person.title, plan: colleagues > LARGE_TEAM ? 'agency' : 'studio' },
        company: {
          id: person.company.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
          name: person.company,
          attributes: { mrr: colleagues * SEAT_PRICE, seats: colleagues },
        },
      };
    });
}
