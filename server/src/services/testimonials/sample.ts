import { sendBatches } from '../../instance/demo/batches.ts';
import type { Filling } from '../../instance/demo/filling.ts';
import type { Person } from '../../instance/demo/people.ts';
import { chooseTimes } from '../../instance/demo/times.ts';
import texts from './sample.json' with { type: 'json' };

const COUNT = 40;
/** Ratings of texts without a rating of their own, all of which are positive. */
const RATINGS = { 5: 75, 4: 25 };
const OWN_RATINGS: Record<string, number> = texts.ratings;
/** Videos by the index of their testimonial. */
const VIDEOS: Record<number, string> = { 3: 'https://vimeo.com/76979871', 9: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' };
/** Collections, and the share of testimonials in each. */
const COLLECTIONS = { Agencies: 0.4, Freelancers: 0.5 };
const STATUSES = { approved: 72, pending: 20, rejected: 8 };

/** Adds testimonials over a year, half of them with a photo, and most of them approved or rejected; two collections, and rules that ask for more. */
export async function fillTestimonials({ random, team, people, now }: Filling): Promise<void> {
  const records = chooseTimes(random, now, COUNT).map((time, index) => {
    const person = people[index] as Person;
    const content = texts.testimonials[index % texts.testimonials.length] as string;
    const rating = OWN_RATINGS[content] ?? Number(random.weighted(RATINGS));
    const status = rating < 3 ? 'rejected' : random.weighted(STATUSES);
    return {
      external_id: `sample-${index}`,
      status,
      author_name: person.name,
      author_email: person.email,
      ...(random.happens(0.85) && { author_title: person.title, author_company: person.company }),
      ...(person.avatarUrl && { author_avatar_url: person.avatarUrl }),
      content,
      rating,
      tags: random.happens(0.4) ? [random.pick(['support', 'reports', 'invoices', 'speed'])] : [],
      ...(status === 'approved' && index % 10 === 0 && { featured: true }),
      ...(VIDEOS[index] && { video_url: VIDEOS[index], status: 'approved' as const }),
      ...(index % 13 === 12 && { disclosure: 'incentive' as const }),
      consent: { text: 'You may show this on your website.', version: '1' },
      created_at: time.toISOString(),
    };
  });
  await sendBatches(team, 'POST /v1/testimonials/batch', records);
  const { data } = await team('GET /v1/testimonials', { query: { limit: COUNT } });
  for (const [name, share] of Object.entries(COLLECTIONS)) {
    const { id } = await team('POST /v1/testimonials/collections', { body: { name } });
    const ids = data.filter(() => random.happens(share)).map((testimonial) => testimonial.id);
    if (ids.length) await team('POST /v1/testimonials/bulk', { body: { ids, action: 'add_to_collection', collection_id: id } });
  }
  // Paused, because sample people do not open the widget.
  await team('POST /v1/testimonials/rules', {
    body: { name: 'After use of a requested release', trigger: 'release_used', channel: 'widget', enabled: false },
  });
  // Paused as well, because emails of sample people lead nowhere.
  await team('POST /v1/testimonials/rules', {
    body: {
      name: 'After ten invoices',
      trigger: 'goal_reached',
      event: 'invoice_sent',
      times: 10,
      channel: 'mail',
      questions: texts.questions,
      reminder_days: 7,
      enabled: false,
    },
  });
}
