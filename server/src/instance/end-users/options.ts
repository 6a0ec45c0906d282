import type { Db } from '../../platform/postgres/database.ts';
import type { PeopleDeps } from '../people/people.ts';
import type { Codes } from './codes.ts';
import type { EndUserParts } from './parts.ts';

/** Dependencies of the routes. */
export interface EndUserOptions {
  db: Db;
  publicUrl: () => string;
  codes: Codes;
  /** Parts of the services for people who sign in. */
  parts: EndUserParts[];
  /** Dependencies of the erasure of a person. */
  people: PeopleDeps;
}

export const access = { access: { by: 'slug' } as const };
