import { formatId } from '../../platform/ids.ts';
import type { Importer } from './importer.ts';
import { listFields } from './sources/fields.ts';
import type { Import } from './store.ts';

/** Returns an import as the API has it. */
export function importForMember(
  { actor: _actor, id, project_id, files, created_at, updated_at, ...rest }: Import,
  importers: Importer[],
) {
  return {
    ...rest,
    id: formatId('imp', id),
    project_id: formatId('prj', project_id),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    files: files.map(({ number: _number, ...file }) => file),
    fields: Object.fromEntries(importers.map(({ collection, schema }) => [collection, listFields(collection, schema)])),
  };
}
