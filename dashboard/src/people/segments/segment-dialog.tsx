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
import { useEffect, useMemo, useState } from 'react';
import { Group } from 'react-aria-components';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Loaded } from '../../ui/state.tsx';
import { showToast } from '../../ui/toast.tsx';
import {
  createDraft,
  type Draft,
  findType,
  isCompared,
  isCompleteDraft,
  OPERATORS_WITHOUT_VALUE,
  toDefinition,
  toDraft,
} from './conditions.ts';

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
    <Dialog isOpen size="wide" onOpenChange={props.onClose} title={props.segment ? texts.editTitle : texts.newTitle}>
      <Loaded query={attributes}>{({ data }) => <SegmentForm attributes={data} {...props} />}</Loaded>
    </Dialog>
  );
}

function SegmentForm({ segment, attributes, onClose, onSaved }: DialogProps & { attributes: Attribute[] }) {
  const call = useClient();
  const [match, setMatch] = useState(segment?.definition.match ?? 'all');
  const [drafts, setDrafts] = useState(segment?.definition.conditions.map(toDraft) ?? [createDraft()]);
  const definition = useMemo(() => toDefinition(match, drafts, attributes), [match, drafts, attributes]);
  const isComplete = drafts.every((draft) => isCompleteDraft(draft, findType(attributes, draft)));
  const count = useCount(useDebounced(isComplete ? definition : undefined));
  return (
    <Form
      onSubmit={async (text) => {
        const body = { name: text('name'), definition };
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
            <Group key={draft.key} className="segment-condition" aria-label={texts.condition(index + 1)}>
              <ConditionFields
                draft={draft}
                attributes={attributes}
                onChange={(changes) => setDrafts(drafts.map((one) => (one.key === draft.key ? { ...one, ...changes } : one)))}
              />
              {drafts.length > 1 && (
                <IconButton
                  label={texts.removeCondition(index + 1)}
                  onPress={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
                >
                  <X size={15} />
                </IconButton>
              )}
            </Group>
          ))}
          <div className="actions spread">
            <Button look="plain" icon={<Plus size={15} />} onPress={() => setDrafts([...drafts, createDraft()])}>
              {texts.addCondition}
            </Button>
            <p role="status" className="segment-count">
              {isComplete && count}
            </p>
          </div>
          <FormActions label={segment ? common.save : texts.create} onCancel={onClose} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}

/** Returns how many people a definition selects, or why it can't select any. */
function useCount(definition: PersonSegment['definition'] | undefined): string | undefined {
  const call = useClient();
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (!definition) return undefined;
    let isCurrent = true;
    const read = async () => {
      let next: string;
      try {
        next = texts.counted((await call('POST /v1/people/segments/preview', { body: { definition } })).people_count);
      } catch (error) {
        next = toSentence(error);
      }
      if (isCurrent) setResult(next);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [definition]);
  return result;
}

interface FieldsProps {
  draft: Draft;
  attributes: Attribute[];
  onChange: (changes: Partial<Draft>) => void;
}

function ConditionFields({ draft, attributes, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label={texts.kind}
        isLabelHidden
        options={KINDS}
        value={draft.kind}
        onChange={(kind) => onChange({ kind, attribute: '' })}
      />
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
          isLabelHidden
          options={[
            ...(draft.attribute ? [] : [{ id: '', label: names.length ? texts.chooseAttribute : texts.noAttributes }]),
            ...names.map(({ name }) => ({ id: name, label: name })),
          ]}
          value={draft.attribute}
          onChange={(attribute) => onChange({ attribute, operator: 'is', value: '' })}
        />
      )}
      <Select
        label={directory.operator}
        isLabelHidden
        options={operators.map((id) => ({ id, label: directory.operators[id] }))}
        value={draft.operator}
        onChange={(operator) => onChange({ operator })}
      />
      {!OPERATORS_WITHOUT_VALUE.has(draft.operator) &&
        (type === 'boolean' ? (
          <Select
            label={directory.value}
            isLabelHidden
            options={BOOLEANS}
            value={value === 'false' ? 'false' : 'true'}
            onChange={(chosen) => onChange({ value: chosen })}
          />
        ) : (
          <TextField
            label={kind === 'company' ? texts.companyId : directory.value}
            isLabelHidden
            placeholder={kind === 'company' ? texts.companyId : directory.value}
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
        isLabelHidden
        options={DIDS}
        value={draft.isNegated ? 'no' : 'yes'}
        onChange={(did) => onChange({ isNegated: did === 'no' })}
      />
      {(kind === 'event' || kind === 'page') && (
        <TextField
          label={kind === 'event' ? texts.event : texts.page}
          isLabelHidden
          placeholder={kind === 'page' ? '/pricing' : texts.event}
          value={draft.subject}
          onChange={(subject) => onChange({ subject })}
        />
      )}
      {kind !== 'last_seen' && (
        <TextField
          label={texts.atLeast}
          isLabelHidden
          placeholder={texts.atLeast}
          inputMode="numeric"
          value={draft.atLeast}
          onChange={(atLeast) => onChange({ atLeast })}
        />
      )}
      <TextField
        label={texts.withinDays}
        isLabelHidden
        placeholder={texts.withinDays}
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
        // The list of people may still ask for the segment.
        await refresh('/v1/people/segments');
      }}
    >
      <p>{texts.deleteHint}</p>
    </Confirm>
  );
}
