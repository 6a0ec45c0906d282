import type { DemoOptions, Filling, FillServices } from './filling.ts';
import { createPeople, describePeople } from './people.ts';
import { toForm } from './pictures.ts';
import { createRandom } from './random.ts';

const PEOPLE = 260;
const EVENTS = 22_000;

/** Returns the people of the sample data. */
export const createSamplePeople = (seed: number) => createPeople(createRandom(seed), PEOPLE);

/** Fills an empty project with sample data of a small SaaS: people, settings, and the samples of the services. */
export async function fillProject<T>(options: DemoOptions, fillServices: FillServices<T>): Promise<T> {
  const { team, projectId, seed = 1, now = Date.now(), maxEntries = Infinity, maxEvents = EVENTS, pictures } = options;
  const people = createSamplePeople(seed);
  const configure: Filling['configure'] = (settings) =>
    team('PATCH /v1/projects/{id}', { path: { id: projectId }, body: { settings } });
  await configure({
    // Keeps mails to the addresses of the sample data in the outbox.
    test: { enabled: true },
    pages: { description: 'Time tracking and invoices for small studios.' },
    mail: { color: '#0f766e' },
  });
  for (const [index, avatar] of (pictures?.avatars ?? []).entries()) {
    const person = people[index];
    if (person) person.avatarUrl = (await options.asPerson(person)('POST /v1/uploads', { body: toForm(avatar) })).url;
  }
  // Their first events and votes then say since when they are known.
  await team('POST /v1/people/batch', { body: { people: describePeople(people) } });
  return await fillServices((part) => ({
    ...options,
    seed,
    now,
    maxEntries,
    maxEvents,
    pictures,
    people,
    configure,
    random: createRandom(seed * 100 + part),
  }));
}
