import type { Project } from '@earshot/sdk';
import { common } from '#texts/common';
import { settings as texts } from '#texts/settings';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CheckboxGroup, FieldError, Label } from 'react-aria-components';
import { refresh, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Form, Select, Switch, TextField, useFieldError } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';

type Value = string | number | boolean | null | string[];

/** Input of a setting. Texts and server errors are identified by its path. */
export interface SettingField {
  path: string;
  kind: 'text' | 'number' | 'switch' | 'lines' | 'choice' | 'choices';
}

const ROWS = 3;

/** Returns the value at a path such as `settings.waitlist.welcome_mail`. */
function valueAt(project: Project, path: string): Value {
  let value: unknown = project;
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name];
  return value as Value;
}

/** Returns a change that sets values at their paths. */
function changeOf(values: Record<string, Value>): object {
  const change: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let place = change;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return change;
}

/** Form of several settings. */
export function SettingsForm({ fields }: { fields: SettingField[] }) {
  const project = useProject();
  const maySet = useMay('admin');
  const call = useClient();
  const [changed, setChanged] = useState<Record<string, Value>>({});
  const isChanged = Object.keys(changed).length > 0;
  const change = (path: string, value: Value) => {
    const { [path]: _before, ...others } = changed;
    const isAsSaved = JSON.stringify(value) === JSON.stringify(valueAt(project, path));
    setChanged(isAsSaved ? others : { ...others, [path]: value });
  };
  const lastSave = useRef<Promise<void>>(undefined);
  const save = async () => {
    const { slug } = await call('PATCH /v1/projects/{id}', { path: { id: project.id }, body: changeOf(changed) });
    if (slug !== project.slug) {
      // Leaving the page would ask about unsaved changes.
      flushSync(() => setChanged({}));
      // Current URLs contain the old slug.
      return location.replace(`/projects/${slug}/settings/general`);
    }
    await refresh('/v1/projects');
    flushSync(() => setChanged({}));
    showToast(texts.saved);
  };
  return (
    <>
      <Form onSubmit={() => (lastSave.current = save())} className="form settings-form">
        {({ isBusy }) => (
          <>
            {fields.map((field) => (
              <Setting
                key={field.path}
                field={field}
                value={changed[field.path] ?? valueAt(project, field.path)}
                isReadOnly={!maySet}
                onChange={(value) => change(field.path, value)}
              />
            ))}
            {maySet ? (
              <div className="actions">
                <Button type="submit" look="primary" isPending={isBusy} isDisabled={!isChanged}>
                  {common.save}
                </Button>
              </div>
            ) : (
              <p className="soft">{texts.readOnly}</p>
            )}
          </>
        )}
      </Form>
      <UnsavedChanges isUnsaved={isChanged} lastSave={lastSave} />
    </>
  );
}

interface SettingProps {
  field: SettingField;
  value: Value;
  isReadOnly: boolean;
  onChange: (value: Value) => void;
}

function Setting({ field: { path, kind }, value, isReadOnly, onChange }: SettingProps) {
  const { label, hint, options = {} } = texts.fields[path] ?? { label: path };
  const { isInvalid, error } = useFieldError(path);
  const names = Object.entries(options).map(([id, name]) => ({ id, label: name }));
  switch (kind) {
    case 'switch':
      return <Switch label={label} hint={hint} isSelected={value === true} isDisabled={isReadOnly} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          label={label}
          hint={hint}
          name={path}
          options={names}
          value={String(value)}
          isDisabled={isReadOnly}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <CheckboxGroup
          isInvalid={isInvalid}
          className="field"
          name={path}
          value={value as string[]}
          isReadOnly={isReadOnly}
          onChange={onChange}
        >
          <Label className="label">{label}</Label>
          {names.map(({ id, label: name }) => (
            <Checkbox key={id} value={id}>
              {name}
            </Checkbox>
          ))}
          <FieldError className="field-error">{error}</FieldError>
        </CheckboxGroup>
      );
    case 'lines':
      return (
        <Lines name={path} label={label} hint={hint} lines={value as string[]} isReadOnly={isReadOnly} onChange={onChange} />
      );
    case 'number':
      return (
        <TextField
          name={path}
          label={label}
          hint={hint}
          type="number"
          value={value === null ? '' : String(value)}
          isReadOnly={isReadOnly}
          onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
        />
      );
    default:
      return (
        <TextField
          name={path}
          label={label}
          hint={hint}
          value={value === null ? '' : String(value)}
          isReadOnly={isReadOnly}
          onChange={(typed) => onChange(typed.trim() === '' && path.startsWith('settings.') ? null : typed)}
        />
      );
  }
}

interface LinesProps {
  name: string;
  label: string;
  hint: string | undefined;
  lines: string[];
  isReadOnly: boolean;
  onChange: (lines: string[]) => void;
}

/** Input of a list, one item per line. Empty lines are ignored. */
function Lines({ lines, onChange, ...field }: LinesProps) {
  const [typed, setTyped] = useState(lines.join('\n'));
  return (
    <TextField
      {...field}
      rows={ROWS}
      isCode
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}
