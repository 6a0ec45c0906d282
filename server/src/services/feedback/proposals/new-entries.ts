import type { Instance } from '../../../instance/instance.ts';
import type { Proposer } from '../../../instance/proposals/kinds.ts';
import { isNews } from '../../../instance/notifications/notifications.ts';
import { makeProposal } from '../../../instance/proposals/proposals.ts';
import { findKinds } from '../../../instance/proposals/store.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { formatId } from '../../../platform/ids.ts';
import { findEntry } from '../store.ts';

/** A response takes up to a minute, and local ones answer one request at a time. */
const CONCURRENCY = { jobs: 2, perGroup: 1 };

/**
 * Makes proposals about new entries of projects with the setting `suggestions`, in the background. Nothing is repeated: without a proposal,
 * because the model failed or the limit is reached, members can still ask for one.
 */
export function proposeForNewEntries({ db, events, languageModel: model }: Instance, proposers: Proposer[]): void {
  if (!model) return;
  events.on('feedback.created', 'propose', { limit: 2, delaySeconds: 5, concurrency: CONCURRENCY }, async (event) => {
    const project = await findProject(db, event.project_id);
    if (!project?.settings.feedback.suggestions) return;
    const entry = await findEntry(db, project.id, event.data.entry_id);
    if (!entry || entry.merged_into || entry.visibility === 'pending' || !isNews(entry)) return;
    const id = formatId('fb', entry.id);
    // A repeated job asks for what is missing.
    const kinds = await findKinds(db, project.id, id);
    for (const proposer of proposers.filter(({ kind }) => !kinds.includes(kind))) {
      const input = { kind: proposer.kind, feedback_id: id };
      const maxPerDay = project.settings.feedback.suggestions_per_day;
      try {
        await makeProposal({ db, model }, proposer, { project, input, maxPerDay, isForgettable: true });
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
      }
    }
  });
}
