import { type Cells, detectFormat } from './csv.ts';
import { isBackup, readBackup } from './fider-backup.ts';
import { parseDate } from './dates.ts';
import { readTable, toVotes } from './generic.ts';
import { toList, toObject, toText } from './json.ts';
import { compact, type Detected, type Item, type Reading, type Source, UnreadableFileError } from './source.ts';
import { readJson } from './text.ts';

const splitTags = (text = '') =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

const toDate = (text = '') => (text ? (parseDate(text, 'ymd') ?? text) : undefined);

/** Creates the source of a product that exports CSV with known columns. */
function createTable(required: string[], toItems: (cells: Cells) => Iterable<Omit<Item, 'file' | 'line'>>): Source {
  return {
    detect: async ({ files, options }) => {
      const detected: Detected = files[0] ? await detectFormat(files[0], options) : {};
      const names = detected.columns?.map(({ name }) => name) ?? [];
      const missing = required.filter((name) => !names.includes(name));
      if (missing.length)
        throw new UnreadableFileError(
          `${files[0]?.name} has no column ${missing.join(', ')}. Import it as CSV, and choose the columns, if it is another export.`,
        );
      return { detected, options };
    },
    read: (reading) => readTable(reading, toItems),
  };
}

const FIDER_STATUSES: Record<string, string> = {
  open: 'new',
  planned: 'planned',
  started: 'in_progress',
  completed: 'done',
  declined: 'declined',
};

const posts = createTable(['number', 'title', 'status', 'original_number'], function* (cells) {
  const entry = compact({
    external_id: `fider:${cells.number}`,
    type: 'feature',
    title: cells.title,
    description: cells.description,
    status: FIDER_STATUSES[cells.status ?? ''],
    status_changed_at: cells.status === 'open' ? undefined : toDate(cells.responded_at),
    tags: splitTags(cells.tags),
    submitter_name: cells.created_by,
    created_at: toDate(cells.created_at),
    merged_into_external_id: cells.original_number && `fider:${cells.original_number}`,
  });
  yield { collection: 'feedback', record: entry, from: `/posts/${cells.number}` };
  if (cells.response)
    yield {
      collection: 'comments',
      record: compact({
        external_id: `fider:${cells.number}:response`,
        feedback_external_id: entry.external_id,
        body: cells.response,
        author_name: cells.responded_by,
        by_team: true,
        created_at: toDate(cells.responded_at) ?? toDate(cells.created_at),
      }),
    };
  yield* toVotes(entry, cells.votes_count);
});

/** Name of a file with the voters of a post. */
const VOTERS = /(\d+)\.json$/i;

/**
 * `posts.csv` of Fider (https://github.com/getfider/fider, app/pkg/csv/csv.go), and `<number>.json` with the voters of a post, as
 * `GET /api/v1/posts/<number>/votes` returns them. Votes of other posts are anonymous. Or the ZIP file of a backup.
 */
export const fider: Source = {
  isPacked: true,
  detect: async (reading) =>
    isBackup(reading.files)
      ? { detected: {}, options: reading.options }
      : ((await posts.detect?.(withTables(reading))) ?? { detected: {}, options: reading.options }),
  read: async function* (reading) {
    if (isBackup(reading.files)) {
      yield* readBackup(reading);
      return;
    }
    const voters = reading.files.flatMap((file) => {
      const [, number] = VOTERS.exec(file.name) ?? [];
      return number === undefined ? [] : [{ file, entry: `fider:${number}` }];
    });
    const named = new Set<unknown>(voters.map(({ entry }) => entry));
    for await (const item of posts.read(withTables(reading)))
      if (item.collection !== 'votes' || !named.has(item.record.feedback_external_id)) yield item;
    for (const { file, entry } of voters)
      for (const [index, { createdAt, user }] of toList(await readJson(file)).entries()) {
        const { id, name, email } = toObject(user);
        const record = compact({
          feedback_external_id: entry,
          external_id: `fider:${toText(id)}`,
          email,
          name,
          created_at: createdAt,
        });
        yield { collection: 'votes', file: file.name, line: index + 1, record };
      }
  },
};

const withTables = (reading: Reading): Reading => ({ ...reading, files: reading.files.filter(({ name }) => !VOTERS.test(name)) });

const GETWAITLIST_KNOWN = new Set([
  'uuid',
  'email',
  'first_name',
  'last_name',
  'priority',
  'referral_token',
  'referred_by_signup_token',
  'amount_referred',
  'verified',
  'created_at',
]);

const signups = createTable(['uuid', 'email', 'referral_token'], function* (cells) {
  const metadata = Object.entries(cells).filter(([name, value]) => !GETWAITLIST_KNOWN.has(name) && value);
  yield {
    collection: 'waitlist',
    record: compact({
      external_id: `getwaitlist:${cells.uuid}`,
      email: cells.email,
      name: [cells.first_name, cells.last_name].filter(Boolean).join(' '),
      referral_code: cells.referral_token,
      referred_by: cells.referred_by_signup_token,
      metadata: metadata.length ? Object.fromEntries(metadata) : undefined,
      created_at: toDate(cells.created_at),
    }),
    place: Number(cells.priority),
  };
});

/**
 * Sign-ups of GetWaitlist (https://getwaitlist.com/docs/api-docs/waitlist) in the order of their priority. Columns of questions become
 * metadata.
 */
export const getwaitlist: Source = {
  ...signups,
  read: async function* (reading) {
    const items: (Item & { place?: number })[] = [];
    for await (const item of signups.read(reading)) items.push(item);
    yield* items.toSorted((a, b) => (a.place || Infinity) - (b.place || Infinity)).map(({ place: _place, ...item }) => item);
  },
};

/** Testimonials of Senja. Videos and testimonials without a rating are refused by the check of the records, which names the field. */
export const senja = createTable(['id', 'text', 'rating', 'customer_name'], function* (cells) {
  yield {
    collection: 'testimonials',
    record: compact({
      external_id: `senja:${cells.id}`,
      content: cells.text,
      rating: cells.rating ? Number(cells.rating) : undefined,
      status: cells.approved === 'true' ? 'approved' : 'pending',
      author_name: cells.customer_name,
      author_email: cells.customer_email,
      author_title: cells.customer_tagline,
      author_company: cells.customer_company,
      author_avatar_url: cells.customer_avatar,
      source_url: cells.url,
      tags: splitTags(cells.tags),
      created_at: toDate(cells.date),
    }),
  };
});
