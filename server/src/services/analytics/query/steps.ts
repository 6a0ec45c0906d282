import { invalidField } from '../../../platform/api/errors.ts';
import { PAGE_VIEW } from '../pipeline/event.ts';
import { normalizePagePath } from '../ingest/urls.ts';

/** An event by name, or views of a page by pattern: a goal, or a step of a funnel. */
export interface Step {
  event?: string | null;
  page?: string | null;
}

/** @throws {HttpError} 400 unless the step has either an event or a page */
export function checkStep({ event, page }: Step, field = ''): void {
  const inside = field && `${field}.`;
  if (!event && !page) throw invalidField(`${inside}event`, 'required', `${inside}event or ${inside}page is required`);
  if (event && page) throw invalidField(`${inside}page`, 'conflict', `${inside}page must not be combined with ${inside}event`);
  if (page && !/^([/*]|https?:\/\/)/i.test(page))
    throw invalidField(`${inside}page`, 'format', `${inside}page must begin with / or *, or be an http or https URL`);
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
