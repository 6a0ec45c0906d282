import type { Webhook } from '@earshot/sdk';
import { detectFormat, WEBHOOK_FORMATS } from '@earshot/contract/instance/webhook-formats';
import { STATUSES } from '@earshot/contract/services/feedback/values';
import { common } from '#texts/common';
import { names } from '../../texts/services.ts';
import { services } from '../../texts/shared.ts';
import { webhooks as texts } from '#texts/settings/webhooks';
import { useId, useState } from 'react';
import { CheckboxGroup, Label } from 'react-aria-components';
import { refresh, useClient } from '../../api.ts';
import { Checkbox, Form, Select, Switch, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { WebhookPreview } from './webhook-preview.tsx';
import { useStatuses } from '../../feedback/fields/statuses.ts';

const TYPES = Object.keys(texts.names) as Webhook['types'];

/** Form that creates or edits a webhook. */
export function WebhookForm({ webhook, onDone }: { webhook?: Webhook; onDone: () => void }) {
  const call = useClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [format, setFormat] = useState(webhook?.format ?? 'standard');
  const [types, setTypes] = useState<string[]>(webhook?.types ?? []);
  const { findName } = useStatuses();
  const statusNames = Object.fromEntries(STATUSES.map((status) => [status, findName({ status })]));
  const [statuses, setStatuses] = useState<string[]>(webhook?.statuses ?? []);
  const [withPersonal, setPersonal] = useState(webhook?.include_personal_data ?? false);
  const [notes, setNotes] = useState<boolean>();
  const withNotes = notes ?? (format === webhook?.format ? webhook.include_internal_notes : format === 'standard');
  const hasFilters = Boolean(webhook && (webhook.statuses.length || webhook.tags.length || webhook.min_votes));
  const chosenTypes = TYPES.filter((type) => types.includes(type));
  return (
    <Form
      onSubmit={async (text) => {
        const body = {
          url,
          format,
          description: text('description'),
          types: chosenTypes,
          statuses: STATUSES.filter((status) => statuses.includes(status)),
          tags: splitTags(text('tags')),
          min_votes: Number(text('min_votes')),
          include_personal_data: withPersonal,
          include_internal_notes: withNotes,
        };
        if (webhook) await call('PATCH /v1/webhooks/{id}', { path: { id: webhook.id }, body });
        else await call('POST /v1/webhooks', { body });
        onDone();
        await refresh('/v1/webhooks');
      }}
    >
      {({ isBusy }) => (
        <>
          <TextField
            name="url"
            label={texts.url}
            hint={texts.urlHint}
            value={url}
            onChange={(next) => {
              setUrl(next);
              const detected = detectFormat(next);
              if (detected !== 'standard') setFormat(detected);
            }}
            isRequired
            autoFocus
            isCode
          />
          <Select
            label={texts.format}
            options={WEBHOOK_FORMATS.map((id) => ({ id, label: texts.formats[id] }))}
            value={format}
            onChange={setFormat}
          />
          <TextField name="description" label={texts.description} defaultValue={webhook?.description ?? ''} />
          <EventChoice value={types} onChange={setTypes} />
          <details className="disclosure" open={hasFilters}>
            <summary>{texts.filters}</summary>
            <p className="hint">{texts.filtersHint}</p>
            <CheckboxGroup className="field" value={statuses} onChange={setStatuses}>
              <Label className="label">{texts.onlyStatuses}</Label>
              <Checks options={statusNames} />
            </CheckboxGroup>
            <TextField
              name="tags"
              label={texts.onlyTags}
              hint={texts.onlyTagsHint}
              defaultValue={webhook?.tags.join(', ') ?? ''}
            />
            <TextField
              name="min_votes"
              label={texts.minVotes}
              inputMode="numeric"
              pattern="[0-9]+"
              defaultValue={String(webhook?.min_votes ?? 0)}
            />
          </details>
          <Switch label={texts.personal} hint={texts.personalHint} isSelected={withPersonal} onChange={setPersonal} />
          <Switch label={texts.notes} hint={texts.notesHint} isSelected={withNotes} onChange={setNotes} />
          <WebhookPreview url={url} format={format} type={chosenTypes[0] ?? TYPES[0]} />
          <FormActions label={common.save} onCancel={onDone} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}

const splitTags = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface EventChoiceProps {
  value: string[];
  onChange: (value: string[]) => void;
}

/** Selection of events, with a checkbox for all events of a service. */
function EventChoice({ value, onChange }: EventChoiceProps) {
  const labelId = useId();
  return (
    <div className="field" role="group" aria-labelledby={labelId}>
      <span className="label" id={labelId}>
        {texts.types}
      </span>
      <p className="hint">{texts.typesHint}</p>
      {(Object.keys(services) as (keyof typeof services)[]).map((id) => {
        const name = names[id];
        const { events } = services[id];
        const all = Object.keys(events);
        const chosen = all.filter((type) => value.includes(type));
        const choose = (next: string[]) => onChange([...value.filter((type) => !all.includes(type)), ...next]);
        return (
          <div key={name} className="event-group">
            <Checkbox
              isSelected={chosen.length === all.length}
              isIndeterminate={chosen.length > 0 && chosen.length < all.length}
              onChange={(isSelected) => choose(isSelected ? all : [])}
            >
              <strong>{name}</strong>
            </Checkbox>
            <CheckboxGroup aria-label={name} value={chosen} onChange={choose}>
              <Checks options={events} />
            </CheckboxGroup>
          </div>
        );
      })}
    </div>
  );
}

/** Checkboxes of a group by value. */
const Checks = ({ options }: { options: Record<string, string> }) => (
  <div className="checks">
    {Object.entries(options).map(([id, name]) => (
      <Checkbox key={id} value={id}>
        {name}
      </Checkbox>
    ))}
  </div>
);
