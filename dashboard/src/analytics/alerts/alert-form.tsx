import { ALERT_CONDITIONS, ALERT_METRICS, ALERT_WINDOWS } from '@earshot/contract/services/analytics/values';
import { alerts as texts } from '../texts/en/alerts.ts';
import { common } from '#texts/common';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../../api.ts';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { type Draft, hasFilters, hasThreshold, TOLERANCES, toRule } from './draft.ts';

/** The intake is counted by the hour. */
const MIN_INTAKE_WINDOW = 60;

interface AlertFormProps {
  /** Id of the alert that is edited. */
  id?: string;
  draft: Draft;
  onDone: () => void;
}

/** Form that creates or edits an alert, with a preview. */
export function AlertForm({ id, draft: initial, onDone }: AlertFormProps) {
  const call = useClient();
  const goals = useRead('GET /v1/analytics/goals').data?.data;
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const { metric, condition } = draft;
  const rule = toRule(draft);
  const windows = ALERT_WINDOWS.filter((minutes) => metric !== 'intake' || minutes >= MIN_INTAKE_WINDOW);
  return (
    <Form
      onSubmit={async () => {
        const body = { name: draft.name, ...rule };
        if (id) await call('PATCH /v1/alerts/{id}', { path: { id }, body });
        else await call('POST /v1/alerts', { body });
        onDone();
        await refresh('/v1/alerts');
      }}
    >
      {({ isBusy }) => (
        <>
          <TextField
            name="name"
            label={texts.name}
            value={draft.name}
            onChange={(name) => change({ name })}
            isRequired
            autoFocus
            maxLength={100}
          />
          <Select
            name="metric"
            label={texts.metric}
            options={ALERT_METRICS.map((one) => ({ id: one, label: texts.metrics[one] }))}
            value={metric}
            onChange={(next) =>
              change({
                metric: next,
                ...(next === 'intake' && draft.window < MIN_INTAKE_WINDOW && { window: MIN_INTAKE_WINDOW }),
              })
            }
          />
          {metric === 'conversions' && (
            <Select
              name="goal_id"
              label={texts.goal}
              options={(goals ?? []).map((goal) => ({ id: goal.id, label: goal.name }))}
              value={draft.goalId}
              onChange={(goalId) => change({ goalId })}
              {...(goals?.length === 0 && { hint: texts.noGoals, isDisabled: true })}
            />
          )}
          <Select
            name="condition"
            label={texts.condition}
            options={ALERT_CONDITIONS.map((one) => ({ id: one, label: texts.conditions[one] }))}
            value={condition}
            onChange={(next) => change({ condition: next })}
            {...(!hasThreshold(condition) && { hint: texts.usualHint })}
          />
          {hasThreshold(condition) ? (
            <TextField
              name="threshold"
              label={texts.threshold}
              value={draft.threshold}
              onChange={(threshold) => change({ threshold })}
              inputMode="decimal"
              isRequired
            />
          ) : (
            <Select
              name="tolerance"
              label={texts.sensitivity}
              hint={texts.sensitivityHint}
              options={listSensitivities(initial.tolerance)}
              value={String(draft.tolerance)}
              onChange={(tolerance) => change({ tolerance: Number(tolerance) })}
            />
          )}
          <Select
            name="window_minutes"
            label={texts.window}
            options={windows.map((minutes) => ({ id: String(minutes), label: texts.windows[minutes] }))}
            value={String(draft.window)}
            onChange={(next) => change({ window: windows.find((minutes) => String(minutes) === next) ?? draft.window })}
          />
          {hasFilters(metric) && (
            <TextField
              name="filters"
              label={texts.filters}
              hint={texts.filtersHint}
              value={draft.filters.join('\n')}
              onChange={(text) => change({ filters: text.split('\n') })}
              rows={2}
              isCode
            />
          )}
          <Select
            name="cooldown_minutes"
            label={texts.cooldown}
            hint={texts.cooldownHint}
            options={listCooldowns(initial.cooldown)}
            value={String(draft.cooldown)}
            onChange={(cooldown) => change({ cooldown: Number(cooldown) })}
          />
          <AlertPreview rule={rule} />
          <FormActions label={id ? common.save : common.create} onCancel={onDone} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}

/** Returns the sensitivities, and the tolerance of an alert that has another one. */
function listSensitivities(own: number) {
  const named = Object.entries(TOLERANCES).map(([name, tolerance]) => ({
    id: String(tolerance),
    label: texts.sensitivities[name as keyof typeof TOLERANCES],
  }));
  return named.some(({ id }) => id === String(own)) ? named : [...named, { id: String(own), label: texts.customTolerance(own) }];
}

/** Returns the usual cool-downs, and that of an alert that has another one. */
const listCooldowns = (own: number) =>
  [...new Set([...Object.keys(texts.cooldowns), String(own)])].map((id) => ({
    id,
    label: texts.cooldowns[id] ?? texts.minutes(Number(id)),
  }));
