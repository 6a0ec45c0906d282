import type { FieldType } from '@earshot/contract/services/feedback/fields';
import type { AttributeOperator } from '@earshot/contract/instance/values';

const types: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  select: 'Selection',
  url: 'URL',
};

const operators: Record<AttributeOperator, string> = {
  is: 'is',
  is_not: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_set: 'is set',
  is_not_set: 'is not set',
};

export const fields = {
  title: 'Custom fields',
  hint: 'Additional fields of entries. Public fields are in forms and on pages; internal fields are for members only.',
  empty: 'No custom fields',
  new: 'New field…',
  newTitle: 'New field',
  create: 'Create field',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  editTitle: 'Edit field',
  label: 'Label',
  key: 'Key',
  keyHint: 'Name in the API and in exports, which can’t be changed later.',
  type: 'Type',
  types,
  options: 'Options',
  optionsHint: 'One option per line.',
  access: 'Who sees it',
  public: 'Everyone',
  internal: 'Members',
  accessHint: 'Visitors fill in public fields, and everyone reads their values.',
  required: 'Required in forms',
  requiredTag: 'Required',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete the field “${name}”?`,
  deleteHint: 'Entries no longer show its values. They return when a field with the same key and type is created.',
  saved: 'Field saved',
  removed: 'Field deleted',
  none: '–',
  yes: 'Yes',
  no: 'No',
  operators,
  value: 'Value',
};
