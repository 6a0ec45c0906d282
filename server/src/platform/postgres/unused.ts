import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { exists } from '../files.ts';
import type { Db } from './database.ts';
import { findPending } from './migrate.ts';

const ADVICE = 'Start the server first, or set EARSHOT_DATA_DIR or DATABASE_URL as for the server';

/**
 * Refuses an embedded database that a command would have to create: in another folder than the one of the server, the result of the
 * command would be worthless. @throws {ConfigError}
 */
export async function refuseUnusedFolder({
  DATABASE_URL: url,
  EARSHOT_DATA_DIR: dataDir,
}: Pick<Config, 'DATABASE_URL' | 'EARSHOT_DATA_DIR'>): Promise<void> {
  if (url === undefined && !(await exists(join(dataDir, 'postgres', 'PG_VERSION'))))
    throw new ConfigError(`No server has used the data folder ${dataDir}.\n${ADVICE}`);
}

/** Refuses an external database without tables of Earshot. @throws {ConfigError} */
export async function refuseUnusedDatabase(db: Db): Promise<void> {
  if ((await findPending(db)).last === undefined)
    throw new ConfigError(`No server has used the database at DATABASE_URL.\n${ADVICE}`);
}
