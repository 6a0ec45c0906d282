import type { Body, Project } from '@earshot/sdk';
import { common as commonTexts } from '#texts/common';
import { settings as texts } from '#texts/settings';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CheckboxGroup, FieldError, Label } from 'react-aria-components';
import { refresh, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Form, Select, Switch, TextField, useFieldError } from '../ui/field.tsx';
import { TimeZoneField } from '../ui/time-zones/time-zone-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { ColorField, type HeaderLink, ImageField, LinksField } from './branding/fields.tsx';

type Value = string | number | boolean | null | string[] | HeaderLink[];

/** Changes of a project as in a request. */
export type SettingsChange = Body<'PATCH /v1/projects/{id}'>;

/** Input of a setting. Texts and server errors are identified by its path. */
export interface SettingField {
  path: string;
  kind:
    | 'text'
    | 'paragraphs'
    | 'code'
    | 'number'
    | 'switch'
    | 'lines'
    | 'choice'
    | 'choices'
    | 'image'
    | 'color'
    | 'links'
    | 'timezone';
}

const ROWS = 3;
const CODE_ROWS = 8;

/** Returns the value at a path such as `settings.waitlist.welcome_mail`. */
function valueAt(project: Project, path: string): Value {
  let value: unknown = project;
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name];
  return value as Value;
}

const isSame = (one: Value, other: Value | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** Returns a change that sets values at their paths. */
function toChange(values: Record<string, Value>): SettingsChange {
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

interface SettingsFormProps {
  fields: SettingField[];
  /** Shown next to the fields, with the unsaved changes. */
  Preview?: ((props: { changes: SettingsChange }) => ReactNode) | undefined;
}

/** Form of several settings. */
export function SettingsForm({ fields, Preview }: SettingsFormProps) {
  const project = useProject();
  const maySet = useMay('admin');
  const call = useClient();
  const [changed, setChanged] = useState<Record<string, Value>>({});
  const isChanged = Object.keys(changed).length > 0;
  const change = (path: string, value: Value) => {
    const { [path]: _before, ...others } = changed;
    const isAsSaved = !(path in sent.current) && isSame(value, valueAt(project, path));
    setChanged(isAsSaved ? others : { ...others, [path]: value });
  };
  const lastSave = useRef<Promise<void>>(undefined);
  /** Changes of the running save. */
  const sent = useRef<Record<string, Value>>({});
  const save = async () => {
    sent.current = changed;
    try {
      const { slug } = await call('PATCH /v1/projects/{id}', { path: { id: project.id }, body: toChange(changed) });
      if (slug !== project.slug) {
        // Leaving the page would ask about unsaved changes.
        flushSync(() => setChanged({}));
        // Current URLs contain the old slug.
        return location.replace(`/projects/${slug}/settings/general`);
      }
      await refresh('/v1/projects');
      // Input during the save stays.
      const isUnsaved = ([path, value]: [string, Value]) => !isSame(value, changed[path]);
      flushSync(() => setChanged((now) => Object.fromEntries(Object.entries(now).filter(isUnsaved))));
      showToast(texts.saved);
    } finally {
      sent.current = {};
    }
  };
  return (
    <div className={Preview && 'settings-with-preview'}>
      <Form onSubmit={() => (lastSave.current = save())} className="form settings-form">
        {({ isBusy }) => (
          <>
            {fields.map((field) => (
              <Setting
                key={field.path}
                field={field}
                value={field.path in changed ? (changed[field.path] ?? null) : valueAt(project, field.path)}
                isReadOnly={!maySet}
                onChange={(value) => change(field.path, value)}
              />
            ))}
            {maySet ? (
              <div className="actions">
                <Button type="submit" look="primary" isPending={isBusy} isDisabled={!isChanged}>
                  {commonTexts.save}
                </Button>
              </div>
            ) : (
              <p className="soft">{texts.readOnly}</p>
            )}
          </>
        )}
      </Form>
      {Preview && <Preview changes={toChange(changed)} />}
      <UnsavedChanges isUnsaved={isChanged} lastSave={lastSave} />
    </div>
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
  const common = { name: path, label, hint, isReadOnly, onChange };
  const text = typeof value === 'object' ? '' : String(value);
  const names = Object.entries(options).map(([id, name]) => ({ id, label: name }));
  switch (kind) {
    case 'switch':
      return <Switch label={label} hint={hint} isSelected={value === true} isDisabled={isReadOnly} onChange={onChange} />;
    case 'choice':
      return (
        <Select label={label} hint={hint} name={path} options={names} value={text} isDisabled={isReadOnly} onChange={onChange} />
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
    case 'image':
      return <ImageField {...common} value={value as string | null} />;
    case 'color':
      return <ColorField {...common} value={value as string} />;
    case 'links':
      return <LinksField {...common} value={value as HeaderLink[]} />;
    case 'timezone':
      return <TimeZoneField {...common} value={text} onChange={(zone) => onChange(zone || null)} />;
    case 'lines':
      return <Lines {...common} lines={value as string[]} />;
    case 'number':
      return (
        <TextField {...common} type="number" value={text} onChange={(typed) => onChange(typed === '' ? null : Number(typed))} />
      );
    default:
      return (
        <TextField
          {...common}
          {...(kind === 'paragraphs' && { rows: ROWS })}
          {...(kind === 'code' && { rows: CODE_ROWS, isCode: true })}
          value={text}
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
