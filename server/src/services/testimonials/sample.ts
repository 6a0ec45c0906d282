import type { Filling } from '../../instance/demo/filling.ts';
import type { Person } from '../../instance/demo/people.ts';
import { chooseLaterTime, chooseTimes } from '../../instance/demo/times.ts';
import texts from './sample.json' with { type: 'json' };

const COUNT = 40;
/** Ratings of texts without a rating of their own, all of which are positive. */
const RATINGS = { 5: 75, 4: 25 };
const OWN_RATINGS: Record<string, number> = texts.ratings;
const STATUSES = { approved: 72, pending: 20, rejected: 8 };
/** Days within which the team decides. */
const DECISION_DAYS = 6;

/** Submits testimonials over a year, half of them with a photo, and moderates most. */
export async function fillTestimonials({ random, team, asPerson, people, configure, now }: Filling): Promise<void> {
  await configure({ testimonials: { thank_you_mail: false } });
  const times = chooseTimes(random, now, COUNT);
  for (const [index, after] of times.entries()) {
    const person = people[index] as Person;
    const content = texts.testimonials[index % texts.testimonials.length] as string;
    const rating = OWN_RATINGS[content] ?? Number(random.weighted(RATINGS));
    const { id } = await asPerson(person)(
      'POST /v1/testimonials',
      {
        body: {
          author_name: person.name,
          author_email: person.email,
          ...(random.happens(0.85) && { author_title: person.title, author_company: person.company }),
          ...(person.avatarUrl && { author_avatar_url: person.avatarUrl }),
          content,
          rating,
          tags: random.happens(0.4) ? [random.pick(['support', 'reports', 'invoices', 'speed'])] : [],
          ...(index % 13 === 12 && { disclosure: 'incentive' as const }),
          consent: { text: 'You may show this on your website.', version: '1' },
        },
      },
      after,
    );
    const status = rating < 3 ? 'rejected' : random.weighted(STATUSES);
    if (status !== 'pending')
      await team(
        'PATCH /v1/testimonials/{id}',
        { path: { id }, body: { status, ...(status === 'approved' && index % 10 === 0 && { featured: true }) } },
        chooseLaterTime(random, { after, days: DECISION_DAYS, now }),
      );
  }
}
