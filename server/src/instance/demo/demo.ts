import type { DemoOptions, Filling, FillServices } from './filling.ts';
import { drawAvatar } from './pictures.ts';
import { createPeople } from './people.ts';
import { createRandom } from './random.ts';

const PEOPLE = 160;
const AVATARS = 24;
const EVENTS = 22_000;

/** Fills an empty project with sample data of a small SaaS: people, settings, and the samples of the services. */
export async function fillProject<T>(options: DemoOptions, fillServices: FillServices<T>): Promise<T> {
  const { team, projectId, seed = 1, now = Date.now(), maxEntries = Infinity, maxEvents = EVENTS, hasPictures = true } = options;
  const people = createPeople(createRandom(seed), PEOPLE);
  const configure: Filling['configure'] = (settings) =>
    team('PATCH /v1/projects/{id}', { path: { id: projectId }, body: { settings } });
  await configure({
    // Keeps mails to the addresses of the sample data in the outbox.
    test: { enabled: true },
    pages: { description: 'Time tracking and invoices for small studios.' },
    mail: { color: '#0f766e' },
  });
  // One after another, because uploads have a strict limit per address.
  for (const person of hasPictures ? people.slice(0, AVATARS) : []) {
    const { url } = await options.asPerson(person)('POST /v1/uploads', { body: await drawAvatar(person) });
    person.avatarUrl = url;
  }
  return await fillServices((part) => ({
    ...options,
    seed,
    now,
    maxEntries,
    maxEvents,
    hasPictures,
    people,
    configure,
    random: createRandom(seed * 100 + part),
  }));
}
