import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { IMPORT_COLLECTIONS } from '@earshot/contract/instance/values';
import { formatId } from '../../platform/ids.ts';
import type { Importer } from './importer.ts';
import { describeRows } from './reading.ts';
import { listFields } from './sources/fields.ts';
import type { Counts, Import } from './store.ts';

/** Returns counts in the order in which collections are stored: PostgreSQL orders them by the length of their names. */
const orderCounts = (counts: Counts): Counts =>
  Object.fromEntries(IMPORT_COLLECTIONS.flatMap((name) => (counts[name] ? [[name, counts[name]]] : [])));

/** Returns an import as the API has it. */
export function importForMember(
  { actor: _actor, id, project_id, files, counts, check_counts: checkCounts, created_at, updated_at, ...rest }: Import,
  importers: Importer[],
  settings: ProjectSettings,
) {
  const rows = describeRows(importers, settings);
  return {
    ...rest,
    counts: orderCounts(counts),
    check_counts: checkCounts && orderCounts(checkCounts),
    id: formatId('imp', id),
    project_id: formatId('prj', project_id),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    files: files.map(({ number: _number, ...file }) => file),
    fields: Object.fromEntries(
      IMPORT_COLLECTIONS.flatMap((name) => {
        const schema = rows[name];
        return schema ? [[name, listFields(name, schema)] as const] : [];
      }),
    ),
  };
}
