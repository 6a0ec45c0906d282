import { type ReactNode, Suspense } from 'react';
import { describeNotLoaded, lazily } from '../../lazy.tsx';
import type { DatePickerFieldProps, DateRangeFieldProps } from './date-picker.tsx';

// Calendars are as large as a page, and needed on few of them.
const load = () => import('./date-picker.tsx');

interface PlaceholderProps {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** Values of the form, if it is sent before the field is loaded. */
  values: [name: string | undefined, value: string | undefined][];
  /** Set when the field could not be loaded. */
  isReachable?: boolean;
}

/** Has the size of the field. */
const Placeholder = ({ label, isLabelHidden, hint, values, isReachable }: PlaceholderProps) => (
  <div className="field">
    <span className={isLabelHidden ? 'unseen' : 'label'}>{label}</span>
    <span className="input" />
    {values.map(([name, value]) => name && <input key={name} type="hidden" name={name} value={value ?? ''} />)}
    {hint && <span className="hint">{hint}</span>}
    {isReachable !== undefined && (
      <span role="alert" className="field-error">
        {describeNotLoaded(isReachable)}
      </span>
    )}
  </div>
);

type Unloaded<Props> = Props & { isReachable?: boolean };

const PickerPlaceholder = ({ label, isLabelHidden, hint, isReachable, ...props }: Unloaded<DatePickerFieldProps>) => (
  <Placeholder {...{ label, isLabelHidden, hint, isReachable }} values={[[props.name, props.value ?? props.defaultValue]]} />
);

const RangePlaceholder = ({ label, isLabelHidden, hint, isReachable, names, defaultValue }: Unloaded<DateRangeFieldProps>) => (
  <Placeholder
    {...{ label, isLabelHidden, hint, isReachable }}
    values={[
      [names[0], defaultValue?.from],
      [names[1], defaultValue?.to],
    ]}
  />
);

const LazyPicker = lazily(load, 'DatePickerField', PickerPlaceholder);
const LazyRangePicker = lazily<'DateRangeField', DateRangeFieldProps>(load, 'DateRangeField', RangePlaceholder);

/** Field for a day such as `2026-05-04`, or with `timeZone` for a time in ISO 8601. */
export const DateField = (props: DatePickerFieldProps) => (
  <Suspense fallback={<PickerPlaceholder {...props} />}>
    <LazyPicker {...props} />
  </Suspense>
);

/** Field for the first and the last day of a period. */
export const DateRangeField = (props: DateRangeFieldProps) => (
  <Suspense fallback={<RangePlaceholder {...props} />}>
    <LazyRangePicker {...props} />
  </Suspense>
);
