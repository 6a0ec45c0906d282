import { mergeTexts } from '../../shared.ts';
import type { ImportCollection, ImportSource, ImportStatus } from '@earshot/contract/instance/values';
import { formatNumber } from '../../plural.ts';

const count = (number: number, one: string, many: string) => `${formatNumber(number)} ${number === 1 ? one : many}`;

const sources: Record<ImportSource, string> = {
  csv: 'CSV file',
  canny: 'Canny (JSON of the API)',
  fider: 'Fider (backup as ZIP, or posts.csv)',
  github_issues: 'GitHub issues and discussions (JSON)',
  github_releases: 'GitHub releases (JSON)',
  keep_a_changelog: 'Keep a Changelog (CHANGELOG.md)',
  articles: 'Articles (folder or ZIP of Markdown or HTML, Docusaurus, GitBook, Zendesk)',
  getwaitlist: 'GetWaitlist (CSV)',
  senja: 'Senja (CSV)',
  plausible: 'Plausible (ZIP of the export, or its CSV files)',
  umami: 'Umami (website_event.csv, event_data.csv)',
  earshot: 'Archive of Earshot (ZIP)',
};

const collections: Record<ImportCollection, string> = {
  ...mergeTexts('imports'),
};

const statuses: Record<ImportStatus, string> = {
  uploading: 'Uploading',
  ready: 'Ready',
  checking: 'Checking',
  running: 'Importing',
  stopped: 'Stopped',
  failed: 'Failed',
  finished: 'Finished',
  undoing: 'Undoing',
  undone: 'Undone',
};

export const imports = {
  hint: 'Bring feedback, people, testimonials and releases from another product, with their dates. Nobody is notified, and every import can be undone.',
  start: 'New import',
  source: 'Source',
  sources,
  collection: 'Records',
  collections,
  recognize: 'Recognize by the columns',
  chooseFiles: 'Choose files…',
  redirects: 'Download redirects (CSV)',
  chooseFolder: 'Choose folder…',
  chosen: (files: number) => count(files, 'file', 'files'),
  target: 'Import into',
  thisProject: (name: string) => `${name} (this project)`,
  newProject: 'A new project',
  newName: 'Name of the project',
  helpCenter: 'Help center',
  upload: 'Upload',
  uploading: 'Uploading…',
  incomplete: (share: string) => `The upload is incomplete (${share}). It continues with the same files.`,
  otherFiles: (name: string) => `Choose the same files again: ${name} is missing or has another size`,
  none: 'No imports yet',
  noneHint: 'Choose a source and its files. You see every record before it is stored.',
  list: 'Imports',
  file: 'File',
  status: 'Status',
  statuses,
  records: 'Records',
  created: 'Created',
  open: 'Open',
  back: 'All imports',
  columns: 'Columns',
  columnsHint: 'Choose what each column of the file is. The preview below shows the result.',
  column: 'Column',
  samples: 'Examples',
  field: 'Field',
  /** Returns the label of a field or a value of the API, such as “Created at” for `created_at`. */
  fieldName: (name: string) => {
    const words = name
      .replaceAll('_', ' ')
      .replace(/\bid\b/, 'ID')
      .replace(/\burl\b/, 'URL');
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  options: 'Options',
  index: 'Collection',
  chooseIndex: 'Choose a collection',
  imageHosts: 'Hosts of images',
  imageHostsHint: 'Images of these hosts become uploads of the project. Images of other hosts keep their URL.',
  notImported: 'Not imported',
  values: (column: string) => `Values of ${column}`,
  valuesHint: 'Choose what the texts of the file mean.',
  text: 'Text in the file',
  value: 'Value',
  sameText: 'Keep the text',
  format: 'Format of the file',
  encoding: 'Encoding',
  delimiter: 'Separator',
  delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as Record<string, string>,
  dateOrder: 'Order of dates',
  dateOrders: { dmy: 'Day, month, year', mdy: 'Month, day, year', ymd: 'Year, month, day' },
  preview: 'Preview',
  previewHint: 'The first records as they will be.',
  line: 'Line',
  record: 'Record',
  result: 'Result',
  outcomes: { created: 'New', updated: 'Changed', unchanged: 'Unchanged', failed: 'Cannot be imported' },
  check: 'Check all records',
  checked: 'Result of the check',
  run: 'Import',
  runCount: (number: number) => `Import ${count(number, 'record', 'records')}`,
  stop: 'Stop',
  resume: 'Continue',
  undo: 'Undo…',
  undoTitle: 'Undo the import?',
  undoHint: 'Deletes all records that the import created, with comments and votes that were added since.',
  undoLabel: 'Delete records',
  remove: 'Delete…',
  removeTitle: 'Delete the import?',
  removeHint: 'Its records remain, and can no longer be removed together.',
  removeLabel: 'Delete import',
  progress: (done: number, total: number | undefined) =>
    total ? `${formatNumber(done)} of ${formatNumber(total)} records` : count(done, 'record', 'records'),
  counts: (of: Record<'created' | 'updated' | 'unchanged' | 'failed', number>) =>
    [
      of.created > 0 && `${formatNumber(of.created)} new`,
      of.updated > 0 && `${formatNumber(of.updated)} changed`,
      of.unchanged > 0 && `${formatNumber(of.unchanged)} unchanged`,
      of.failed > 0 && `${formatNumber(of.failed)} cannot be imported`,
    ]
      .filter(Boolean)
      .join(', '),
  problems: 'Problems',
  problemsHint: 'Correct these rows in the file and import it again: records that exist already are not doubled.',
  reason: 'Reason',
  download: 'Download these rows',
};
