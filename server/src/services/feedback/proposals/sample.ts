import { parseId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { Change } from '../../../instance/proposals/kinds.ts';
import { beginProposal, completeProposal } from '../../../instance/proposals/store.ts';

/** A change to propose for an entry. */
export interface Proposed {
  id: string;
  kind: 'duplicate' | 'tags';
  change: Change;
}

/**
 * Adds open proposals as a language model makes them, which a member can accept without one. Writes to the database, because the API makes
 * proposals by a model only.
 */
export async function fillProposals(db: Db, projectId: string, proposed: Proposed[]): Promise<void> {
  const project_id = parseId('prj', projectId) as string;
  for (const { id: subject_id, kind, change } of proposed)
    await transact(db, async (tx) => {
      const row = { project_id, id: newId(), kind };
      await beginProposal(tx, row);
      await completeProposal(tx, { ...row, subject_id, change });
    });
}
