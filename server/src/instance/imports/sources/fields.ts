import { createHash } from 'node:crypto';
import type { DateOrder, ImportCollection } from '@earshot/contract/instance/values';
import type { Cells } from './csv.ts';
import { parseDate } from './dates.ts';
import type { FieldSchema, Options, RowSchema } from './source.ts';

/** Number of anonymous votes, which are stored as votes. */
export const VOTES = 'votes';
/** URL or path in the other product, for redirects. */
export const OLD_URL = 'old_url';
/** A column of this field becomes metadata with the name of the column. */
export const METADATA = 'metadata';

// cspell:disable
/** Names of columns that suggest a field, in lower case, without spaces and punctuation. */
const HEADERS: Record<string, string[]> = {
  external_id: ['id', 'externalid', 'uuid', 'postid', 'number', 'nummer'],
  title: ['title', 'titel', 'titre', 'titulo', 'subject', 'betreff', 'summary', 'idea', 'idee', 'feature', 'request', 'wunsch'],
  description: ['description', 'beschreibung', 'descripcion', 'descricao', 'details', 'body', 'text', 'inhalt'],
  content: ['content', 'body', 'text', 'testimonial', 'review', 'quote', 'notes', 'inhalt', 'zitat', 'bewertungstext'],
  body: ['body', 'comment', 'text', 'content', 'kommentar'],
  status: ['status', 'state', 'stand', 'estado', 'statut'],
  type: ['type', 'kind', 'typ', 'art', 'tipo'],
  tags: ['tags', 'labels', 'categories', 'category', 'kategorie', 'kategorien', 'schlagworte', 'etiquetas'],
  votes: ['votes', 'votescount', 'upvotes', 'score', 'stimmen', 'votos'],
  submitter_name: ['author', 'authorname', 'name', 'createdby', 'submitter', 'user', 'kunde', 'autor', 'auteur', 'von'],
  submitter_email: ['email', 'authoremail', 'mail', 'emailaddress', 'useremail', 'emailadresse', 'correo', 'courriel'],
  author_name: ['author', 'authorname', 'name', 'customer', 'customername', 'kunde', 'autor', 'auteur'],
  author_email: ['email', 'authoremail', 'customeremail', 'mail', 'emailadresse'],
  author_title: ['title', 'jobtitle', 'position', 'role', 'tagline', 'rolle'],
  author_company: ['company', 'organization', 'organisation', 'firma', 'unternehmen', 'empresa'],
  name: ['name', 'fullname', 'vollername', 'nombre', 'nom', 'nome'],
  email: ['email', 'mail', 'emailaddress', 'emailadresse', 'correo', 'courriel'],
  rating: ['rating', 'stars', 'score', 'sterne', 'bewertung'],
  version: ['version', 'tag', 'release'],
  referral_code: ['referralcode', 'referraltoken', 'code'],
  referral_source: ['source', 'referralsource', 'quelle', 'utmsource'],
  created_at: [
    'createdat',
    'created',
    'date',
    'createddate',
    'timestamp',
    'submittedat',
    'signedupat',
    'datum',
    'erstellt',
    'erstelltam',
    'creationdate',
    'fecha',
    'fechadecreacion',
    'datedecreation',
    'data',
    'datadecriacao',
  ],
  published_at: [
    'publishedat',
    'published',
    'date',
    'releasedate',
    'releasedat',
    'datum',
    'veroeffentlicht',
    'veröffentlicht',
    'veröffentlichtam',
  ],
  old_url: ['url', 'link', 'permalink', 'posturl', 'htmlurl', 'path'],
  feedback_external_id: ['postid', 'feedbackid', 'ideaid', 'entryid'],
};

/** Words that suggest a status of feedback, in the form of `HEADERS`. */
const STATUS_WORDS: Record<string, string> = {
  new: 'open backlog todo submitted offen neu abierto nuevo ouvert nouveau aberto novo',
  under_review: 'inreview reviewing considering inprüfung wirdgeprüft enrevisión enrevision emanálise',
  planned: 'accepted next upnext geplant angenommen planificado planifié planejado',
  in_progress: 'started doing indevelopment inarbeit inbearbeitung enprogreso encurso encours emandamento',
  done: 'complete completed shipped released fixed resolved erledigt fertig umgesetzt hecho terminé',
  declined: 'rejected wontdo wontfix notplanned canceled cancelled abgelehnt rechazado refusé rejeitado',
};
// cspell:enable

/** Fields that identify a record of a file without ids. */
const IDENTIFYING = ['title', 'content', 'body', 'email', 'author_name', 'submitter_email', 'feedback_external_id', 'version'];

const fold = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Collections whose records have pages. */
const WITH_PAGES: ReadonlySet<ImportCollection> = new Set(['feedback', 'changelog', 'articles']);

/** Returns the fields that columns can be imported as. */
export const listFields = (collection: ImportCollection, schema: Pick<RowSchema, 'properties'>): string[] => [
  ...Object.keys(schema.properties),
  ...(collection === 'feedback' ? [VOTES] : []),
  ...(WITH_PAGES.has(collection) ? [OLD_URL] : []),
];

/** Returns the fields that the names of columns suggest. */
export function suggestColumns(names: string[], collection: ImportCollection, schema: RowSchema): Record<string, string> {
  const suggested: Record<string, string> = {};
  for (const field of listFields(collection, schema)) {
    const { title = '' } = schema.properties[field] ?? {};
    const headers = [fold(field), fold(title), ...(HEADERS[field] ?? [])].filter(Boolean);
    const free = names.filter((name) => !(name in suggested));
    const [found] = headers.flatMap((header) => free.find((name) => fold(name) === header) ?? []);
    if (found !== undefined) suggested[found] = field;
  }
  return suggested;
}

/** Returns the statuses that the texts of the column of the status suggest, by text. */
export function suggestStatuses(
  found: { name: string; samples: string[] }[],
  columns: Record<string, string>,
  { properties, hasStatus }: RowSchema,
): Record<string, string> {
  const statuses = found.find(({ name }) => columns[name] === 'status');
  const { enum: choices = [] } = properties.status ?? {};
  if (!statuses || !choices.length) return {};
  const suggested = statuses.samples.flatMap((text) => {
    if (hasStatus?.(text)) return [];
    const status = Object.keys(STATUS_WORDS).find((name) => STATUS_WORDS[name]?.split(' ').includes(fold(text)));
    return status && choices.includes(status) ? [[text, status] as const] : [];
  });
  return Object.fromEntries(suggested);
}

/** Returns the collection that the names of columns suggest. */
export function suggestCollection(names: string[]): ImportCollection {
  const has = (...fields: string[]) => fields.some((field) => names.some((name) => HEADERS[field]?.includes(fold(name))));
  if (has('rating') && !has('votes')) return 'testimonials';
  if (has('version')) return 'changelog';
  return has('email') && !has('title') ? 'waitlist' : 'feedback';
}

// cspell:disable
const YES = new Set(['true', '1', 'yes', 'y', 'x', 'ja', 'si', 'sí', 'oui', 'sim', 'wahr', 'on']);
const NO = new Set(['false', '0', 'no', 'n', '', 'nein', 'non', 'não', 'falsch', 'off']);
// cspell:enable

/** Converts the text of a cell to the type of its field. Text that cannot be converted stays, so that the check of the record names it. */
function convert(text: string, schema: FieldSchema, order: DateOrder): unknown {
  const forms = schema.anyOf ?? [schema];
  const has = (type: string) => forms.some((form) => form.type === type);
  if (forms.some(({ format }) => format === 'date-time')) return parseDate(text, order) ?? text;
  if (has('boolean')) return YES.has(text.toLowerCase()) || (NO.has(text.toLowerCase()) ? false : text);
  if (has('integer') || has('number')) {
    const number = Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
    return Number.isNaN(number) ? text : number;
  }
  if (has('array'))
    return text
      .split(/[,;|]/)
      .map((part) => part.trim())
      .filter(Boolean);
  const choices = forms.flatMap(({ enum: values = [] }) => values);
  const spelled = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return choices.includes(spelled) ? spelled : text;
}

/** Returns the record of a row: the fields of its columns, and without a column of ids an external id that its content determines. */
export function toRecord(
  cells: Cells,
  { columns = {}, values = {}, date_order = 'ymd' }: Options,
  schema: RowSchema,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  for (const [column, field] of Object.entries(columns)) {
    const text = cells[column];
    if (!text) continue;
    const given = values[field]?.[text] ?? text;
    if (field === METADATA) metadata[column] = given;
    else record[field] = field === VOTES ? Number(given) : convert(given, schema.properties[field] ?? {}, date_order);
  }
  if (Object.keys(metadata).length) record[METADATA] = metadata;
  if ('external_id' in schema.properties && record.external_id === undefined)
    record.external_id = `csv:${createHash('sha256')
      .update(JSON.stringify(IDENTIFYING.map((field) => record[field] ?? null)))
      .digest('hex')
      .slice(0, 24)}`;
  return schema.toRecord(record);
}
