import { common } from '#texts/common';
import { analytics as texts } from '#texts/analytics';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded } from '../ui/state.tsx';

interface GoalsProps {
  goalId: string | undefined;
  onChoose: (goalId: string | undefined) => void;
}

/** List of goals. With a selected goal, the page shows its conversions. */
export function Goals({ goalId, onChoose }: GoalsProps) {
  const maySet = useMay('member');
  const call = useClient();
  const goals = useRead('GET /v1/analytics/goals');
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.goals}</h2>
        {maySet && (
          <DialogTrigger>
            <Button look="plain">{texts.newGoal}</Button>
            <NewGoal />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{texts.goalsHint}</p>
      <Loaded query={goals}>
        {({ data }) => (
          <ul className="plain-list">
            {data.length === 0 && <li>{texts.noGoals}</li>}
            {data.map(({ id, name, event, page }) => (
              <li key={id} className="linked">
                <span className="grow">
                  {name} <span className="soft">{event ?? page}</span>
                </span>
                <ToggleButton
                  className="button quiet"
                  isSelected={goalId === id}
                  onChange={(isChosen) => onChoose(isChosen ? id : undefined)}
                >
                  {texts.useGoal}
                </ToggleButton>
                {maySet && (
                  <Confirm
                    trigger={
                      <IconButton label={`${texts.delete}: ${name}`}>
                        <Trash2 size={15} />
                      </IconButton>
                    }
                    title={texts.deleteGoal(name)}
                    label={texts.delete}
                    onConfirm={async () => {
                      await call('DELETE /v1/analytics/goals/{id}', { path: { id } });
                      if (goalId === id) onChoose(undefined);
                      await refresh('/v1/analytics/goals');
                    }}
                  >
                    <p>{texts.deleteGoalHint}</p>
                  </Confirm>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function NewGoal() {
  const call = useClient();
  const [kind, setKind] = useState<'event' | 'page'>('event');
  return (
    <Dialog title={texts.newGoal}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            await call('POST /v1/analytics/goals', { body: { name: text('name'), [kind]: text(kind) } });
            close();
            await refresh('/v1/analytics/goals');
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="name" label={texts.goalName} isRequired autoFocus maxLength={100} />
              <Select
                label={texts.goalKind}
                options={[
                  { id: 'event', label: texts.goalEvent },
                  { id: 'page', label: texts.goalPage },
                ]}
                value={kind}
                onChange={setKind}
              />
              <TextField
                key={kind}
                name={kind}
                label={kind === 'event' ? texts.goalEvent : texts.goalPage}
                hint={texts.goalWhat}
                isRequired
              />
              <FormActions label={common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
