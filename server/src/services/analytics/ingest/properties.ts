import {
  MAX_PROPERTIES,
  MAX_PROPERTY_NAME,
  MAX_PROPERTY_TEXT,
  MAX_WARNINGS,
  PROPERTY_REPAIRS,
  type PropertyRepair,
  type PropertyWarning,
} from '@earshot/contract/services/analytics/schemas';
import { truncate } from '@earshot/contract/shared/text';

/** A property that is not stored as it was sent. */
export interface PropertyChange {
  /** Path of the property as sent, such as `properties.address`. */
  path: string;
  code: PropertyWarning;
  message: string;
}

const ROOT = 'properties';

/**
 * Flattens and repairs the properties of an event in place, because nobody sees the error of a page view. Nested objects are flattened with
 * dots, arrays to JSON text. Null, empty objects, and what cannot be stored are removed, and long texts are truncated. Flattening stops at
 * the limits, because the names of all leaves can take a thousand times the size of the event. Returns up to `MAX_WARNINGS` changes, and
 * the first one of each repair.
 */
export function flattenProperties(event: unknown): PropertyChange[] {
  if (!hasProperties(event)) return [];
  const { properties } = event;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    delete event.properties;
    const code = properties === null ? 'dropped' : 'invalid';
    return [{ path: ROOT, code, message: `${ROOT} is ${properties === null ? 'null' : 'not an object'} and not stored` }];
  }
  const entries = Object.entries(properties);
  if (entries.length <= MAX_PROPERTIES && entries.every(([name, value]) => isName(name) && isStorable(value))) return [];
  const flat = new FlatProperties();
  for (const [name, value] of entries) flat.add(name, value);
  event.properties = Object.fromEntries(flat.values);
  return flat.changes;
}

class FlatProperties {
  readonly values = new Map<string, unknown>();
  readonly changes: PropertyChange[] = [];
  readonly #codes = new Set<PropertyWarning>();

  add(name: string, value: unknown, isNested = false): void {
    if (!isName(name))
      this.#note(name, 'invalid', `has a name that is empty or longer than ${MAX_PROPERTY_NAME} characters and is not stored`);
    else if (value === null) this.#note(name, 'dropped', 'is null and not stored');
    else if (this.values.size >= MAX_PROPERTIES && !this.values.has(name))
      this.#note(name, 'excess', `is not stored, because an event has at most ${MAX_PROPERTIES} properties`);
    else if (Array.isArray(value)) {
      this.#note(name, 'serialized', 'is an array: it is stored as JSON text');
      this.#set(name, JSON.stringify(value));
    } else if (typeof value === 'object') this.#addFields(name, value, isNested);
    else this.#set(name, value);
  }

  #addFields(name: string, value: object, isNested: boolean): void {
    const fields = Object.entries(value);
    const [first] = fields;
    if (!first) this.#note(name, 'dropped', 'is an empty object and not stored');
    else if (!isNested)
      this.#note(name, 'flattened', `is an object: its fields are stored with dots, as in ${shorten(`${name}.${first[0]}`)}`);
    for (const [key, item] of fields) this.add(`${name}.${key}`, item, true);
  }

  #set(name: string, value: unknown): void {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.#note(name, 'invalid', 'is a number out of range and not stored');
      return;
    }
    if (this.values.has(name)) this.#note(name, 'replaced', 'has several values: the last one is stored');
    if (isStorable(value)) this.values.set(name, value);
    else {
      this.#note(name, 'truncated', `is longer than ${MAX_PROPERTY_TEXT.toLocaleString('en')} characters: only these are stored`);
      this.values.set(name, truncate(value as string, MAX_PROPERTY_TEXT));
    }
  }

  #note(name: string, code: PropertyWarning, text: string): void {
    const isFirstRepair = isRepair(code) && !this.#codes.has(code);
    if (this.changes.length >= MAX_WARNINGS && !isFirstRepair) return;
    this.#codes.add(code);
    const path = `${ROOT}.${shorten(name)}`;
    this.changes.push({ path, code, message: `${path} ${text}` });
  }
}

/** Returns whether a text has at most that many characters. */
export const fits = (text: string, maxLength: number) => text.length <= maxLength || truncate(text, maxLength) === text;
const isName = (name: string) => name !== '' && fits(name, MAX_PROPERTY_NAME);
const shorten = (name: string) => (fits(name, MAX_PROPERTY_NAME) ? name : `${truncate(name, MAX_PROPERTY_NAME)}…`);

const isStorable = (value: unknown) =>
  typeof value === 'string' ? fits(value, MAX_PROPERTY_TEXT) : typeof value === 'boolean' || Number.isFinite(value);

const hasProperties = (event: unknown): event is { properties?: unknown } =>
  typeof event === 'object' && event !== null && 'properties' in event && event.properties !== undefined;

const isRepair = (code: PropertyWarning): code is PropertyRepair => (PROPERTY_REPAIRS as readonly string[]).includes(code);

/** Returns the repairs of each event, to be counted. */
export function listRepairs(changes: (PropertyChange & { index: number })[]): Map<number, PropertyRepair[]> {
  const repairs = new Map<number, PropertyRepair[]>();
  for (const { index, code } of changes) {
    if (!isRepair(code)) continue;
    const known = repairs.get(index) ?? [];
    if (!known.includes(code)) repairs.set(index, [...known, code]);
  }
  return repairs;
}

/** Combines the changes of the events of a request, in the order of the events. Undefined without changes. */
export function summarizeChanges(changes: (PropertyChange & { index: number })[]) {
  if (!changes.length) return undefined;
  const warnings = new Map<string, PropertyChange & { index: number; count: number }>();
  for (const change of changes) {
    const key = `${change.code} ${change.path}`;
    const warning = warnings.get(key);
    if (warning) warning.count++;
    else if (warnings.size < MAX_WARNINGS) warnings.set(key, { ...change, count: 1 });
  }
  return [...warnings.values()];
}
