import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Instance } from '../../../instance/instance.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { transact } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';
import { renderContent, type Rendered } from './content.ts';

const QUEUE = 'changelog.render';
const RETRY = { limit: 20, delaySeconds: 30 };
/** Entries of a batch, which is one transaction. They are locked while they are rendered. */
const BATCH = 20;
/** Callouts, tasks and footnotes, to which the renderer adds words in the language of the project. */
const HAS_WORDS = String.raw`\[(?:!|\^|[ xX]\])`;

type Row = Rendered & Pick<Tables['changelog_entries'], 'content_html'>;

/**
 * Renders the entries of a project again when the language of its pages changes. The job renders a batch, and sends itself for the next one.
 * Call it before the queue starts.
 */
export function renderInNewLanguage({ db, jobs, onLanguageChanged }: Pick<Instance, 'db' | 'jobs' | 'onLanguageChanged'>): void {
  jobs.define<{ project_id: string; after: string | null }>(QUEUE, RETRY, ({ project_id: projectId, after }) =>
    transact(db, async (tx) => {
      const { rows } = await sql<Row>`
        SELECT id, content, content_html, languages FROM changelog_entries
        WHERE project_id = ${projectId} AND content ~ ${HAS_WORDS} ${after === null ? sql`` : sql`AND id > ${after}`}
        ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`.execute(tx);
      // Read with the entries locked: it may have changed again.
      const project = await findProject(tx, projectId);
      const last = rows.at(-1);
      if (!project || !last) return;
      for (const row of rows) {
        // Lets other requests run between two texts.
        await setImmediate();
        const html = await renderContent(row, project.settings.pages.language);
        if (html !== row.content_html)
          await sql`UPDATE changelog_entries SET content_html = ${html} WHERE project_id = ${projectId} AND id = ${row.id}`.execute(
            tx,
          );
      }
      if (rows.length === BATCH) await jobs.send(tx, QUEUE, [{ project_id: projectId, after: last.id }]);
    }),
  );
  onLanguageChanged((tx, projectId) => jobs.send(tx, QUEUE, [{ project_id: projectId, after: null }]));
}
