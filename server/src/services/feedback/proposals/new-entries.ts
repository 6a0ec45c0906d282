import type { Instance } from '../../../instance/instance.ts';
import type { Proposer } from '../../../instance/proposals/kinds.ts';
import { makeProposal } from '../../../instance/proposals/proposals.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { formatId } from '../../../platform/ids.ts';

/** A model answers for a minute, and local ones answer one request at a time. */
const CONCURRENCY = { jobs: 2, perGroup: 2 };

/**
 * Makes proposals about new entries of projects with the setting `suggestions`, in the background. Nothing is repeated: without a proposal,
 * because the model failed or the limit is reached, members can still ask for one.
 */
export function proposeForNewEntries({ db, events, languageModel: model }: Instance, proposers: Proposer[]): void {
  if (!model) return;
  events.on('feedback.created', 'propose', { limit: 2, delaySeconds: 5, concurrency: CONCURRENCY }, async (event) => {
    const project = await findProject(db, event.project_id);
    if (!project?.settings.feedback.suggestions) return;
    for (const proposer of proposers) {
      const input = { kind: proposer.kind, feedback_id: formatId('fb', event.data.entry_id) };
      try {
        await makeProposal({ db, model }, proposer, { project, input, maxPerDay: project.settings.feedback.suggestions_per_day });
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
      }
    }
  });
}
