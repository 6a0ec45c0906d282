import { badRequest } from '../../http/errors.ts';
import { PAGE_VIEW } from '../event.ts';
import { type Bound, likeOf } from './filters.ts';

/** An event by its name, or views of a page by a pattern: a goal, or a step of a funnel. */
export interface Step {
  event?: string | null;
  page?: string | null;
}

/** @throws {HttpError} 400 when it is neither, or both */
export function checkStep({ event, page }: Step, field = ''): void {
  const inside = field && `${field}.`;
  if (!event && !page) throw badRequest(`${inside}event or ${inside}page is required`);
  if (event && page) throw badRequest(`${inside}page can’t be given together with ${inside}event`);
}

/** Whether an event is one, as SQL. */
export function stepCondition({ event, page }: Step, { bind }: Bound): string {
  if (event) return `events.name = ${bind(event, 'String')}`;
  const path = page ?? '';
  const fits = path.includes('*') ? `events.path LIKE ${bind(likeOf(path), 'String')}` : `events.path = ${bind(path, 'String')}`;
  return `(events.name = '${PAGE_VIEW}' AND ${fits})`;
}

/** Whether no event can be more than one of these. */
export function areDisjoint(steps: Step[]): boolean {
  return steps.every((a, i) =>
    steps.slice(i + 1).every((b) => {
      if (a.event && b.event) return a.event !== b.event;
      if (a.page && b.page) return !a.page.includes('*') && !b.page.includes('*') && a.page !== b.page;
      return (a.event ?? b.event) !== PAGE_VIEW;
    }),
  );
}
