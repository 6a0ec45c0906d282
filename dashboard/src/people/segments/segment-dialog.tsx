import {
  ATTRIBUTE_OPERATORS,
  type AttributeOperator,
  COMPANY_OPERATORS,
  SEGMENT_CONDITIONS,
  SEGMENT_MATCHES,
} from '@earshot/contract/instance/values';
import type { Attribute, PersonSegment } from '@earshot/sdk';
import { common } from '#texts/common';
import { directory } from '#texts/directory';
import { segments as texts } from '#texts/people/segments';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Group } from 'react-aria-components';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Loaded } from '../../ui/state.tsx';
import { showToast } from '../../ui/toast.tsx';
import { createDraft, type Draft, findType, isCompared, OPERATORS_WITHOUT_VALUE, toDefinition, toDraft } from './conditions.ts';

interface DialogProps {
  /** Segment to change. Without it, the dialog creates one. */
  segment?: PersonSegment | undefined;
  onClose: () => void;
  onSaved: (segment: PersonSegment) => void;
}

const MATCHES = SEGMENT_MATCHES.map((id) => ({ id, label: texts.matches[id] }));
const KINDS = SEGMENT_CONDITIONS.map((id) => ({ id, label: texts.kinds[id] }));
const BOOLEANS = (['true', 'false'] as const).map((id) => ({ id, label: id }));
const DIDS = (['yes', 'no'] as const).map((id) => ({ id, label: texts.dids[id] }));

/** Dialog that creates a segment of people, or changes one. */
export function SegmentDialog(props: DialogProps) {
  const attributes = useRead('GET /v1/people/attributes');
  return (
    <Dialog isOpen onOpenChange={props.onClose} title={props.segment ? texts.editTitle : texts.newTitle}>
      <Loaded query={attributes}>{({ data }) => <SegmentForm attributes={data} {...props} />}</Loaded>
    </Dialog>
  );
}

function SegmentForm({ segment, attributes, onClose, onSaved }: DialogProps & { attributes: Attribute[] }) {
  const call = useClient();
  const [match, setMatch] = useState(segment?.definition.match ?? 'all');
  const [drafts, setDrafts] = useState(segment?.definition.conditions.map(toDraft) ?? [createDraft()]);
  const [result, setResult] = useState<string>();
  const change = (next: Draft[]) => {
    setDrafts(next);
    setResult(undefined);
  };
  const getDefinition = () => toDefinition(match, drafts, attributes);
  const count = async () => {
    const { people_count: people } = await call('POST /v1/people/segments/preview', { body: { definition: getDefinition() } });
    setResult(texts.counted(people));
  };
  return (
    <Form
      onSubmit={async (text) => {
        const body = { name: text('name'), definition: getDefinition() };
        const saved = await (segment
          ? call('PATCH /v1/people/segments/{id}', { path: { id: segment.id }, body })
          : call('POST /v1/people/segments', { body }));
        await refresh('/v1/people');
        showToast(texts.saved);
        onSaved(saved);
        onClose();
      }}
    >
      {({ isBusy }) => (
        <>
          <TextField name="name" label={texts.name} defaultValue={segment?.name ?? ''} isRequired autoFocus maxLength={100} />
          <Select label={texts.match} options={MATCHES} value={match} onChange={setMatch} />
          {drafts.map((draft, index) => (
            <Group key={draft.key} className="panel" aria-label={texts.condition(index + 1)}>
              <ConditionFields
                draft={draft}
                attributes={attributes}
                onChange={(changes) => change(drafts.map((one) => (one.key === draft.key ? { ...one, ...changes } : one)))}
              />
              {drafts.length > 1 && (
                <Button
                  icon={<X size={15} />}
                  aria-label={texts.removeCondition(index + 1)}
                  onPress={() => change(drafts.filter(({ key }) => key !== draft.key))}
                />
              )}
            </Group>
          ))}
          <div className="actions">
            <Button icon={<Plus size={15} />} onPress={() => change([...drafts, createDraft()])}>
              {texts.addCondition}
            </Button>
            <Button onPress={() => void count().catch((error: unknown) => setResult(toSentence(error)))}>{texts.count}</Button>
          </div>
          <p role="status">{result}</p>
          <FormActions label={segment ? common.save : texts.create} onCancel={onClose} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}

interface FieldsProps {
  draft: Draft;
  attributes: Attribute[];
  onChange: (changes: Partial<Draft>) => void;
}

function ConditionFields({ draft, attributes, onChange }: FieldsProps) {
  return (
    <>
      <Select label={texts.kind} options={KINDS} value={draft.kind} onChange={(kind) => onChange({ kind, attribute: '' })} />
      {isCompared(draft.kind) ? (
        <Comparison draft={draft} attributes={attributes} onChange={onChange} />
      ) : (
        <Behavior draft={draft} onChange={onChange} />
      )}
    </>
  );
}

function Comparison({ draft, attributes, onChange }: FieldsProps) {
  const { kind, value } = draft;
  const names = attributes.filter(({ subject }) => subject === (kind === 'attribute' ? 'person' : 'company'));
  const type = kind === 'company' ? 'text' : findType(attributes, draft);
  const hasOrder = type === 'number' || type === 'date';
  const operators: readonly AttributeOperator[] = hasOrder ? ATTRIBUTE_OPERATORS : COMPANY_OPERATORS;
  return (
    <>
      {kind !== 'company' && (
        <Select
          label={directory.attribute}
          options={[
            ...(draft.attribute ? [] : [{ id: '', label: names.length ? '' : texts.noAttributes }]),
            ...names.map(({ name }) => ({ id: name, label: name })),
          ]}
          value={draft.attribute}
          onChange={(attribute) => onChange({ attribute, operator: 'is', value: '' })}
        />
      )}
      <Select
        label={directory.operator}
        options={operators.map((id) => ({ id, label: directory.operators[id] }))}
        value={draft.operator}
        onChange={(operator) => onChange({ operator })}
      />
      {!OPERATORS_WITHOUT_VALUE.has(draft.operator) &&
        (type === 'boolean' ? (
          <Select
            label={directory.value}
            options={BOOLEANS}
            value={value === 'false' ? 'false' : 'true'}
            onChange={(chosen) => onChange({ value: chosen })}
          />
        ) : (
          <TextField
            label={kind === 'company' ? texts.companyId : directory.value}
            value={value}
            onChange={(text) => onChange({ value: text })}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : 'text'}
          />
        ))}
    </>
  );
}

function Behavior({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const { kind } = draft;
  return (
    <>
      <Select
        label={texts.did}
        options={DIDS}
        value={draft.isNegated ? 'no' : 'yes'}
        onChange={(did) => onChange({ isNegated: did === 'no' })}
      />
      {(kind === 'event' || kind === 'page') && (
        <TextField
          label={kind === 'event' ? texts.event : texts.page}
          placeholder={kind === 'page' ? '/pricing' : ''}
          value={draft.subject}
          onChange={(subject) => onChange({ subject })}
        />
      )}
      {kind !== 'last_seen' && (
        <TextField
          label={texts.atLeast}
          placeholder="1"
          inputMode="numeric"
          value={draft.atLeast}
          onChange={(atLeast) => onChange({ atLeast })}
        />
      )}
      <TextField
        label={texts.withinDays}
        placeholder={texts.always}
        inputMode="numeric"
        value={draft.withinDays}
        onChange={(withinDays) => onChange({ withinDays })}
      />
    </>
  );
}

/** Confirmation of the deletion of a segment. */
export function DeleteSegment({
  segment,
  onClose,
  onDeleted,
}: {
  segment: PersonSegment;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const call = useClient();
  return (
    <Confirm
      title={texts.deleteTitle(segment.name)}
      label={common.delete}
      onClose={onClose}
      onConfirm={async () => {
        await call('DELETE /v1/people/segments/{id}', { path: { id: segment.id } });
        onDeleted();
        showToast(texts.deleted);
        await refresh('/v1/people');
      }}
    >
      <p>{texts.deleteHint}</p>
    </Confirm>
  );
}
