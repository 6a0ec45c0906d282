import type { PersonalData } from '../../platform/postgres/person.ts';
import { deletePersonalExports } from './exports-store.ts';

/** Archives are not searched for a person: those with personal data are deleted. Files without a row cannot be downloaded. */
export const archivePeople: PersonalData = {
  sections: {},
  erase: async (tx, projectId) => ({ exports: await deletePersonalExports(tx, projectId) }),
};
