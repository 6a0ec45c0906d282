import type { Reader } from '../../../../instance/end-users/readers.ts';
import { toBaseLanguage } from '../../index/languages.ts';
import type { SearchResult } from '../results.ts';

/** Keeps one result for a document and its translations, in the language that the reader prefers most, at the place of the best one. Members see all. */
export function preferLanguage(results: SearchResult[], reader: Reader): SearchResult[] {
  if (reader.audience === 'team') return results;
  const { languages = [] } = reader;
  const rank = ({ language, translation_of: of }: SearchResult) => {
    const index = languages.indexOf(toBaseLanguage(language));
    return index < 0 ? languages.length + (of === null ? 0 : 1) : index;
  };
  const groups = Map.groupBy(results, ({ document_id: id, translation_of: of }) => of ?? id);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [others.reduce((best, other) => (rank(other) < rank(best) ? other : best), first)] : [],
  );
}
