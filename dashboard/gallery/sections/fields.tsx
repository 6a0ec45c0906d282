import { BadRequestError } from '@earshot/sdk';
import { useState } from 'react';
import { DateField, DateRangeField } from '../../src/ui/dates/date-field.tsx';
import { Checkbox, EmailField, Form, Select, Switch, TextField } from '../../src/ui/field.tsx';
import { FilterChoice } from '../../src/ui/filter-choice.tsx';
import { FormActions } from '../../src/ui/form-actions.tsx';
import { SuggestField } from '../../src/ui/suggest-field.tsx';
import { SearchBox } from '../../src/ui/search-box.tsx';
import { TimeZoneField } from '../../src/ui/time-zones/time-zone-field.tsx';
import { Tags } from '../../src/ui/tags.tsx';
import { Example, type Section } from '../example.tsx';

const ignore = () => undefined;

const ROLES = [
  { id: 'viewer', label: 'Viewer' },
  { id: 'member', label: 'Member' },
  { id: 'admin', label: 'Admin' },
] as const;
const STATUSES = ['open', 'done'] as const;

function Choices() {
  const [zone, setZone] = useState('Europe/Berlin');
  const [role, setRole] = useState<(typeof ROLES)[number]['id']>('member');
  return (
    <>
      <Example name="<Select>" use="One of several values. Values of which one is typed are a SuggestField.">
        <Select
          label="Role"
          hint="Members change entries, and viewers only read."
          options={ROLES}
          value={role}
          onChange={setRole}
        />
        <Select label="Role, disabled" options={ROLES} value="admin" onChange={ignore} isDisabled />
      </Example>
      <Example name="<SuggestField>" use="Any text, with suggestions while something is typed.">
        <SuggestField label="Event" suggestions={['signed_up', 'invoice_sent']} defaultValue="signed_up" isCode />
      </Example>
      <Example name="<TimeZoneField>" use="A time zone, found by city, country or offset.">
        <TimeZoneField label="Time zone" value={zone} onChange={setZone} />
      </Example>
      <Example name="<FilterChoice>" use="A filter of a list. Highlighted while the list is incomplete." isRow>
        <FilterChoice
          label="Status"
          values={STATUSES}
          names={{ open: 'Open', done: 'Done' }}
          value={undefined}
          onChange={ignore}
        />
        <FilterChoice label="Status" values={STATUSES} names={{ open: 'Open', done: 'Done' }} value="done" onChange={ignore} />
      </Example>
    </>
  );
}

function SearchAndTags() {
  const [tags, setTags] = useState(['export', 'billing']);
  return (
    <>
      <Example name="<SearchBox>" use="Search of a list. Typing is no step of Back.">
        <SearchBox label="Search feedback" value="" onChange={ignore} />
        <SearchBox label="Search feedback" value="export to csv" onChange={ignore} />
      </Example>
      <Example name="<Tags>" use="Tags of a record, with a field that adds one.">
        <Tags tags={tags} onChange={setTags} />
        <Tags tags={['read only', 'another']} />
      </Example>
    </>
  );
}

export const FIELDS: Section[] = [
  {
    id: 'fields',
    title: 'Fields',
    render: () => (
      <>
        <Example name="<TextField>" use="Text. The hint is one sentence.">
          <TextField label="Name" hint="Members and visitors see this name." defaultValue="Acme" />
          <TextField label="Address" placeholder="https://example.com" />
          <TextField label="Description" rows={2} defaultValue="Invoices for people who hate invoices." />
          <TextField label="Signing secret" isCode defaultValue="whsec_5f0c1d" />
          <TextField label="Plan" isDisabled defaultValue="Self-hosted" />
        </Example>
        <Example name="<EmailField>" use="An email address, with the keyboard for it on phones.">
          <EmailField label="Email address" placeholder="ada@example.com" />
        </Example>
      </>
    ),
  },
  { id: 'choices', title: 'Choices', render: () => <Choices /> },
  {
    id: 'switches',
    title: 'Switches and checkboxes',
    render: () => (
      <>
        <Example name="<Switch>" use="On or off, effective with Save.">
          <Switch label="Public roadmap" hint="Anyone who has the address sees planned entries." defaultSelected />
          <Switch label="Votes without an account" />
          <Switch label="Disabled" isDisabled />
        </Example>
        <Example name="<Checkbox>" use="Several of a list." isRow>
          <Checkbox defaultSelected>Comments</Checkbox>
          <Checkbox>Votes</Checkbox>
          <Checkbox isIndeterminate>Some</Checkbox>
        </Example>
      </>
    ),
  },
  {
    id: 'dates',
    title: 'Dates',
    presses: ['Calendar Days'],
    isTall: true,
    render: () => (
      <>
        <Example name="<DateField>" use="A day, or with a time zone a day and a time. Typed, or chosen in a calendar.">
          <DateField label="Due date" defaultValue="2026-05-20" />
          <DateField label="Date and time" hint="Time zone of the project: Europe/Berlin" timeZone="Europe/Berlin" isRequired />
        </Example>
        <Example name="<DateRangeField>" use="The first and the last day of a period.">
          <DateRangeField
            label="Days"
            names={['from', 'to']}
            timeZone="UTC"
            defaultValue={{ from: '2026-04-13', to: '2026-05-01' }}
          />
        </Example>
      </>
    ),
  },
  { id: 'search-and-tags', title: 'Search and tags', render: () => <SearchAndTags /> },
  {
    id: 'forms',
    title: 'Forms',
    presses: ['Save'],
    render: () => (
      <Example name="<Form>" use="Keeps its input when the server rejects it, and shows each error at its field.">
        <Form
          onSubmit={async () => {
            throw new BadRequestError('The request is invalid', {
              status: 400,
              fields: [{ path: 'name', code: 'too_short', message: 'name must not be empty' }],
            });
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="name" label="Name" isRequired />
              <FormActions label="Save" onCancel={ignore} isBusy={isBusy} />
            </>
          )}
        </Form>
      </Example>
    ),
  },
];
