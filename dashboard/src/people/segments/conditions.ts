import type { AttributeOperator, AttributeType, SegmentConditionKind } from '@earshot/contract/instance/values';
import type { Attribute, PersonSegment } from '@earshot/sdk';

type Definition = PersonSegment['definition'];
type Condition = Definition['conditions'][number];

/** Input of a condition. Numbers are texts while they are typed. */
export interface Draft {
  key: string;
  kind: SegmentConditionKind;
  attribute: string;
  operator: AttributeOperator;
  value: string;
  /** Name of the event, or path of the page. */
  subject: string;
  atLeast: string;
  withinDays: string;
  isNegated: boolean;
  /** Fields that the form does not show. */
  others: Pick<Condition, 'since' | 'until'>;
}

export const OPERATORS_WITHOUT_VALUE: ReadonlySet<AttributeOperator> = new Set(['is_set', 'is_not_set']);
export const isCompared = (kind: SegmentConditionKind) => kind.endsWith('attribute') || kind === 'company';

/** Returns whether a condition can be counted: its fields are filled. A choice of true or false is. */
export const isCompleteDraft = ({ kind, attribute, operator, value, subject }: Draft, type: AttributeType | undefined): boolean =>
  isCompared(kind)
    ? (kind === 'company' || attribute !== '') &&
      (type === 'boolean' || OPERATORS_WITHOUT_VALUE.has(operator) || value.trim() !== '')
    : (kind !== 'event' && kind !== 'page') || subject.trim() !== '';

export const createDraft = (): Draft => ({
  key: crypto.randomUUID(),
  kind: 'attribute',
  attribute: '',
  operator: 'is',
  value: '',
  subject: '',
  atLeast: '',
  withinDays: '',
  isNegated: false,
  others: {},
});

export const toDraft = (condition: Condition): Draft => ({
  key: crypto.randomUUID(),
  kind: condition.kind,
  attribute: condition.attribute ?? '',
  operator: condition.operator ?? 'is',
  value: String(condition.value ?? ''),
  subject: condition.event ?? condition.page ?? '',
  atLeast: condition.at_least === undefined ? '' : String(condition.at_least),
  withinDays: condition.within_days === undefined ? '' : String(condition.within_days),
  isNegated: condition.negated ?? false,
  others: {
    ...(condition.since !== undefined && { since: condition.since }),
    ...(condition.until !== undefined && { until: condition.until }),
  },
});

export const findType = (attributes: Attribute[], { kind, attribute }: Draft): AttributeType | undefined =>
  attributes.find(({ subject, name }) => subject === (kind === 'attribute' ? 'person' : 'company') && name === attribute)?.type;

/** Returns the definition that the server checks. */
export const toDefinition = (match: Definition['match'], drafts: Draft[], attributes: Attribute[]): Definition => ({
  match,
  conditions: drafts.map((draft) => toCondition(draft, findType(attributes, draft))),
});

function toCondition(draft: Draft, type: AttributeType | undefined): Condition {
  const { kind, operator, value, subject, others } = draft;
  if (isCompared(kind))
    return {
      kind,
      ...(kind !== 'company' && { attribute: draft.attribute }),
      operator,
      ...(!OPERATORS_WITHOUT_VALUE.has(operator) && { value: parseValue(type, value) }),
    };
  return {
    kind,
    ...others,
    ...(kind === 'event' && { event: subject.trim() }),
    ...(kind === 'page' && { page: subject.trim() }),
    ...(draft.atLeast && kind !== 'last_seen' && { at_least: Number(draft.atLeast) }),
    ...(draft.withinDays && { within_days: Number(draft.withinDays) }),
    ...(draft.isNegated && { negated: true }),
  };
}

const parseValue = (type: AttributeType | undefined, text: string): string | number | boolean =>
  type === 'number' ? Number(text) : type === 'boolean' ? text !== 'false' : text.trim();
