import type { Filling, FillServices, SampleRecords } from '../instance/demo/filling.ts';
import { addSubscribers, fillChangelog } from './changelog/sample.ts';
import { fillFeedback } from './feedback/sample.ts';
import { fillHelp } from './knowledge-base/sample.ts';

/**
 * Adds feedback, the changelog that finishes some of it, help articles, and the samples of `others`, or less where the options say so.
 * Returns ids of records to show.
 */
export async function fillServices(forPart: (part: number) => Filling, others: FillServices<void>[]): Promise<SampleRecords> {
  // Before other mails, because the confirmation mails must be among the latest ones.
  await addSubscribers(forPart(0));
  const fillVoices = async () => {
    const feedback = await fillFeedback(forPart(1));
    return { feedback, changelog: await fillChangelog(forPart(2), feedback.finished) };
  };
  const [{ feedback, changelog }, help] = await Promise.all([
    fillVoices(),
    fillHelp(forPart(5)),
    ...others.map((fill) => fill(forPart)),
  ]);
  return { entryId: feedback.mostDiscussed, draftId: changelog.draftId, indexId: help.indexId };
}
