import { inbox as texts } from '../texts/en/inbox.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { DateField } from '../../ui/dates/date-field.tsx';
import { Form } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { toLocalDay } from '../../ui/dates/local-time.ts';
import type { Filters } from '../filters.ts';
import { Chip } from './filter-chip.tsx';
import { locale } from '../../texts/plural.ts';

const PERIODS_DAYS = [1, 7, 30, 90, 365];
const CUSTOM = 'custom';

/** Filters by the time of creation. Only one of them is used at a time. */
type DateFilters = Pick<Filters, 'created_since' | 'created_until' | 'max_age_days' | 'min_age_days'>;

const NONE: DateFilters = {
  created_since: undefined,
  created_until: undefined,
  max_age_days: undefined,
  min_age_days: undefined,
};

export const hasDateFilter = (filters: Filters): boolean =>
  Object.keys(NONE).some((name) => filters[name as keyof DateFilters] !== undefined);

interface DateChipProps {
  filters: Filters;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (filters: DateFilters) => void;
}

/** Filter by the time of creation: relative to today, or between two days. */
export function DateChip({ filters, isOpen, onOpenChange, onChange }: DateChipProps) {
  const { max_age_days: max, min_age_days: min, created_since: since, created_until: until } = filters;
  const isRange = since !== undefined || until !== undefined;
  const [isCustom, setCustom] = useState(isRange);
  const days = max ?? min;
  const set = (next: DateFilters) => onChange({ ...NONE, ...next });
  const isBefore = min !== undefined;
  const value = isRange
    ? describeRange(since, until)
    : days === undefined
      ? texts.choose
      : isBefore
        ? texts.daysAgo(days)
        : texts.days(days);
  const operator = isRange ? texts.is : isBefore ? texts.before : texts.within;
  return (
    <Chip
      label={texts.created}
      icon={<CalendarDays size={15} />}
      description={`${texts.created} ${operator} ${value}`}
      operator={operator}
      operators={[
        { label: texts.within, onSelect: () => set({ max_age_days: days ?? 7 }) },
        { label: texts.before, onSelect: () => set({ min_age_days: days ?? 7 }) },
      ]}
      value={value}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onRemove={() => set({})}
    >
      {isCustom ? (
        <RangeForm
          since={since}
          until={until}
          onCancel={() => setCustom(false)}
          onRange={(range) => {
            set(range);
            onOpenChange(false);
          }}
        />
      ) : (
        <ListBox
          aria-label={texts.created}
          className="menu choices"
          autoFocus="first"
          selectionMode="single"
          escapeKeyBehavior="none"
          selectedKeys={days === undefined ? [] : [String(days)]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys;
            if (key === CUSTOM) return setCustom(true);
            // Selecting the selected item again keeps it.
            if (key !== undefined) set(isBefore ? { min_age_days: Number(key) } : { max_age_days: Number(key) });
            onOpenChange(false);
          }}
        >
          {PERIODS_DAYS.map((count) => {
            const label = isBefore ? texts.beforeDays(count) : texts.inLastDays(count);
            return (
              <ListBoxItem key={count} id={String(count)} textValue={label} className="menu-item">
                {label}
              </ListBoxItem>
            );
          })}
          <ListBoxItem id={CUSTOM} textValue={texts.betweenDays} className="menu-item">
            {texts.betweenDays}
          </ListBoxItem>
        </ListBox>
      )}
    </Chip>
  );
}

interface RangeFormProps {
  since: string | undefined;
  until: string | undefined;
  onRange: (range: DateFilters) => void;
  onCancel: () => void;
}

const RangeForm = ({ since, until, onRange, onCancel }: RangeFormProps) => (
  <Form
    onSubmit={(text) => {
      const [from, to] = [text('from'), text('to')];
      onRange({
        ...(from && { created_since: new Date(`${from}T00:00`).toISOString() }),
        ...(to && { created_until: addDays(new Date(`${to}T00:00`), 1).toISOString() }),
      });
    }}
  >
    {() => (
      <>
        <DateField name="from" label={texts.from} defaultValue={since ? toLocalDay(new Date(since)) : ''} autoFocus />
        <DateField name="to" label={texts.until} defaultValue={until ? toLocalDay(addDays(new Date(until), -1)) : ''} />
        <FormActions label={texts.apply} onCancel={onCancel} />
      </>
    )}
  </Form>
);

function addDays(date: Date, days: number): Date {
  const next = new Date(date);
  next.setDate(next.getDate() + days);
  return next;
}

function describeRange(since: string | undefined, until: string | undefined): string {
  const from = since && new Date(since).toLocaleDateString(locale);
  const to = until && addDays(new Date(until), -1).toLocaleDateString(locale);
  if (from && to) return from === to ? from : texts.range(from, to);
  return from ? texts.since(from) : texts.upTo(to ?? '');
}
