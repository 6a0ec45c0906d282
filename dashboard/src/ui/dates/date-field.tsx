import { lazy, type ReactNode, Suspense } from 'react';
import type { DatePickerFieldProps, DateRangeFieldProps } from './date-picker.tsx';

// Calendars are as large as a page, and needed on few of them.
const load = () => import('./date-picker.tsx');
const LazyPicker = lazy(async () => ({ default: (await load()).DatePickerField }));
const LazyRangePicker = lazy(async () => ({ default: (await load()).DateRangeField }));

interface PlaceholderProps {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** Values of the form, if it is sent before the field is loaded. */
  values: [name: string | undefined, value: string | undefined][];
}

/** Has the size of the field. */
const Placeholder = ({ label, isLabelHidden, hint, values }: PlaceholderProps) => (
  <div className="field">
    <span className={isLabelHidden ? 'unseen' : 'label'}>{label}</span>
    <span className="input" />
    {values.map(([name, value]) => name && <input key={name} type="hidden" name={name} value={value ?? ''} />)}
    {hint && <span className="hint">{hint}</span>}
  </div>
);

/** Field for a day such as `2026-05-04`, or with `timeZone` for a time in ISO 8601. */
export const DateField = (props: DatePickerFieldProps) => (
  <Suspense
    fallback={
      <Placeholder
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        hint={props.hint}
        values={[[props.name, props.value ?? props.defaultValue]]}
      />
    }
  >
    <LazyPicker {...props} />
  </Suspense>
);

/** Field for the first and the last day of a period. */
export const DateRangeField = (props: DateRangeFieldProps) => (
  <Suspense
    fallback={
      <Placeholder
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        hint={props.hint}
        values={[
          [props.names[0], props.defaultValue?.from],
          [props.names[1], props.defaultValue?.to],
        ]}
      />
    }
  >
    <LazyRangePicker {...props} />
  </Suspense>
);
