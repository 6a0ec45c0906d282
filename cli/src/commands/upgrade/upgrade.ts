import type { Command } from 'commander';
import type { MigrationPlan } from '@earshot/server/instance/recovery/upgrade/plan';
import type { RolledBack } from '@earshot/server/instance/recovery/upgrade/rollback';
import type { Snapshot } from '@earshot/server/instance/recovery/upgrade/snapshots';
import { define, run, withJson } from '../../command.ts';
import { needsServer } from '../../errors.ts';
import { type OutputOptions, print, printData, printDone, printList, showTime } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';
import { renderPlan } from './plan.ts';

/** Commands for upgrades, which use the data folder of the server directly. */
export interface UpgradeCommands {
  /** Lists pending migrations, and tries them on a copy. Changes nothing. */
  planMigrations: () => Promise<MigrationPlan>;
  /** Runs pending migrations. Returns them. */
  migrate: () => Promise<{ name: string; duration_ms: number }[]>;
  /** Returns the snapshots in the data folder, newest first. */
  listSnapshots: () => Promise<Snapshot[]>;
  /** Replaces the databases with those of a snapshot, the newest by default. */
  rollBack: (name?: string) => Promise<RolledBack>;
}

const PLAN_FIELDS = ['migrations', 'tables', 'changes_clickhouse', 'snapshot', 'untried'] as const;
const SNAPSHOT_FIELDS = ['name', 'created_at', 'version'] as const;

/** Returns the version that used the data of a snapshot. Versions that left no record are earlier than the one that made the snapshot. */
const nameVersion = ({ version, target }: { version: string | null; target: { version: string } }): string =>
  version ?? `${target.version} or earlier`;

/** Defines `migrate` and `rollback`. Without `machine`, these commands explain where they run. */
export function defineUpgrade(program: Command, machine: UpgradeCommands | undefined): void {
  withJson(
    define(
      program,
      'migrate',
      'Change the schema of the databases to that of this version, as each start does.\nEmbedded databases are copied to a snapshot before.\n\nWith --plan, changes nothing: lists pending migrations and tries them on a copy\nof the embedded PostgreSQL. Requires that the server is stopped.\n\nRun it in the folder of the server, with its environment variables.',
      ['npm run -s earshot -- migrate --plan', 'npm run -s earshot -- migrate'],
    )
      .summary("change the schema to that of this version; on the server's machine")
      .option('--plan', 'list the changes without making them'),
  ).action(
    run(async (_context, options: OutputOptions & { plan?: boolean }) => {
      if (!machine) throw needsServer('migrate');
      if (options.plan) {
        const plan = await machine.planMigrations();
        return await printData(plan, { resource: PLAN_FIELDS, options, printText: () => print(renderPlan(plan)) });
      }
      const migrated = await machine.migrate();
      await printData(migrated, {
        options,
        printText: () => printDone(`Ran ${count(migrated.length, 'migration')}`, migrated.map(({ name }) => name).join('\n')),
      });
    }),
  );

  withJson(
    define(
      program,
      'rollback [snapshot]',
      'Replace the embedded databases with those of a snapshot from before an upgrade;\nthe newest by default. The previous version does not have data written after the\nupgrade. The replaced databases are kept as another snapshot for seven days.\n\nStop the server first, and install the previous version afterwards.\n\nRun it in the folder of the server, with its environment variables.',
      ['npm run -s earshot -- rollback --list', 'npm run -s earshot -- rollback --yes'],
    )
      .summary("return to the data before an upgrade; on the server's machine")
      .option('--list', 'list all snapshots')
      .option('-y, --yes', 'skip the confirmation'),
    SNAPSHOT_FIELDS,
  ).action(
    run(async (_context, options: OutputOptions & { list?: boolean; yes?: boolean }, name?: string) => {
      if (!machine) throw needsServer('rollback');
      if (options.list)
        return await printList(await machine.listSnapshots(), {
          resource: SNAPSHOT_FIELDS,
          options,
          columns: [
            { name: 'snapshot', text: ({ name: of }) => of },
            { name: 'created', text: ({ created_at }) => created_at, isTime: true },
            { name: 'version', text: nameVersion },
          ],
        });
      await confirm(
        `Replace the databases with the ${name ? `snapshot ${oneLine(name)}` : 'newest snapshot'}? Later changes are not in it.`,
        options,
      );
      const { snapshot, replaced } = await machine.rollBack(name);
      await printData(snapshot, {
        resource: SNAPSHOT_FIELDS,
        options,
        printText: () =>
          printDone(
            `Restored the data of ${showTime(snapshot.created_at)} (version ${nameVersion(snapshot)}). The replaced data was saved as snapshot ${replaced}`,
            snapshot.name,
          ),
      });
    }),
  );
}
