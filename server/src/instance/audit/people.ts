import type { PersonalData } from '../../platform/postgres/person.ts';
import type { Retention } from '../../platform/postgres/retention.ts';
import { auditEntryForMember } from './projections.ts';
import { deleteOldEntries, erasePersonFromEntries, findPersonEntries } from './store.ts';

export const auditRetention: Retention = { setting: 'audit_log_days', deleteOld: deleteOldEntries };

/** Personal data in the audit log: addresses in changed texts. Erasure replaces them; the entries of the team's actions remain. */
export const auditPeople: PersonalData = {
  sections: {
    audit_entries: async (...params) => (await findPersonEntries(...params)).map(auditEntryForMember),
  },
  erase: async (tx, projectId, person) => ({ audit_entries: await erasePersonFromEntries(tx, projectId, person) }),
};
