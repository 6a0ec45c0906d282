import { FIELD_TYPES, type FieldDeclaration, type FieldType } from '@earshot/contract/services/feedback/fields';
import { common } from '#texts/common';
import { fields as texts } from '#texts/settings/fields';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { type Fields, Form, Select, Switch, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';
import { MAX_KEY_LENGTH, moveItem, toKey } from './order.ts';
import { MoveButtons } from '../../ui/lists/move-buttons.tsx';

const TYPES = FIELD_TYPES.map((id) => ({ id, label: texts.types[id] }));
const ACCESS = (['public', 'internal'] as const).map((id) => ({ id, label: texts[id] }));

/** Returns a function that saves the fields of the project. */
function useSave() {
  const { id } = useProject();
  const call = useClient();
  return async (fields: FieldDeclaration[]) => {
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { feedback: { fields } } } });
    await refresh('/v1/projects');
    await refresh('/v1/feedback');
  };
}

/** Custom fields of entries: admins create, order, change and delete them. */
export function CustomFields() {
  const { fields } = useProject().settings.feedback;
  const isAdmin = useMay('admin');
  return (
    <section className="panel" aria-label={texts.title}>
      <header className="panel-head">
        <h2>{texts.title}</h2>
        {isAdmin && (
          <DialogTrigger>
            <Button look="primary" icon={<Plus size={16} />}>
              {texts.new}
            </Button>
            <FieldDialog fields={fields} />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{texts.hint}</p>
      {fields.length ? (
        <Table label={texts.title} head={[texts.label, texts.type, texts.access, '']}>
          {fields.map((field, index) => (
            <Row key={field.key} field={field} index={index} fields={fields} mayManage={isAdmin} />
          ))}
        </Table>
      ) : (
        <p className="soft">{texts.empty}</p>
      )}
    </section>
  );
}

interface RowProps {
  field: FieldDeclaration;
  index: number;
  fields: FieldDeclaration[];
  mayManage: boolean;
}

function Row({ field, index, fields, mayManage }: RowProps) {
  const save = useSave();
  const { key, label, type, required, public: isPublic } = field;
  const move = (to: number) => void save(moveItem(fields, index, to)).catch((error: unknown) => showProblem(toSentence(error)));
  const remove = async () => {
    await save(fields.filter((one) => one.key !== key));
    showToast(texts.removed);
  };
  return (
    <tr>
      <td>
        <span dir="auto">{label}</span> {required && <span className="tag">{texts.requiredTag}</span>}
        <p className="soft">{key}</p>
      </td>
      <td>{texts.types[type]}</td>
      <td>{isPublic ? texts.public : texts.internal}</td>
      <td className="end">
        {mayManage && (
          <div className="actions end">
            <MoveButtons
              index={index}
              count={fields.length}
              up={texts.moveUp(label)}
              down={texts.moveDown(label)}
              onMove={move}
            />
            <DialogTrigger>
              <Button aria-label={texts.editOf(label)}>{texts.edit}</Button>
              <FieldDialog field={field} fields={fields} />
            </DialogTrigger>
            <Confirm
              trigger={<Button aria-label={texts.deleteOf(label)}>{common.delete}</Button>}
              title={texts.deleteTitle(label)}
              label={common.delete}
              onConfirm={remove}
            >
              <p>{texts.deleteHint}</p>
            </Confirm>
          </div>
        )}
      </td>
    </tr>
  );
}

/** Dialog that creates a field, or changes one. */
function FieldDialog({ field, fields }: { field?: FieldDeclaration; fields: FieldDeclaration[] }) {
  const save = useSave();
  const [label, setLabel] = useState(field?.label ?? '');
  const [key, setKey] = useState<string>();
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const [access, setAccess] = useState<'public' | 'internal'>(field && !field.public ? 'internal' : 'public');
  const [isRequired, setRequired] = useState(field?.required ?? false);
  const position = field ? fields.indexOf(field) : fields.length;
  const path = (name: keyof FieldDeclaration) => `settings.feedback.fields[${position}].${name}`;
  const isPublic = access === 'public';
  const submit = async (text: Fields) => {
    const options = text(path('options'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const declared: FieldDeclaration = {
      key: field?.key ?? text(path('key')).trim(),
      label: label.trim(),
      type,
      public: isPublic,
      required: isPublic && isRequired,
      ...(type === 'select' && { options: [...new Set(options)] }),
    };
    await save(field ? fields.map((one) => (one === field ? declared : one)) : [...fields, declared]);
    showToast(texts.saved);
  };
  return (
    <Dialog title={field ? texts.editTitle : texts.newTitle}>
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
                maxLength={60}
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
              <Select label={texts.type} options={TYPES} value={type} onChange={setType} />
              {type === 'select' && (
                <TextField
                  name={path('options')}
                  label={texts.options}
                  hint={texts.optionsHint}
                  rows={4}
                  defaultValue={field?.options?.join('\n') ?? ''}
                  isRequired
                />
              )}
              <Select label={texts.access} hint={texts.accessHint} options={ACCESS} value={access} onChange={setAccess} />
              {isPublic && <Switch label={texts.required} isSelected={isRequired} onChange={setRequired} />}
              <FormActions label={field ? common.save : texts.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
