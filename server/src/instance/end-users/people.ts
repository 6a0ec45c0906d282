import type { PersonalData } from '../../platform/postgres/person.ts';
import { deletePersonSessions, findPersonSessions } from './sessions-store.ts';

/** Sessions of the person on public pages. Erasure ends them. */
export const endUserPeople: PersonalData = {
  sections: {
    end_user_sessions: async (...params) =>
      (await findPersonSessions(...params)).map(({ created_at, last_used_at, expires_at, ...person }) => ({
        ...person,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
  },
  erase: async (tx, projectId, person) => ({ end_user_sessions: await deletePersonSessions(tx, projectId, person) }),
};
