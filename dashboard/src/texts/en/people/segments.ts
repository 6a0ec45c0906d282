import type { PersonSegment } from '@earshot/sdk';
import { formatNumber } from '../../plural.ts';

type Kind = PersonSegment['definition']['conditions'][number]['kind'];

const formatCount = (count: number) => (count === 1 ? 'One person matches' : `${formatNumber(count)} people match`);

/** Texts about segments of people. */
export const segments = {
  segment: 'Segment',
  everyone: 'All people',
  ofPeople: 'Segment of people',
  allVisitors: 'All visitors',
  choose: 'Choose a segment',
  none: 'No segments yet. Create one on the People screen.',
  new: 'New segment…',
  edit: 'Edit segment…',
  delete: 'Delete segment…',
  newTitle: 'New segment',
  editTitle: 'Edit segment',
  deleteTitle: (name: string) => `Delete the segment “${name}”?`,
  deleteHint: 'People are kept. A segment that a board uses can’t be deleted.',
  name: 'Name',
  match: 'People match',
  matches: { all: 'All conditions', any: 'At least one condition' },
  condition: (number: number) => `Condition ${number}`,
  removeCondition: (number: number) => `Remove condition ${number}`,
  addCondition: 'Add condition',
  kind: 'About',
  kinds: {
    attribute: 'Attribute of the person',
    company_attribute: 'Attribute of the company',
    company: 'Company',
    last_seen: 'Last seen',
    event: 'Event',
    page: 'Page view',
    feedback: 'Submitted feedback',
    vote: 'Votes',
  } satisfies Record<Kind, string>,
  chooseAttribute: 'Choose…',
  noAttributes: 'No attributes yet',
  companyId: 'Company ID',
  event: 'Name of the event',
  page: 'Path of the page',
  did: 'Behavior',
  dids: { yes: 'Did', no: 'Did not' },
  atLeast: 'At least … times',
  withinDays: 'In the last … days',
  counted: formatCount,
  create: 'Create segment',
  saved: 'Segment saved',
  deleted: 'Segment deleted',
};
