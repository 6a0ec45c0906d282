import { truncate } from '@earshot/contract/shared/text';
import { EVENT_DIMENSIONS, OPERATORS, VISIT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import { ApiError } from './api.ts';

export const FILTERS_DESCRIPTION = `Filters in plain English, which must all match, such as “country is DE”, “page contains /docs”, “browser is not Firefox”, “property plan is pro” or “page matches /blog/*”. Dimensions: ${[...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS].join(', ')}, or property <name>.`;

const API_FILTER = new RegExp(`^(?:property:.+|[a-z_]+):(?:${OPERATORS.join('|')}):`);

/**
 * Translates a filter such as “entry page is not /” into the form of the API, `entry_page:is_not:/`. Filters in this form are
 * returned unchanged.
 * @throws {ApiError} 400 for a text without an operator
 */
export function parseFilter(input: string): string {
  const text = input.trim();
  if (API_FILTER.test(text)) return text;
  const [, subject = '', operator = '', value = ''] = /^(.+?)\s+(is not|is|contains|matches)\s+(.+)$/is.exec(text) ?? [];
  if (!subject)
    throw new ApiError(400, {
      error: `The filter “${truncate(text, 100)}” is not understood. ${FILTERS_DESCRIPTION}`,
      code: 'validation',
    });
  const [, property] = /^property[\s:]+(.+)$/is.exec(subject) ?? [];
  const dimension = property ? `property:${property}` : subject.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return `${dimension}:${operator.toLowerCase().replace(' ', '_')}:${value.replace(/^(["'“])(.*)["'”]$/s, '$2')}`;
}
