import type { Instance } from '../instance.ts';
import type { Services } from '../service.ts';
import { archivedPeople, archivedSegments } from '../directory/people.ts';
import { createArchiveFiles } from './files.ts';
import type { RestoreDeps } from './restore.ts';
import { OWN_TABLES } from './format.ts';

export type Archives = ReturnType<typeof createArchiveDeps>;

/** Returns the dependencies of archives: the tables of the services, and those outside of them. */
export const createArchiveDeps = ({ config, db, storage, publicUrl, directory }: Instance, { all, eventStore }: Services) =>
  ({
    db,
    storage,
    publicUrl,
    parts: [archivedSegments, ...all.map(({ archived }) => archived), archivedPeople, OWN_TABLES],
    events: eventStore.archive,
    directory,
    files: createArchiveFiles(config),
  }) satisfies RestoreDeps & { files: unknown };
