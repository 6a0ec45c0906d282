import type { Command } from 'commander';
import type { createBackupCommands, Reading, Running } from '@earshot/server/instance/recovery/backup/commands';
import { define, defineGroup } from '../command.ts';
import { needsServer } from '../errors.ts';
import { interruption } from '../interruption.ts';
import { print, printDone } from '../output.ts';
import { startProgress } from '../progress.ts';
import { askSecret } from '../prompts.ts';

export type BackupCommands = ReturnType<typeof createBackupCommands>;

/** Defines the commands for backups of the server on this machine. */
export function defineBackup(program: Command, machine: BackupCommands | undefined): void {
  const backup = defineGroup(program, 'backup', "backups of the instance; on the server's machine");
  define(
    backup,
    'create [target]',
    'Write a backup of all data, alongside a running server or without one, and print\nits path or URL.\n\nThe target is a folder, a file that ends in .tar or .tar.age, or\ns3://bucket/prefix; default: EARSHOT_BACKUP_TARGET. With\nEARSHOT_BACKUP_PASSPHRASE or a recipient, the backup is encrypted.\n\nUses the databases of the server directly: run it in the folder of the server,\nwith its environment variables.',
    [
      'npm run -s earshot -- backup create /var/backups/earshot --keep 7d4w6m',
      '# Only the holder of the private key can read this backup',
      'npm run -s earshot -- backup create s3://acme-backups --recipient age1…',
    ],
  )
    .summary('write a backup of all data')
    .option('--keep <rule>', 'remove older backups in the target; 7d4w6m keeps the latest of 7 days, 4 weeks and 6 months')
    .option('--recipient <key>', 'age public key to encrypt the backup with')
    .action(async (target: string | undefined, options: { keep?: string; recipient?: string }) => {
      if (!machine) throw needsServer('backup create');
      const { name, size, removed, ...summary } = await withProgress('Backing up', (running) =>
        machine.createBackup({ target, keep: options.keep, recipient: options.recipient, ...running }),
      );
      printDone(`Wrote ${name}, ${size}: ${describe(summary)}${removed.length ? `. Removed ${removed.length} older` : ''}`, name);
    });

  withIdentity(
    define(
      backup,
      'verify <archive>',
      'Read a whole backup, and compare it with its hashes.\n\nAsks for the passphrase of an encrypted backup, unless\nEARSHOT_BACKUP_PASSPHRASE is set.',
      ['npm run -s earshot -- backup verify /backups/earshot-20261125T031500Z.tar'],
    ).summary('check that a backup is complete and not damaged'),
  ).action(async (archive: string, options: { identity?: string }) => {
    if (!machine) throw needsServer('backup verify');
    const summary = await withProgress('Reading', (running) => machine.verifyBackup(toReading(archive, options, running)));
    printDone(
      `The backup of ${summary.created_at} by Earshot ${summary.version} is complete: ${describe(summary)}`,
      summary.created_at,
    );
  });

  withIdentity(
    define(
      program,
      'restore <archive>',
      'Restore a backup into an empty instance: an empty data folder, or the empty\ndatabases of DATABASE_URL and CLICKHOUSE_URL. Nothing is overwritten. The whole\nbackup is checked first, and a failure leaves the instance empty.\n\nMails and webhook deliveries that waited at the time of the backup are sent when\nthe restored instance starts. For a restore next to a running instance, set\nEARSHOT_S3_BUCKET to another bucket, and leave out SMTP_URL and\nEARSHOT_BACKUP_TARGET.\n\nAsks for the passphrase of an encrypted backup, unless\nEARSHOT_BACKUP_PASSPHRASE is set.',
      ['EARSHOT_DATA_DIR=./new npm run -s earshot -- restore earshot.tar'],
    ).summary("restore a backup into an empty instance; on the server's machine"),
  )
    .option('--shared-bucket', 'restore into a bucket that contains uploads; the bucket must not be used by another instance')
    .action(async (archive: string, options: { identity?: string; sharedBucket?: boolean }) => {
      if (!machine) throw needsServer('restore');
      const summary = await withProgress('Restoring', (running) =>
        machine.restoreBackup({ ...toReading(archive, options, running), isBucketShared: options.sharedBucket ?? false }),
      );
      printDone(`Restored the backup of ${summary.created_at}: ${describe(summary)}`, summary.created_at);
      if (process.stdout.isTTY) print('Start Earshot to use it.');
    });
}

const withIdentity = (command: Command): Command =>
  command.option('--identity <file>', 'file with the age private key to decrypt the backup with');

const toReading = (archive: string, { identity }: { identity?: string }, running: Running): Reading => ({
  archive,
  identityFile: identity,
  askPassphrase: () => askSecret('Passphrase of the backup'),
  ...running,
});

const describe = ({ rows, events, uploads }: { rows: number; events: number; uploads: number }) =>
  `${rows.toLocaleString('en')} rows, ${events.toLocaleString('en')} analytics events and ${uploads.toLocaleString('en')} uploads`;

/** Shows a progress bar while `work` runs. Ctrl+C cancels the work. */
async function withProgress<Result>(label: string, work: (running: Running) => Promise<Result>): Promise<Result> {
  let bar: ReturnType<typeof startProgress> | undefined;
  const progress: Running['progress'] = { start: (steps) => (bar = startProgress(label, steps)), step: () => bar?.advance() };
  try {
    return await work({ progress, signal: interruption() });
  } finally {
    bar?.stop();
  }
}
