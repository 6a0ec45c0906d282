import type { Instance } from '../../../instance/instance.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type AdoptionPeers, measureAdoption } from './adoption.ts';
import { listUnannounced, markAnnounced } from './adoption-store.ts';
import { adoptionForEvent } from './projections.ts';

declare module '../../../platform/jobs/events.ts' {
  interface EventData {
    'changelog.adoption_measured': { entry_id: string };
  }
}

/** Announces the adoption of each entry once, within ten minutes after the end of its window. */
export function announceAdoption(deps: Pick<Instance, 'db' | 'jobs' | 'events'> & AdoptionPeers): void {
  const { db, jobs, events } = deps;
  jobs.schedule('changelog.announce-adoption', '*/10 * * * *', async () => {
    for (const entry of await listUnannounced(db)) {
      const adoption = await measureAdoption(deps, entry);
      // Events of the window are still being written. The next run measures it.
      if (!adoption.isComplete) continue;
      await transact(db, async (tx) => {
        if (await markAnnounced(tx, entry))
          await events.record(tx, entry.project_id, [
            { type: 'changelog.adoption_measured', data: { entry_id: entry.id }, subject: adoptionForEvent(adoption) },
          ]);
      });
    }
  });
}
