import type { PersonalData } from '../../platform/postgres/person.ts';
import { deleteProjectFiles } from './store.ts';

/** Personal data of imports. Files are not searched for a person: the erasure of anyone deletes all of them, with the lists of problems. */
export const importPeople: PersonalData = {
  sections: {},
  erase: async (tx, projectId) => ({ import_files: await deleteProjectFiles(tx, projectId) }),
};
