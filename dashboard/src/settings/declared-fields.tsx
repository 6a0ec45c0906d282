import { MAX_QUESTIONS } from '@earshot/contract/services/waitlist/values';
import { type Declared, type DeclaredType, hasOptions } from '@earshot/contract/shared/fields';
import { common } from '#texts/common';
import { fields as texts } from '#texts/settings/fields';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { toSentence } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { type Fields, Form, Select, Switch, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Table } from '../ui/lists/table.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { MAX_KEY_LENGTH, moveItem, toKey } from './order.ts';
import { MoveButtons } from '../ui/lists/move-buttons.tsx';

const ACCESS = (['public', 'internal'] as const).map((id) => ({ id, label: texts[id] }));

/** A custom field of feedback, or a question of the waitlist. */
interface AnyField extends Declared {
  public?: boolean;
  archived?: boolean;
}

type Names = 'title' | 'hint' | 'empty' | 'new' | 'newTitle' | 'create' | 'editTitle' | 'saved' | 'removed' | 'deleteHint';

interface DeclaredFieldsProps<F extends AnyField> {
  fields: F[];
  /** Path of the setting, such as `feedback.fields`. */
  setting: string;
  types: readonly F['type'][];
  names: Record<Names, string> & { deleteTitle: (name: string) => string };
  maxLabel: number;
  /** Fields of feedback may be internal. Questions are asked, or archived. */
  kind: 'fields' | 'questions';
  save: (fields: F[]) => Promise<unknown>;
}

/** Fields that a project declares: admins create, order, change and delete them. */
export function DeclaredFields<F extends AnyField>(props: DeclaredFieldsProps<F>) {
  const { fields, names, kind } = props;
  const isAdmin = useMay('admin');
  const asked = fields.filter(({ archived }) => !archived);
  const isFull = kind === 'questions' && asked.length >= MAX_QUESTIONS;
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{names.title}</h2>
        {isAdmin && (
          <DialogTrigger>
            <Button icon={<Plus size={16} />} isDisabled={isFull}>
              {names.new}
            </Button>
            <FieldDialog {...props} />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{names.hint}</p>
      {fields.length ? (
        <Table label={names.title} head={[texts.label, texts.type, kind === 'fields' ? texts.access : texts.state, '']}>
          {fields.map((field, index) => (
            <Row key={field.key} {...props} field={field} index={index} mayManage={isAdmin} mayAsk={!isFull} />
          ))}
        </Table>
      ) : (
        <p className="soft">{names.empty}</p>
      )}
    </section>
  );
}

interface RowProps<F extends AnyField> extends DeclaredFieldsProps<F> {
  field: F;
  index: number;
  mayManage: boolean;
  /** Whether the form may ask another question. */
  mayAsk: boolean;
}

function Row<F extends AnyField>({ field, index, mayManage, mayAsk, ...props }: RowProps<F>) {
  const { fields, names, kind, save } = props;
  const { key, label, type, required, public: isPublic, archived = false } = field;
  const attempt = (next: F[]) => void save(next).catch((error: unknown) => showProblem(toSentence(error)));
  const remove = async () => {
    await save(fields.filter((one) => one.key !== key));
    showToast(names.removed);
  };
  const archive = () => attempt(fields.map((one) => (one === field ? { ...one, archived: !archived } : one)));
  const state = kind === 'fields' ? (isPublic ? texts.public : texts.internal) : archived ? texts.archived : texts.asked;
  return (
    <tr>
      <td>
        <span dir="auto">{label}</span> {required && <span className="tag">{texts.requiredTag}</span>}
        <p className="soft">{key}</p>
      </td>
      <td>{texts.types[type]}</td>
      <td>{state}</td>
      <td className="end">
        {mayManage && (
          <div className="actions end">
            <MoveButtons
              index={index}
              count={fields.length}
              up={texts.moveUp(label)}
              down={texts.moveDown(label)}
              onMove={(to) => attempt(moveItem(fields, index, to))}
            />
            <DialogTrigger>
              <Button aria-label={texts.editOf(label)}>{texts.edit}</Button>
              <FieldDialog {...props} field={field} />
            </DialogTrigger>
            {kind === 'questions' && (
              <Button
                aria-label={archived ? texts.restoreOf(label) : texts.archiveOf(label)}
                isDisabled={archived && !mayAsk}
                onPress={archive}
              >
                {archived ? texts.restore : texts.archive}
              </Button>
            )}
            <Confirm
              trigger={<Button aria-label={texts.deleteOf(label)}>{common.delete}</Button>}
              title={names.deleteTitle(label)}
              label={common.delete}
              onConfirm={remove}
            >
              <p>{names.deleteHint}</p>
            </Confirm>
          </div>
        )}
      </td>
    </tr>
  );
}

/** Dialog that creates a field, or changes one. */
function FieldDialog<F extends AnyField>({
  field,
  fields,
  types,
  names,
  setting,
  maxLabel,
  kind,
  save,
}: DeclaredFieldsProps<F> & { field?: F }) {
  const [label, setLabel] = useState(field?.label ?? '');
  const [key, setKey] = useState<string>();
  const [type, setType] = useState<DeclaredType>(field?.type ?? 'text');
  const [access, setAccess] = useState<'public' | 'internal'>(field && !field.public ? 'internal' : 'public');
  const [isRequired, setRequired] = useState(field?.required ?? false);
  const position = field ? fields.indexOf(field) : fields.length;
  const path = (name: keyof AnyField) => `settings.${setting}[${position}].${name}`;
  const isPublic = kind === 'questions' || access === 'public';
  const submit = async (text: Fields) => {
    const options = text(path('options'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const declared = {
      key: field?.key ?? text(path('key')).trim(),
      label: label.trim(),
      type,
      ...(kind === 'fields' ? { public: isPublic } : field?.archived && { archived: true }),
      required: isPublic && isRequired,
      ...(hasOptions(type) && { options: [...new Set(options)] }),
    } as F;
    await save(field ? fields.map((one) => (one === field ? declared : one)) : [...fields, declared]);
    showToast(names.saved);
  };
  return (
    <Dialog title={field ? names.editTitle : names.newTitle}>
      {(close) => (
        <Form onSubmit={(text) => submit(text).then(close)}>
          {({ isBusy }) => (
            <>
              <TextField
                name={path('label')}
                label={texts.label}
                value={label}
                onChange={setLabel}
                isRequired
                autoFocus
                maxLength={maxLabel}
              />
              <TextField
                name={path('key')}
                label={texts.key}
                hint={texts.keyHint}
                value={field?.key ?? key ?? toKey(label)}
                onChange={setKey}
                isReadOnly={field !== undefined}
                isRequired
                isCode
                maxLength={MAX_KEY_LENGTH}
              />
              <Select
                label={texts.type}
                options={types.map((id) => ({ id, label: texts.types[id] }))}
                value={type}
                onChange={setType}
              />
              {hasOptions(type) && (
                <TextField
                  name={path('options')}
                  label={texts.options}
                  hint={texts.optionsHint}
                  rows={4}
                  defaultValue={field?.options?.join('\n') ?? ''}
                  isRequired
                />
              )}
              {kind === 'fields' && (
                <Select label={texts.access} hint={texts.accessHint} options={ACCESS} value={access} onChange={setAccess} />
              )}
              {isPublic && <Switch label={texts.required} isSelected={isRequired} onChange={setRequired} />}
              <FormActions label={field ? common.save : names.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
