import type { EntryStatus } from '@earshot/contract/services/feedback/statuses';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import type { ProjectAppearance } from '@earshot/sdk';
import type { EarshotElement } from './element.ts';
import type { Texts } from './texts.ts';

type Project = Pick<EarshotElement<'feedback'>, 'projectKey' | 'baseUrl'>;
type Names = Pick<Texts<'roadmap'>, 'status_done'> & Partial<Record<`status_${FeedbackStatus}`, string>>;

/** Returns the appearance of the project. Requests the same URL as for the colors, so that the browser has the response. */
export async function readAppearance({ projectKey, baseUrl }: Project): Promise<Partial<ProjectAppearance>> {
  const response = await fetch(new URL(`/v1/projects/appearance?key=${projectKey}`, baseUrl));
  return (await response.json()) as Partial<ProjectAppearance>;
}

/**
 * Returns the display of entries: the names of statuses of the page, of the project, or of the language, their colors and order, and the
 * custom fields of the project.
 */
export async function readDisplay(element: Project & { texts: object }, texts: Names) {
  const { feedback_statuses: given = [], feedback_fields: fields = [] } = await readAppearance(element).catch(
    (): Partial<ProjectAppearance> => ({}),
  );
  const own = element.texts as Partial<Names>;
  const at = (status: FeedbackStatus, key: string | null = null) =>
    given.findIndex((one) => one.status === status && (one.key ?? null) === key);
  return {
    fields,
    arrange: <T extends FeedbackStatus>(statuses: readonly T[]) => statuses.toSorted((one, other) => at(one) - at(other)),
    /** Fills an element with the name of a status, and gives it the color. */
    show: (part: HTMLElement, { status, custom_status: key }: EntryStatus) => {
      const custom = key ? given[at(status, key)] : undefined;
      const { name, color, color_dark: dark } = custom ?? given[at(status)] ?? {};
      part.prepend(custom?.name ?? own[`status_${status}`] ?? name ?? texts[`status_${status}`] ?? '');
      if (color) part.style.setProperty('--dot', `light-dark(${color},${dark})`);
      return part;
    },
  };
}
