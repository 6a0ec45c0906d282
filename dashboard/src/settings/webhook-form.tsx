import type { Webhook } from '@earshot/sdk';
import { common } from '#texts/common';
import { webhooks as texts } from '#texts/settings/webhooks';
import { useState } from 'react';
import { CheckboxGroup, FieldError, Label, Text } from 'react-aria-components';
import { refresh, useClient } from '../api.ts';
import { Checkbox, Form, Switch, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';

const TYPES = Object.keys(texts.names) as Webhook['types'];

/** Form that creates or edits a webhook. */
export function WebhookForm({ webhook, onDone }: { webhook?: Webhook; onDone: () => void }) {
  const call = useClient();
  const [types, setTypes] = useState<string[]>(webhook?.types ?? []);
  const [withPersonal, setPersonal] = useState(webhook?.include_personal_data ?? false);
  return (
    <Form
      onSubmit={async (text) => {
        const body = {
          url: text('url'),
          description: text('description'),
          types: TYPES.filter((type) => types.includes(type)),
          include_personal_data: withPersonal,
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
            defaultValue={webhook?.url ?? ''}
            isRequired
            autoFocus
            isCode
          />
          <TextField name="description" label={texts.description} defaultValue={webhook?.description ?? ''} />
          <CheckboxGroup className="field" value={types} onChange={setTypes}>
            <Label className="label">{texts.types}</Label>
            <div className="checks">
              {TYPES.map((type) => (
                <Checkbox key={type} value={type}>
                  {texts.names[type]}
                </Checkbox>
              ))}
            </div>
            <Text slot="description" className="hint">
              {texts.typesHint}
            </Text>
            <FieldError className="field-error" />
          </CheckboxGroup>
          <Switch label={texts.personal} hint={texts.personalHint} isSelected={withPersonal} onChange={setPersonal} />
          <FormActions label={common.save} onCancel={onDone} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}
