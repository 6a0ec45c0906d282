import type { Filling, SampleRecords } from '../instance/demo/filling.ts';
import { fillEvents } from './analytics/sample.ts';
import { addSubscribers, fillChangelog } from './changelog/sample.ts';
import { fillFeedback } from './feedback/sample.ts';
import { fillHelp } from './knowledge-base/sample.ts';
import { fillTestimonials } from './testimonials/sample.ts';
import { fillWaitlist } from './waitlist/sample.ts';

/**
 * Adds 250 feedback entries, 2,000 people on the waitlist, 40 testimonials, 15 changelog entries, 30 help articles and 22,000 events of
 * 60 days, or fewer where the options say so. Returns ids of records to show.
 */
export async function fillServices(forPart: (part: number) => Filling): Promise<SampleRecords> {
  // Before other mails, because the confirmation mails must be among the latest ones.
  await addSubscribers(forPart(0));
  const fillVoices = async () => {
    const feedback = await fillFeedback(forPart(1));
    return { feedback, changelog: await fillChangelog(forPart(2), feedback.finished) };
  };
  const [{ feedback, changelog }, , , help] = await Promise.all([
    fillVoices(),
    fillWaitlist(forPart(3)),
    fillTestimonials(forPart(4)),
    fillHelp(forPart(5)),
    fillEvents(forPart(6)),
  ]);
  return { entryId: feedback.mostDiscussed, draftId: changelog.draftId, indexId: help.indexId };
}
