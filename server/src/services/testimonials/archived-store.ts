import { DISCLOSURES, RULE_CHANNELS } from '@earshot/contract/services/testimonials/values';
import { wallStyle } from '@earshot/contract/services/testimonials/walls';
import { sql } from 'kysely';
import type { ArchivedTables } from '../../platform/postgres/archived.ts';

/** Testimonials in the archives of projects. */
export const archivedTestimonials: ArchivedTables = {
  tables: [
    {
      table: 'testimonials',
      ids: { id: 'tm', collection_ids: 'tcl' },
      omitted: ['import_id'],
      values: { disclosure: DISCLOSURES },
      // Names remain: authors agreed that they are published.
      personal: { author_email: 'NULL', consent: 'NULL', answers: 'NULL' },
      hasCsv: true,
    },
    {
      table: 'testimonial_collections',
      ids: { id: 'tcl' },
      schemas: { style: wallStyle() },
    },
    {
      table: 'testimonial_rules',
      ids: { id: 'trl' },
      // Rules of a copy would ask and remind the same people as those of the original.
      derive: () => ({ enabled: false }),
    },
    {
      table: 'testimonial_requests',
      ids: { id: 'trq', rule_id: 'trl', testimonial_id: 'tm', release_id: 'cl' },
      values: { channel: RULE_CHANNELS },
      personal: 'rows',
    },
  ],
  omitted: { testimonial_counts: 'computed from the testimonials' },
  rebuild: async (tx, projectId) => {
    await sql`
      INSERT INTO testimonial_counts (project_id, status, rating, count)
      SELECT project_id, status, rating, count(*) FROM testimonials WHERE project_id = ${projectId} GROUP BY 1, 2, 3`.execute(tx);
  },
};
