import type { AnalyticsGoalConversions, Query } from '@earshot/sdk';
import { common } from '#texts/common';
import { analytics as texts } from './texts/en/analytics.ts';
import { useState } from 'react';
import { refresh, useClient } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { ConditionRows } from './filters/condition-rows.tsx';
import { isComplete, STEP_DIMENSIONS, toConditions, toFilters } from './filters/conditions.ts';

interface GoalDialogProps {
  report: Query<'GET /v1/analytics/overview'>;
  /** The goal to change. Without it, a goal is created. */
  goal?: AnalyticsGoalConversions;
  isOpen?: boolean;
  onOpenChange?: () => void;
}

/** Form of a goal: its name, the event or page that it matches, and the conditions on the event. */
export function GoalDialog({ report, goal, ...open }: GoalDialogProps) {
  const call = useClient();
  const [kind, setKind] = useState<'event' | 'page'>(goal?.page == null ? 'event' : 'page');
  const [start] = useState(() => toConditions(goal?.filters ?? []));
  const [conditions, setConditions] = useState(start);
  return (
    <Dialog title={goal ? texts.editGoal : texts.newGoal} size="wide" {...open}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            const body = { name: text('name'), [kind]: text(kind), filters: toFilters(conditions.filter(isComplete)) };
            await (goal
              ? call('PATCH /v1/analytics/goals/{id}', { path: { id: goal.goal_id }, body })
              : call('POST /v1/analytics/goals', { body }));
            close();
            await refresh('/v1/analytics');
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField
                name="name"
                label={texts.goalName}
                defaultValue={goal?.name ?? ''}
                isRequired
                autoFocus
                maxLength={100}
              />
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
                defaultValue={goal?.[kind] ?? ''}
                hint={texts.goalTarget}
                isRequired
              />
              <fieldset className="step-conditions">
                <legend>{texts.stepConditions}</legend>
                <ConditionRows report={report} conditions={start} dimensions={STEP_DIMENSIONS} onChange={setConditions} />
              </fieldset>
              <FormActions label={goal ? common.save : common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
