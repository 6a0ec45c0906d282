import { renderName } from '../format.ts';
import { formatFilter } from '../report-query.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
/** Requests accept 20 filters. */
const MAX_CODES = 10;

/** Returns the filters of a search in the values of a dimension. Countries and languages are stored as codes, and searched by name. */
export function searchFilters(by: string, text: string): string[] {
  const searched = text.trim();
  if (searched === '') return [];
  const codes = by === 'country' || by === 'language' ? findCodes(by, searched.toLowerCase()) : [];
  return codes.length
    ? codes.map((value) => formatFilter({ dimension: by, operator: 'is', value }))
    : [formatFilter({ dimension: by, operator: 'contains', value: searched })];
}

/** Returns the codes whose names contain a text; names that begin with it come first. */
function findCodes(by: 'country' | 'language', text: string): string[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).map((code) =>
    by === 'country' ? code.toUpperCase() : code,
  );
  const named = codes
    .map((code) => ({ code, name: renderName(by, code).toLowerCase() }))
    .filter(({ code, name }) => name !== code.toLowerCase() && name.includes(text));
  return named
    .toSorted((a, b) => a.name.indexOf(text) - b.name.indexOf(text))
    .slice(0, MAX_CODES)
    .map(({ code }) => code);
}
