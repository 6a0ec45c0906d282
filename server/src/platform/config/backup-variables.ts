import { keepText, parseCron, parseKeep, parseRecipient, variable } from './config-values.ts';

/** Environment variables of backups, a part of `VARIABLES` in config.ts. */
export const BACKUP_VARIABLES = {
  EARSHOT_BACKUP_TARGET: variable({
    example: 's3://acme-backups/earshot',
    description:
      'Folder or S3 prefix (s3://bucket/prefix, at EARSHOT_S3_ENDPOINT) of scheduled backups. Without a target, no backups are scheduled.',
    parse: keepText,
  }),
  EARSHOT_BACKUP_SCHEDULE: variable({
    default: '15 3 * * *',
    description: 'Times of scheduled backups as a cron expression, in UTC.',
    parse: parseCron,
  }),
  EARSHOT_BACKUP_KEEP: variable({
    default: '7d4w6m',
    description:
      'Retention of scheduled backups: the latest backup of each of 7 days (d), 4 weeks (w) and 6 months (m); y is for years. Other backups are removed from the target.',
    parse: parseKeep,
  }),
  EARSHOT_BACKUP_PASSPHRASE: variable({
    description: 'Passphrase that encrypts and decrypts backups. Backups without a passphrase and a recipient are not encrypted.',
    parse: keepText,
  }),
  EARSHOT_BACKUP_RECIPIENT: variable({
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    description:
      'An age public key that encrypts backups, instead of a passphrase. The private key, which a restore requires, need not be on this machine.',
    parse: parseRecipient,
  }),
};
