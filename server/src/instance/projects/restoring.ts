import { UpdateProject } from '@earshot/contract/instance/projects';
import { Value } from 'typebox/value';
import { HttpError } from '../../platform/api/errors.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { checkCustomCss } from './custom-css.ts';
import * as store from './store.ts';

/**
 * Takes over the name, the settings and, if it is free, the slug of a project of another time or instance. Its domain belongs to the
 * other project.
 * @throws {HttpError} for settings that the API refuses
 */
export async function restoreSettings(tx: Transaction, id: string, archived: unknown): Promise<void> {
  if (!Value.Check(UpdateProject, archived)) {
    const [error] = Value.Errors(UpdateProject, archived);
    throw new HttpError('archives.invalid', {
      message: `project.json: ${error?.instancePath.slice(1) ?? ''} ${error?.message ?? ''}`,
    });
  }
  const { name, slug, settings = {} } = archived;
  await checkCustomCss(settings.pages?.custom_css);
  const isFree = slug !== undefined && !(await store.findProjectBySlug(tx, slug));
  await store.updateProject(tx, id, { ...(name !== undefined && { name }), ...(isFree && { slug }) });
  for (const [section, values] of Object.entries(settings))
    await store.updateSettings(tx, id, section, section === 'pages' ? { ...values, custom_domain: null } : values);
}
