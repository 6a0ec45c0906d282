import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../../shared/common.ts';
import { declareEvents } from '../../shared/events.ts';
import { ALERT_CONDITIONS, ALERT_DISABLED_REASONS, ALERT_METRICS, ALERT_STATES, ALERT_WINDOWS } from './values.ts';

export const DEFAULT_ALERT_WINDOW = 60;
export const DEFAULT_ALERT_TOLERANCE = 6;
export const DEFAULT_ALERT_COOLDOWN = 240;

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Fewer visitors than usual'] });
const metric = () =>
  OneOf(ALERT_METRICS, {
    description:
      'Counted items of each window. `events` counts the events that match `filters`, such as `event:is:error`; `conversions` those of a goal; `intake` accepted events by the time of their arrival, and only windows of an hour or longer; `feedback` new feedback entries.',
    examples: ['visitors'],
  });
const filters = () =>
  Type.Array(Type.String({ maxLength: 2_100, examples: ['page:is:/pricing'] }), {
    maxItems: 20,
    description:
      'Filters in the form `dimension:operator:value`, as in reports. Not allowed with the metrics `intake` and `feedback`.',
  });
const goalId = () =>
  Id('goal', 'Goal whose conversions are counted. Required with the metric `conversions`, otherwise not allowed.');
const condition = () =>
  OneOf(ALERT_CONDITIONS, {
    description:
      '`above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before.',
    examples: ['below_usual'],
  });
const threshold = () =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Required with the conditions `above` and `below`, otherwise not allowed',
    examples: [100],
  });
const windowMinutes = () =>
  Type.Unsafe<(typeof ALERT_WINDOWS)[number]>({
    type: 'integer',
    enum: ALERT_WINDOWS,
    description: 'Length of the window in minutes',
    examples: [DEFAULT_ALERT_WINDOW],
  });
const tolerance = () =>
  Type.Number({
    minimum: 3,
    maximum: 20,
    description:
      'Half width of the usual range in standard deviations. Lower values find smaller changes and cause more false alarms; with the default, a steady project has less than one a month.',
    examples: [DEFAULT_ALERT_TOLERANCE],
  });
const cooldownMinutes = () =>
  Type.Integer({
    minimum: 0,
    maximum: 10_080,
    description: 'Minutes after a trigger in which the alert is not triggered again',
    examples: [DEFAULT_ALERT_COOLDOWN],
  });

export const Alert = Component('Alert', {
  id: Id('alr'),
  project_id: Id('prj'),
  name: name(),
  metric: metric(),
  filters: filters(),
  goal_id: Nullable(goalId()),
  condition: condition(),
  threshold: Nullable(threshold()),
  window_minutes: windowMinutes(),
  tolerance: tolerance(),
  cooldown_minutes: cooldownMinutes(),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(
    OneOf(ALERT_DISABLED_REASONS, {
      description: 'Reason why the server disabled the alert. Null when it was disabled manually.',
    }),
  ),
  state: OneOf(ALERT_STATES, {
    description:
      '`learning`: not evaluated yet, or less than four weeks of history for a usual range. `triggered` lasts until the condition is no longer met in two consecutive evaluations.',
    examples: ['ok'],
  }),
  evaluated_at: Nullable(Timestamp({ description: 'End of the last evaluated window' })),
  last_value: Nullable(Type.Number({ description: 'Count of the last evaluated window', examples: [42] })),
  last_triggered_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const definition = {
  metric: metric(),
  filters: Type.Optional(filters()),
  goal_id: Type.Optional(Nullable(goalId())),
  condition: condition(),
  threshold: Type.Optional(Nullable(threshold())),
  window_minutes: Type.Optional({ ...windowMinutes(), default: DEFAULT_ALERT_WINDOW }),
  tolerance: Type.Optional({ ...tolerance(), default: DEFAULT_ALERT_TOLERANCE }),
  cooldown_minutes: Type.Optional({ ...cooldownMinutes(), default: DEFAULT_ALERT_COOLDOWN }),
};

export const CreateAlert = Body(
  { name: name(), ...definition, enabled: Type.Optional(Type.Boolean({ default: true })) },
  { examples: [{ name: 'Fewer visitors than usual', metric: 'visitors', condition: 'below_usual' }] },
);
export const PreviewAlert = Body(definition, { examples: [{ metric: 'visitors', condition: 'below_usual' }] });
export const UpdateAlert = Body(
  {
    name: Type.Optional(name()),
    metric: Type.Optional(metric()),
    filters: Type.Optional(filters()),
    goal_id: Type.Optional(Nullable(goalId())),
    condition: Type.Optional(condition()),
    threshold: Type.Optional(Nullable(threshold())),
    window_minutes: Type.Optional(windowMinutes()),
    tolerance: Type.Optional(tolerance()),
    cooldown_minutes: Type.Optional(cooldownMinutes()),
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, examples: [{ condition: 'below', threshold: 10 }] },
);

/** A window with its count and the range that the count was outside of. */
const measurement = {
  from: Timestamp({ description: 'Start of the window, inclusive' }),
  to: Timestamp({ description: 'End of the window, exclusive' }),
  value: Type.Number({ description: 'Count of the window', examples: [3] }),
  usual: Nullable(
    Type.Number({
      description: 'Median of the same time in the four weeks before. Null for conditions with a threshold.',
      examples: [42],
    }),
  ),
  usual_low: Nullable(Type.Number({ description: 'Lowest usual count', examples: [14] })),
  usual_high: Nullable(Type.Number({ description: 'Highest usual count', examples: [88] })),
};

export const AlertTrigger = Component('AlertTrigger', {
  id: Id('alt'),
  alert_id: Id('alr'),
  condition: condition(),
  ...measurement,
  threshold: Nullable(threshold()),
  url: Type.String({
    description: 'The report of the window in the dashboard',
    examples: ['https://earshot.example.com/projects/acme/analytics?from=2026-11-20T08:30:00.000Z&to=2026-11-20T09:30:00.000Z'],
  }),
  triggered_at: Timestamp(),
  recovered_at: Nullable(Timestamp({ description: 'Time since which the alert is no longer triggered' })),
  recovered_value: Nullable(
    Type.Number({ description: 'Count at the recovery. Null when the alert was changed or disabled instead.', examples: [40] }),
  ),
});

export const AlertPreview = Component('AlertPreview', {
  from: Timestamp({ description: 'Start of the first evaluated window' }),
  to: Timestamp({ description: 'End of the last evaluated window' }),
  windows: Type.Integer({ description: 'Number of evaluated windows, which do not overlap', examples: [672] }),
  skipped_windows: Type.Integer({ description: 'Number of windows without four weeks of history before them', examples: [0] }),
  trigger_count: Type.Integer({ description: 'Number of times that the alert would have been triggered', examples: [1] }),
  triggers: Type.Array(Type.Object(measurement, { additionalProperties: false }), {
    description: 'The last of these windows, up to 20, the most recent first',
  }),
});

export const ListAlertTriggersQuery = { ...Page };

const ALERT =
  '`data` is the entry in the history of the alert, with the count, the window and its report, and `alert` is the rule';

export const alertEvents = declareEvents(
  'AlertEvent',
  Type.Object(
    {
      ...AlertTrigger.properties,
      alert: Type.Object(
        {
          id: Id('alr'),
          name: name(),
          metric: metric(),
          filters: filters(),
          goal_id: Nullable(goalId()),
          window_minutes: windowMinutes(),
        },
        { additionalProperties: false, description: 'The alert' },
      ),
    },
    { additionalProperties: false },
  ),
  {
    'alert.triggered': {
      when: 'An alert was triggered: a count is above or below its threshold, or outside its usual range',
      payload: `${ALERT}.`,
      example: { recovered_at: null, recovered_value: null, threshold: null },
    },
    'alert.recovered': {
      when: 'The condition of a triggered alert is no longer met',
      payload: `${ALERT}. \`value\` is the count that triggered the alert, and \`recovered_value\` the one of the recovery.`,
      example: { threshold: null },
    },
  },
);
