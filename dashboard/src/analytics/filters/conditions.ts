import { EVENT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import { analytics as texts } from '../texts/en/analytics.ts';
import { renderName } from '../format.ts';
import { type Filter, formatFilter, parseFilter } from '../report-query.ts';

type Operator = Filter['operator'];

/** Filters of one dimension with one operator. `is` matches any of the values, `is_not` none of them. */
export interface Condition {
  dimension: string;
  operator: Operator;
  values: string[];
}

/** Returns whether a condition with this operator may have several values. Several `contains` must all match. */
export const isMultiple = (operator: Operator): boolean => operator === 'is' || operator === 'is_not';

/** Dimension of all properties, of which a condition names one: `property:plan`. */
export const PROPERTY = 'property';
export const PROPERTY_PREFIX = `${PROPERTY}:`;

/** Dimensions of reports, the usual ones first. */
export const REPORT_DIMENSIONS = [...Object.keys(texts.dimensions), PROPERTY];
/** Dimensions that goals and steps of funnels can require next to the name of the event, the usual ones first. */
export const STEP_DIMENSIONS = [PROPERTY, ...EVENT_DIMENSIONS.filter((id) => id !== 'event')];

/** Returns an empty condition on the first of some dimensions. */
export const newCondition = ([first = PROPERTY]: string[]): Condition => ({ ...onDimension(first), operator: 'is' });

/** Returns the fields of a condition when its dimension was chosen. */
export const onDimension = (id: string): Pick<Condition, 'dimension' | 'values'> => ({
  dimension: id === PROPERTY ? PROPERTY_PREFIX : id,
  values: [],
});

/** Returns whether a condition names a dimension and a value. */
export const isComplete = ({ dimension, values }: Condition): boolean => values.length > 0 && dimension !== PROPERTY_PREFIX;

/** Groups filters into conditions, in the order of their first filters. Filters of another form are skipped. */
export function toConditions(filters: string[]): Condition[] {
  const conditions: Condition[] = [];
  for (const text of filters) {
    const filter = parseFilter(text);
    if (!filter) continue;
    const { dimension, operator, value } = filter;
    const known = conditions.find((one) => one.dimension === dimension && one.operator === operator && isMultiple(operator));
    if (known) known.values.push(value);
    else conditions.push({ dimension, operator, values: [value] });
  }
  return conditions;
}

/** Returns the filters of conditions, each filter once. */
export const toFilters = (conditions: Condition[]): string[] => [
  ...new Set(
    conditions.flatMap(({ dimension, operator, values }) => values.map((value) => formatFilter({ dimension, operator, value }))),
  ),
];

/** Returns the name of one value of a dimension, such as “Page”. */
export const nameDimension = (dimension: string): string =>
  texts.subjects[dimension] ?? texts.dimensions[dimension] ?? dimension.replace(/^property:/, '');

/** Describes a condition: “Source is any of Google, GitHub”. */
export function describeCondition({ dimension, operator, values }: Condition): string {
  const names = values.map((value) => renderName(dimension, value)).join(', ');
  const words = values.length > 1 ? texts.anyOperators[operator] : texts.operators[operator].replace(/ \(.*/, '');
  return `${nameDimension(dimension)} ${words} ${names}`;
}
