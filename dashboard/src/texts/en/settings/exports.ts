import type { ExportStatus } from '@earshot/contract/instance/values';
import { locale } from '../../plural.ts';

const states: Record<ExportStatus, string> = {
  queued: 'Waiting',
  running: 'Running',
  ready: 'Ready',
  failed: 'Failed',
  expired: 'Expired',
};

/** Texts of the settings “Export”. */
export const exports = {
  title: 'Exports',
  hint: 'An archive contains all records, images, events and settings as readable files, and can be imported into another project or instance. Keys, members, webhooks and logs are not part of it.',
  create: 'Export project',
  personalData: 'Include personal data',
  personalDataHint: 'Addresses, names and ids of your users.',
  none: 'No exports yet',
  noneHint: 'The file of an export can be downloaded for 24 hours.',
  when: 'Created',
  state: 'Status',
  size: 'Size',
  states,
  percent: (progress: number) => `${Math.round(progress * 100)}%`,
  megabytes: (bytes: number) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`,
  withPersonalData: 'With personal data',
  withoutPersonalData: 'Without personal data',
  download: 'Download',
  deleteTitle: 'Delete this export?',
  deleteHint: 'The file can no longer be downloaded.',
  forAdmins: 'Only owners and admins can export the project.',
};
