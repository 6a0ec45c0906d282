import {
  MAX_PROPERTIES,
  MAX_PROPERTY_NAME,
  MAX_WARNINGS,
  type PropertyWarning,
} from '@earshot/contract/services/analytics/schemas';

/** A property that is not stored as it was sent. */
export interface PropertyChange {
  /** Path of the property as sent, such as `properties.address`. */
  path: string;
  code: PropertyWarning;
  message: string;
}

const ROOT = 'properties';

/**
 * Flattens the properties of an event in place: nested objects with dots, arrays to JSON text. Null and empty objects are removed. Values
 * of other kinds are left to validation, and so are events that it rejects in any case: flattening stops at the limits, because the names
 * of all leaves can take a thousand times the size of the event. Returns up to `MAX_WARNINGS` changes.
 */
export function flattenProperties(event: unknown): PropertyChange[] {
  if (!hasProperties(event) || Object.values(event.properties).every(isScalar)) return [];
  const changes: PropertyChange[] = [];
  const flat = new Map<string, unknown>();
  function note(name: string, code: PropertyWarning, text: string): void {
    if (changes.length < MAX_WARNINGS) changes.push({ path: `${ROOT}.${name}`, code, message: `${ROOT}.${name} ${text}` });
  }

  function add(name: string, value: unknown, isNested = false): void {
    if (flat.size > MAX_PROPERTIES) return;
    if (name.length > MAX_PROPERTY_NAME) set(name, true);
    else if (value === null) note(name, 'dropped', 'is null and not stored');
    else if (Array.isArray(value)) {
      note(name, 'serialized', 'is an array: it is stored as JSON text');
      set(name, JSON.stringify(value));
    } else if (typeof value === 'object') {
      const [first, ...others] = Object.entries(value);
      if (!first) note(name, 'dropped', 'is an empty object and not stored');
      else if (!isNested) note(name, 'flattened', `is an object: its fields are stored with dots, as in ${name}.${first[0]}`);
      for (const [key, item] of first ? [first, ...others] : []) add(`${name}.${key}`, item, true);
    } else set(name, value);
  }
  function set(name: string, value: unknown): void {
    if (flat.has(name)) note(name, 'replaced', 'has several values: the last one is stored');
    flat.set(name, value);
  }

  for (const [name, value] of Object.entries(event.properties)) add(name, value);
  event.properties = Object.fromEntries(flat);
  return changes;
}

const isScalar = (value: unknown) => typeof value !== 'object';

function hasProperties(event: unknown): event is { properties: object } {
  if (typeof event !== 'object' || event === null) return false;
  const { properties } = event as { properties?: unknown };
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties);
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
