import { ImportWaitlist, WaitlistRecord as schema } from '@earshot/contract/services/waitlist/imports';
import { type Decision, findChanges, toOutcome } from '../../../instance/imports/decisions.ts';
import type { Batch, Importer } from '../../../instance/imports/importer.ts';
import { isNews } from '../../../instance/notifications/notifications.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { moveInLine } from '../line-store.ts';
import { updateReferralCredits } from '../referrals/referrals.ts';
import { deleteEntries, type Entry, insertEntries, raisePeaks, sumBoosts } from '../store.ts';
import { buildJoined, type Deps, lexemesFor, type OpenLine, recount, withLockedLine } from '../waitlist.ts';
import { describeFieldColumns } from '../../../instance/fields/columns.ts';
import { ANSWERS } from '../questions.ts';
import { decide, listNames, type WaitlistRecord } from './decide.ts';
import { findImported, updateEntries } from './store.ts';

/** Imports people with their order, status and referrals. */
export function createWaitlistImporter({ events }: Pick<Deps, 'events'>): Importer<WaitlistRecord> {
  return {
    collection: 'waitlist',
    schema,
    describeColumns: ({ waitlist: { questions } }) => ({
      ...describeFieldColumns(ANSWERS, questions),
      hasStatus: () => false,
    }),
    plan: async (db, { project }, records, upcoming) =>
      (await decide(db, project, records, upcoming)).map((decision) => toOutcome('wl', decision, { isPlanned: true })),
    listNames,
    save: (tx, { project, importId, notify }, records) =>
      withLockedLine(tx, project.id, async (_, line) => {
        const decisions = await decide(tx, project, records);
        const changes = findChanges(decisions);
        await store(tx, line, changes, { projectId: project.id, importId });
        const joined = changes.filter(({ from, to }) => !from && to.status === 'waiting').map(({ to }) => to);
        if (notify)
          await events.record(
            tx,
            project.id,
            joined.map((entry) => buildJoined(project, entry, { isPast: !isNews(entry) })),
          );
        return decisions.map((decision) => toOutcome('wl', decision));
      }),
    undo: (tx, projectId, importId, limit) =>
      withLockedLine(tx, projectId, async (_, line) => {
        const entries = await findImported(tx, projectId, importId, limit);
        for (const entry of entries) recount(line, entry, null);
        await deleteEntries(
          tx,
          projectId,
          entries.map(({ id }) => id),
        );
        await updateReferralCredits(
          tx,
          projectId,
          entries.map((from) => ({ from, to: null })),
        );
        return entries.length;
      }),
  };
}

/** Stores changed entries, and adds new ones to the end of the line in their order. */
async function store(
  tx: Transaction,
  line: OpenLine,
  changes: Decision<Entry>[],
  { projectId, importId }: { projectId: string; importId: string | null },
): Promise<void> {
  const added = changes.filter(({ from }) => !from);
  const updated = changes.filter(({ from }) => from);
  // Confirmed entries outside of the line have a rank too, in case they come back.
  const entering = changes.filter(({ from, to }) => to.rank === null && to.confirmed_at && (!from || to.status === 'waiting'));
  for (const { to } of entering) to.rank = line.last_rank += 1;
  for (const { from, to } of changes) recount(line, from, to);
  await insertEntries(
    tx,
    projectId,
    added.map(({ to }) => ({
      ...to,
      number: (line.last_number += 1),
      lexemes: lexemesFor(projectId, to),
      import_id: importId,
    })),
  );
  await updateEntries(
    tx,
    projectId,
    updated.map(({ to }) => ({ ...to, lexemes: lexemesFor(projectId, to) })),
  );
  const referrers = await updateReferralCredits(tx, projectId, changes);
  // Referrals may have been credited before the entry was confirmed.
  for (const { from, to } of entering) if (from) await moveInLine(tx, projectId, to.id, await sumBoosts(tx, projectId, to.id));
  // The other system granted the rewards of earlier referrals.
  await raisePeaks(tx, projectId, [...referrers, ...changes.map(({ to }) => to.id)]);
}

export const buildWaitlistBatch = (db: Db, importer: Importer<WaitlistRecord>): Batch => ({
  db,
  importer,
  path: '/v1/waitlist/batch',
  id: 'importWaitlist',
  summary: 'Import waitlist entries',
  description:
    'Adds up to 1,000 people of another waitlist to the end of the line, in the order of the request, with their dates, status, referral codes and referrals. Nobody is asked for a confirmation. A person whose address is on the list already keeps their place.',
  tag: 'Waitlist',
  scope: 'waitlist:write',
  body: ImportWaitlist,
});
