import { truncate } from '@earshot/contract/shared/text';
import type { BuildSection, ReportRequest } from '../../instance/reports/section.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { countTestimonials, listTestimonials } from './store.ts';
import { testimonialTexts } from './texts/texts.ts';

const MAX_QUOTES = 3;
const MAX_QUOTE_LENGTH = 160;

const createdIn = ({ from, to }: { from: number; to: number }) => ({
  created_since: new Date(from).toISOString(),
  created_until: new Date(to).toISOString(),
});

/** Section of new testimonials. Quotes approved ones, without their authors. */
export const createTestimonialsReport =
  ({ db }: { db: Db }): BuildSection =>
  async ({ project: { id }, period }: ReportRequest) => {
    const filter = createdIn(period);
    const [created, before, pending, { rows }] = await Promise.all([
      countTestimonials(db, id, filter),
      countTestimonials(db, id, createdIn(period.previous)),
      countTestimonials(db, id, { status: 'pending' }),
      listTestimonials(db, id, { ...filter, status: 'approved' }, { sort: 'rating', limit: MAX_QUOTES, offset: 0 }),
    ]);
    if (!created && !before) return undefined;
    return (language) => {
      const t = testimonialTexts(language).report;
      return {
        title: t.title,
        figures: [{ label: t.created, value: created, previous: before }],
        lists: rows.length
          ? [
              {
                title: t.best,
                rows: rows.map(({ content, rating }) => ({ label: `“${shorten(content)}”`, value: t.ofFive(rating ?? 0) })),
              },
            ]
          : [],
        ...(pending && { note: t.pending(pending) }),
        link: { label: t.open, path: 'testimonials' },
      };
    };
  };

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const start = truncate(line, MAX_QUOTE_LENGTH);
  return start === line ? line : `${start.trimEnd()}…`;
}
