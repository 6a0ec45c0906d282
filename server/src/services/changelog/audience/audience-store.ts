import { type RawBuilder, sql } from 'kysely';

/** Place and languages of a reader, as far as they are known. */
export interface Place {
  /** Path of the page that has the widget. */
  path?: string | undefined;
  /** As in `de` or `de-AT`. */
  languages?: (string | undefined)[];
}

/** Returns a path or pattern as people read it: `/caf%C3%A9` is `/café`. Malformed ones are unchanged; control characters and `%` stay escaped. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path.replaceAll('%25', '%2525')).replaceAll(/\p{Cc}/gu, encodeURIComponent);
  } catch {
    return path;
  }
}

/**
 * Returns the condition that an entry is for a reader. An entry for pages is for readers on one of them, and an entry for languages is for
 * readers of one of them: feeds, pages, widgets, emails and the API follow this rule. `/docs/*` includes `/docs`.
 */
const matchesAudience = (
  entry: { pages: RawBuilder<unknown>; languages: RawBuilder<unknown> },
  reader: { path: RawBuilder<unknown>; languages: RawBuilder<unknown> },
): RawBuilder<boolean> => sql`(${entry.pages} = '{}' OR EXISTS (
    SELECT FROM unnest(${entry.pages}) AS page, replace(regexp_replace(page, '([\\\\%_])', '\\\\\\1', 'g'), '*', '%') AS pattern
    WHERE ${reader.path} LIKE pattern OR ${reader.path} || '/' LIKE pattern))
  AND (${entry.languages} = '{}' OR ${entry.languages} && ${reader.languages})`;

const toBase = (language: string) => language.toLowerCase().split('-')[0] ?? '';

/** Returns the condition that `changelog_entries e` are for a reader. */
export const isForReader = ({ path, languages = [] }: Place): RawBuilder<boolean> =>
  matchesAudience(
    { pages: sql`e.pages`, languages: sql`e.languages` },
    {
      path: sql`${path === undefined ? null : decodePath(path)}::text`,
      languages: sql`${languages.flatMap((one) => (one ? toBase(one) : []))}::text[]`,
    },
  );

/** Returns the condition that an entry is for `changelog_subscribers s`, who are on no page. */
export const isForSubscriber = ({ pages, languages }: { pages: string[]; languages: string[] }): RawBuilder<boolean> =>
  matchesAudience(
    { pages: sql`${pages}::text[]`, languages: sql`${languages}::text[]` },
    { path: sql`NULL::text`, languages: sql`ARRAY[s.language]` },
  );
