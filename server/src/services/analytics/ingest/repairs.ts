import { TrackedEvent } from '@earshot/contract/services/analytics/schemas';
import { truncate } from '@earshot/contract/shared/text';
import { flattenProperties, fits, type PropertyChange } from './properties.ts';
import { parsePage } from './urls.ts';

/** Fields of text that describe an event. Without one of them, or with a shorter text, the event still counts. */
const TEXTS = [
  'url',
  'referrer',
  'title',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'language',
] as const;

const MAX_LENGTHS = TEXTS.map((name) => {
  const { maxLength = Infinity } = TrackedEvent.properties[name] as { maxLength?: number };
  return [name, maxLength] as const;
});
const MAX_SCREEN_WIDTH = 65_535;

/**
 * Repairs an event in place, because nobody sees the error of a page view: its properties, and fields that describe the page, campaign and
 * screen. Texts that are too long are truncated; what is no text, address or width is removed. Fields that say what happened, when, to whom
 * and for how much money are left to validation. Returns the changes.
 */
export function repairEvent(event: unknown): PropertyChange[] {
  if (typeof event !== 'object' || event === null) return [];
  const changes = flattenProperties(event);
  for (const [name, maxLength] of MAX_LENGTHS)
    if (name in event) {
      const change = repairText(event as Record<string, unknown>, name, maxLength);
      if (change) changes.push(change);
    }
  if ('screen_width' in event) {
    const change = repairWidth(event);
    if (change) changes.push(change);
  }
  return changes;
}

function repairText(event: Record<string, unknown>, name: string, maxLength: number): PropertyChange | undefined {
  const value = event[name];
  if (value === null) return remove(event, name, 'dropped', 'is null and not stored');
  if (typeof value !== 'string') return remove(event, name, 'invalid', 'is not a text and not stored');
  let change: PropertyChange | undefined;
  if (!fits(value, maxLength)) {
    event[name] = truncate(value, maxLength);
    const message = `${name} is longer than ${maxLength.toLocaleString('en')} characters: only these are stored`;
    change = { path: name, code: 'truncated', message };
  }
  if (name === 'url' && value && !parsePage(event[name] as string))
    return remove(event, name, 'invalid', 'is not an http or https URL, or a path that begins with /, and not stored');
  return change;
}

function repairWidth(event: { screen_width: unknown }): PropertyChange | undefined {
  const { screen_width: value } = event;
  if (value === null) return remove(event, 'screen_width', 'dropped', 'is null and not stored');
  // Browsers that zoom report fractions.
  const width = typeof value === 'number' ? Math.round(value) : 0;
  if (width < 1 || width > MAX_SCREEN_WIDTH)
    return remove(
      event,
      'screen_width',
      'invalid',
      `is not a number from 1 to ${MAX_SCREEN_WIDTH.toLocaleString('en')} and not stored`,
    );
  event.screen_width = width;
  return undefined;
}

function remove(event: object, name: string, code: 'dropped' | 'invalid', text: string): PropertyChange {
  delete (event as Record<string, unknown>)[name];
  return { path: name, code, message: `${name} ${text}` };
}
