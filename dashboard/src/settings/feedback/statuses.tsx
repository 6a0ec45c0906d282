import { listStatuses, type StatusDisplay } from '@earshot/contract/services/feedback/statuses';
import { PALETTE_NAMES, type PaletteColor } from '@earshot/contract/shared/palette';
import { common } from '#texts/common';
import { feedback } from '#texts/feedback';
import { statuses as texts } from '#texts/settings/statuses';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { refresh, useClient } from '../../api.ts';
import { toDot } from '../../feedback/fields/statuses.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { moveItem } from './order.ts';

const PATH = 'settings.feedback.statuses';
// In narrow windows, color and order are on a line of their own.
const ROW = { display: 'flex', flexWrap: 'wrap', gap: '0.4rem 0.6rem', alignItems: 'center' } as const;
const NAME = { flex: '1 1 10rem' };
const COLOR = { flex: '0 1 11rem' };
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
    const named = statuses.map(({ name, ...one }) => ({ ...one, name: name?.trim() || null }));
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { feedback: { statuses: named } } } });
    await refresh('/v1/projects');
    setChanged(undefined);
    showToast(texts.saved);
  };
  return (
    <section className="panel" aria-label={texts.title}>
      <header className="panel-head">
        <h2>{texts.title}</h2>
      </header>
      <p className="soft">{texts.hint}</p>
      <Form onSubmit={() => (lastSave.current = save(shown))}>
        {({ isBusy }) => (
          <>
            <ul className="plain-list">
              {shown.map(({ status, name, color }, index) => {
                const standard = feedback.statuses[status];
                const label = name?.trim() || standard;
                return (
                  <li key={status} style={ROW}>
                    <span className={`status ${status}`} {...toDot(color)} aria-hidden />
                    <div style={NAME}>
                      <TextField
                        name={`${PATH}[${index}].name`}
                        label={texts.nameOf(standard)}
                        isLabelHidden
                        placeholder={standard}
                        value={name ?? ''}
                        maxLength={40}
                        isReadOnly={!isAdmin}
                        onChange={(typed) => set(index, { name: typed || null })}
                      />
                    </div>
                    <div style={COLOR}>
                      <Select
                        label={texts.colorOf(label)}
                        isLabelHidden
                        options={COLORS}
                        value={color ?? STANDARD}
                        isDisabled={!isAdmin}
                        onChange={(next) => set(index, { color: next === STANDARD ? null : (next as PaletteColor) })}
                      />
                    </div>
                    {isAdmin && (
                      <span className="actions">
                        <IconButton
                          label={texts.moveUp(label)}
                          isDisabled={index === 0}
                          onPress={() => setChanged(moveItem(shown, index, index - 1))}
                        >
                          <ArrowUp size={15} />
                        </IconButton>
                        <IconButton
                          label={texts.moveDown(label)}
                          isDisabled={index === shown.length - 1}
                          onPress={() => setChanged(moveItem(shown, index, index + 1))}
                        >
                          <ArrowDown size={15} />
                        </IconButton>
                      </span>
                    )}
                  </li>
                );
              })}
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
