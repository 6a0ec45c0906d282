import { REACTIONS, TYPES } from '@earshot/contract/services/changelog/values';
import { type ArchivedTables, pseudonym } from '../../platform/postgres/archived.ts';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import { renderContent } from './rendering/content.ts';
import { type Entry, SEARCHED_ENTRIES } from './store.ts';

/** The changelog in the archives of projects. */
export const archivedChangelog: ArchivedTables = {
  tables: [
    {
      table: 'changelog_entries',
      ids: { id: 'cl', feedback_ids: 'fb', segment_id: 'psg' },
      // HTML is never restored, because an archive could contain scripts.
      omitted: ['content_html', 'search', 'import_id'],
      values: { type: TYPES },
      hasCsv: true,
      // A scheduled entry of a copy would be announced to the subscribers by both projects.
      derive: async (row: Entry, projectId, language) => ({
        ...(row.status === 'scheduled' && { status: 'draft', scheduled_at: null }),
        content_html: row.content && (await renderContent({ ...row, languages: row.languages ?? [] }, language)),
        search: buildLexemes(projectId, SEARCHED_ENTRIES.toText(row)),
      }),
    },
    { table: 'changelog_former_slugs', ids: { entry_id: 'cl' } },
    {
      table: 'changelog_reactions',
      ids: { entry_id: 'cl' },
      omitted: ['network'],
      values: { reaction: REACTIONS },
      personal: { reader: `'vis:' || (${pseudonym('reader')})::uuid` },
    },
    { table: 'changelog_views', ids: { entry_id: 'cl' } },
    { table: 'changelog_subscribers', ids: { id: 'sub' }, personal: 'rows' },
  ],
  omitted: { changelog_viewers: 'readers of the current day', changelog_asked: 'hashes with a key of the instance' },
};
