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
}

/** Has the size of the field. */
const Placeholder = ({ label, isLabelHidden, hint }: PlaceholderProps) => (
  <div className="field">
    <span className={isLabelHidden ? 'unseen' : 'label'}>{label}</span>
    <span className="input" />
    {hint && <span className="hint">{hint}</span>}
  </div>
);

/** Field for a day such as `2026-05-04`, or with `timeZone` for a time in ISO 8601. */
export const DateField = (props: DatePickerFieldProps) => (
  <Suspense fallback={<Placeholder {...props} />}>
    <LazyPicker {...props} />
  </Suspense>
);

/** Field for the first and the last day of a period. */
export const DateRangeField = (props: DateRangeFieldProps) => (
  <Suspense fallback={<Placeholder {...props} />}>
    <LazyRangePicker {...props} />
  </Suspense>
);
