import { addSubscribers, fillChangelog } from './changelog.ts';
import { fillEvents } from './events.ts';
import { fillFeedback } from './feedback.ts';
import type { DemoOptions, Filling } from './filling.ts';
import { fillHelp } from './help.ts';
import { drawAvatar } from './pictures.ts';
import { createPeople } from './people.ts';
import { createRandom } from './random.ts';
import { fillTestimonials } from './testimonials.ts';
import { fillWaitlist } from './waitlist.ts';

const PEOPLE = 160;
const AVATARS = 24;
const EVENTS = 22_000;

/**
 * Fills an empty project with sample data of a small SaaS: 250 feedback entries, 2,000 on the waitlist, 40 testimonials, 15 changelog
 * entries, 30 help articles and 22,000 events of 60 days.
 */
export async function fillProject(options: DemoOptions) {
  const { team, projectId, seed = 1, now = Date.now(), maxEntries = Infinity, maxEvents = EVENTS, hasPictures = true } = options;
  const people = createPeople(createRandom(seed), PEOPLE);
  await team('PATCH /v1/projects/{id}', {
    path: { id: projectId },
    body: {
      settings: {
        // Keeps mails to the addresses of the sample data in the outbox.
        test: { enabled: true },
        waitlist: { welcome_mail: false },
        testimonials: { thank_you_mail: false },
        pages: { description: 'Time tracking and invoices for small studios.' },
        mail: { color: '#0f766e' },
      },
    },
  });
  // One after another, because uploads have a strict limit per address.
  for (const person of hasPictures ? people.slice(0, AVATARS) : []) {
    const { url } = await options.asPerson(person)('POST /v1/uploads', { body: await drawAvatar(person) });
    person.avatarUrl = url;
  }
  const filling = (part: number): Filling => ({
    ...options,
    seed,
    now,
    maxEntries,
    maxEvents,
    hasPictures,
    people,
    random: createRandom(seed * 100 + part),
  });
  // Before other mails, because the confirmation mails must be among the latest ones.
  await addSubscribers(filling(0));
  const fillVoices = async () => {
    const feedback = await fillFeedback(filling(1));
    return { feedback, changelog: await fillChangelog(filling(2), feedback.finished) };
  };
  const [{ feedback, changelog }, , , help] = await Promise.all([
    fillVoices(),
    fillWaitlist(filling(3)),
    fillTestimonials(filling(4)),
    fillHelp(filling(5)),
    fillEvents(filling(6)),
  ]);
  return { entryId: feedback.mostDiscussed, draftId: changelog.draftId, indexId: help.indexId };
}
