import { EVENT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import { invalidField } from '../../../platform/api/errors.ts';
import { PAGE_VIEW } from '../pipeline/event.ts';
import { normalizePagePath } from '../ingest/urls.ts';
import { parseFilters } from './filters.ts';

/** An event by name, or views of a page by pattern, which meet all filters: a goal, or a step of a funnel. */
export interface Step {
  event?: string | null;
  page?: string | null;
  /** Filters on dimensions of events, such as `property:plan:is:pro`. */
  filters?: string[];
}

/** @throws {HttpError} 400 unless the step has either an event or a page, and filters on events only */
export function checkStep({ event, page, filters }: Step, field = ''): void {
  const inside = field && `${field}.`;
  if (!event && !page) throw invalidField(`${inside}event`, 'required', `${inside}event or ${inside}page is required`);
  if (event && page) throw invalidField(`${inside}page`, 'conflict', `${inside}page must not be combined with ${inside}event`);
  if (page && !/^([/*]|https?:\/\/)/i.test(page))
    throw invalidField(`${inside}page`, 'format', `${inside}page must begin with / or *, or be an http or https URL`);
  for (const { dimension } of parseFilters(filters, `${inside}filters`))
    if (dimension.subject !== 'event')
      throw invalidField(
        `${inside}filters`,
        'choice',
        `${inside}filters must be about ${EVENT_DIMENSIONS.join(', ')}, or property:<name>`,
      );
}

/** @throws {HttpError} 400 that names the first invalid step */
export function checkSteps(steps: Step[]): void {
  for (const [index, step] of steps.entries()) checkStep(step, `steps[${index}]`);
}

/** Returns whether each event completes at most one of the steps. */
export function areDisjoint(steps: Step[]): boolean {
  return steps.every((a, i) =>
    steps.slice(i + 1).every((b) => {
      if (a.event && b.event) return a.event !== b.event;
      if (a.page && b.page)
        return !a.page.includes('*') && !b.page.includes('*') && normalizePagePath(a.page) !== normalizePagePath(b.page);
      return (a.event ?? b.event) !== PAGE_VIEW;
    }),
  );
}
