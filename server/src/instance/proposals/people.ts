import type { PersonalData } from '../../platform/postgres/person.ts';
import { eraseProposals } from './store.ts';

/** Proposals may repeat what a person wrote, in other words. They can be made again: the erasure of anyone deletes all of a project. */
export const proposalPeople: PersonalData = {
  sections: {},
  erase: async (tx, projectId) => ({ proposals: await eraseProposals(tx, projectId) }),
};
