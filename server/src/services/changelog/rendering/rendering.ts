import { setImmediate } from 'node:timers/promises';
import type { Instance } from '../../../instance/instance.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { renderContent } from './content.ts';
import { lockWithWords, saveHtml } from './rendered-store.ts';

const QUEUE = 'changelog.render';
const RETRY = { limit: 20, delaySeconds: 30 };
/** Entries of a batch, which is one transaction. They are locked while they are rendered. */
const BATCH = 20;
/**
 * Renders the entries of a project again when the language of its pages changes. The job renders a batch, and sends itself for the next one.
 * Call it before the queue starts.
 */
export function renderInNewLanguage({ db, jobs, onLanguageChanged }: Pick<Instance, 'db' | 'jobs' | 'onLanguageChanged'>): void {
  jobs.define<{ project_id: string; after: string | null }>(QUEUE, RETRY, ({ project_id: projectId, after }) =>
    transact(db, async (tx) => {
      const rows = await lockWithWords(tx, projectId, { after, limit: BATCH });
      // Read with the entries locked: it may have changed again.
      const project = await findProject(tx, projectId);
      const last = rows.at(-1);
      if (!project || !last) return;
      for (const row of rows) {
        // Lets other requests run between two texts.
        await setImmediate();
        const html = await renderContent(row, project.settings.pages.language);
        if (html !== row.content_html) await saveHtml(tx, projectId, { id: row.id, content_html: html });
      }
      if (rows.length === BATCH) await jobs.send(tx, QUEUE, [{ project_id: projectId, after: last.id }]);
    }),
  );
  onLanguageChanged((tx, projectId) => jobs.send(tx, QUEUE, [{ project_id: projectId, after: null }]));
}
