import {
  listStatuses,
  MAX_CUSTOM_STATUSES,
  NO_CUSTOM_STATUS,
  type StatusDisplay,
} from '@earshot/contract/services/feedback/statuses';
import { SETTABLE_STATUSES, STATUSES } from '@earshot/contract/services/feedback/values';
import { PALETTE_NAMES, type PaletteColor } from '@earshot/contract/shared/palette';
import { common } from '#texts/common';
import { feedback } from '../../feedback/texts/en/feedback.ts';
import { statuses as texts } from '#texts/settings/statuses';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { refresh, useClient } from '../../api.ts';
import { toDot } from '../../feedback/fields/statuses.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { MoveButtons } from '../../ui/lists/move-buttons.tsx';
import { moveItem, toKey } from '../order.ts';

const PATH = 'settings.feedback.statuses';
// In narrow windows, color and order are on a line of their own.
const ROW = { display: 'flex', flexWrap: 'wrap', gap: '0.4rem 0.6rem', alignItems: 'center' } as const;
const NAME = { flex: '1 1 10rem' };
const COLOR = { flex: '0 1 11rem' };
/** Key of custom statuses that are not saved yet. */
const NEW_KEY = '';
const STATES = SETTABLE_STATUSES.map((id) => ({ id, label: texts.countsAs(feedback.statuses[id]) }));
const STANDARD = 'standard';
const COLORS = [STANDARD, ...PALETTE_NAMES].map((id) => ({
  id,
  label: id === STANDARD ? texts.standard : texts.colors[id as PaletteColor],
}));

/** Names, colors and order of the statuses: admins change them, other members see them. */
export function Statuses() {
  const { id, settings } = useProject();
  const saved = listStatuses(settings.feedback.statuses);
  const call = useClient();
  const isAdmin = useMay('admin');
  const [changed, setChanged] = useState<StatusDisplay[]>();
  const lastSave = useRef<Promise<void>>(undefined);
  const shown = changed ?? saved;
  const set = (index: number, part: Partial<StatusDisplay>) =>
    setChanged(shown.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const save = async (statuses: StatusDisplay[]) => {
    const named = withKeys(statuses.map(({ name, ...one }) => ({ ...one, name: name?.trim() || null })));
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { feedback: { statuses: named } } } });
    await refresh('/v1/projects');
    setChanged(undefined);
    showToast(texts.saved);
  };
  return (
    <section className="panel" aria-label={texts.title}>
      <header className="panel-head">
        <h2>{texts.title}</h2>
        {isAdmin && (
          <Button
            icon={<Plus size={16} />}
            isDisabled={shown.filter(({ key }) => key !== null).length >= MAX_CUSTOM_STATUSES}
            onPress={() => setChanged([...shown, { key: NEW_KEY, status: 'planned', name: null, color: null }])}
          >
            {texts.add}
          </Button>
        )}
      </header>
      <p className="soft">{texts.hint}</p>
      <Form onSubmit={() => (lastSave.current = save(shown))}>
        {({ isBusy }) => (
          <>
            <ul className="plain-list">
              {shown.map((one, index) => (
                <Row
                  key={one.key || index}
                  display={one}
                  index={index}
                  count={shown.length}
                  isAdmin={isAdmin}
                  onChange={(part) => set(index, part)}
                  onMove={(to) => setChanged(moveItem(shown, index, to))}
                  onRemove={() => setChanged(shown.filter((_, at) => at !== index))}
                />
              ))}
            </ul>
            {isAdmin && (
              <div className="actions">
                <Button type="submit" look="primary" isPending={isBusy} isDisabled={!changed}>
                  {common.save}
                </Button>
                <Button onPress={() => setChanged(listStatuses([]))}>{texts.reset}</Button>
              </div>
            )}
          </>
        )}
      </Form>
      <UnsavedChanges isUnsaved={changed !== undefined} lastSave={lastSave} />
    </section>
  );
}

interface RowProps {
  display: StatusDisplay;
  index: number;
  count: number;
  isAdmin: boolean;
  onChange: (part: Partial<StatusDisplay>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Name and color of a state, or of a custom status with its state. */
function Row({ display: { key, status, name, color }, index, count, isAdmin, onChange, onMove, onRemove }: RowProps) {
  const standard = feedback.statuses[status];
  const isCustom = key !== null;
  const label = name?.trim() || (isCustom ? texts.custom : standard);
  return (
    <li style={ROW}>
      <span className={`status ${status}`} {...toDot(color)} aria-hidden />
      <div style={NAME}>
        <TextField
          name={`${PATH}[${index}].name`}
          label={isCustom ? texts.nameOfCustom : texts.nameOf(standard)}
          isLabelHidden
          placeholder={isCustom ? texts.namePlaceholder : standard}
          value={name ?? ''}
          maxLength={40}
          isReadOnly={!isAdmin}
          isRequired={isCustom}
          onChange={(typed) => onChange({ name: typed || null })}
        />
      </div>
      {isCustom && (
        <div style={COLOR}>
          <Select
            label={texts.stateOf(label)}
            isLabelHidden
            options={STATES}
            value={status}
            isDisabled={!isAdmin}
            onChange={(next) => onChange({ status: next })}
          />
        </div>
      )}
      <div style={COLOR}>
        <Select
          label={texts.colorOf(label)}
          isLabelHidden
          options={COLORS}
          value={color ?? STANDARD}
          isDisabled={!isAdmin}
          onChange={(next) => onChange({ color: next === STANDARD ? null : (next as PaletteColor) })}
        />
      </div>
      {isAdmin && (
        <span className="actions">
          <MoveButtons index={index} count={count} up={texts.moveUp(label)} down={texts.moveDown(label)} onMove={onMove} />
          {isCustom && (
            <IconButton label={texts.remove(label)} onPress={onRemove}>
              <X size={15} />
            </IconButton>
          )}
        </span>
      )}
    </li>
  );
}

/** Gives keys to new custom statuses: the letters and digits of their names. */
function withKeys(statuses: StatusDisplay[]): StatusDisplay[] {
  const taken = new Set<string>([...STATUSES, NO_CUSTOM_STATUS, ...statuses.flatMap(({ key }) => key ?? [])]);
  return statuses.map((one) => {
    if (one.key !== NEW_KEY) return one;
    const base = toKey(one.name ?? '') || 'status';
    let key = base;
    for (let number = 2; taken.has(key); number++) key = `${base.slice(0, 36)}_${number}`;
    taken.add(key);
    return { ...one, key };
  });
}
