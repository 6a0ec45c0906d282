import { analytics as texts } from '../texts/en/analytics.ts';
import { renderName } from '../format.ts';
import { formatFilter } from '../report-query.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
/** Requests accept 20 filters. */
const MAX_CODES = 10;

/** Returns the filters of a search in the values of a dimension. Values with names, such as codes of countries, are searched by name. */
export function searchFilters(by: string, text: string): string[] {
  const searched = text.trim();
  if (searched === '') return [];
  const codes = findCodes(by, searched.toLowerCase());
  return codes.length
    ? codes.map((value) => formatFilter({ dimension: by, operator: 'is', value }))
    : [formatFilter({ dimension: by, operator: 'contains', value: searched })];
}

function listCodes(by: string): string[] {
  if (by !== 'country' && by !== 'language') return Object.keys(texts.valueNames[by] ?? {});
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return by === 'country' ? codes.map((code) => code.toUpperCase()) : codes;
}

/** Returns the codes whose names contain a text; names that begin with it come first. */
function findCodes(by: string, text: string): string[] {
  const named = listCodes(by)
    .map((code) => ({ code, name: renderName(by, code).toLowerCase() }))
    .filter(({ code, name }) => name !== code.toLowerCase() && name.includes(text));
  return named
    .toSorted((a, b) => a.name.indexOf(text) - b.name.indexOf(text))
    .slice(0, MAX_CODES)
    .map(({ code }) => code);
}
