import { type CalendarDate, type DateValue, isSameDay, now, parseAbsolute, parseDate, today } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateRangePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { common } from '#texts/common';
import { FieldNotes, useFieldError } from '../field.tsx';
import { timeZone as readerTimeZone } from './local-time.ts';

interface CommonProps {
  label: string;
  hint?: ReactNode;
  isLabelHidden?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
}

export interface DatePickerFieldProps extends CommonProps {
  name?: string;
  /** Day such as `2026-05-04`, or a time in ISO 8601 with `timeZone`. An empty text is no date. */
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  /** Asks for a time of day as well, in this time zone. */
  timeZone?: string;
  /** Without a value, the time is 9:00 of the next day. */
  startsTomorrow?: boolean;
}

export interface DateRangeFieldProps extends CommonProps {
  /** Names of the fields with the first and the last day. */
  names: [from: string, to: string];
  defaultValue?: { from: string; to: string };
  /** Time zone in which the last selectable day is today. */
  timeZone: string;
}

/** The year of a date that is being typed has leading zeros. */
const MIN_YEAR = 1000;
/** Century of a year of two digits. */
const CENTURY = 2000;

/** Returns undefined for a text that is no date. */
function parse(text: string, timeZone: string | undefined): DateValue | undefined {
  try {
    return timeZone ? parseAbsolute(text, timeZone) : parseDate(text.slice(0, 10));
  } catch {
    return undefined;
  }
}

const format = (date: DateValue | null): string =>
  !date || date.year < MIN_YEAR ? '' : 'toAbsoluteString' in date ? date.toAbsoluteString() : date.toString();

const nineOfToday = (timeZone: string) => now(timeZone).set({ hour: 9, minute: 0, second: 0, millisecond: 0 });

/** Field for a day, or for a day and a time, which is typed or chosen in a calendar. */
export function DatePickerField({
  label,
  hint,
  isLabelHidden,
  name,
  value,
  defaultValue = '',
  onChange,
  timeZone,
  startsTomorrow = false,
  ...props
}: DatePickerFieldProps) {
  const { isInvalid, error } = useFieldError(name);
  const [date, setDate] = useState<DateValue | null>(() => {
    const first = parse(value ?? defaultValue, timeZone);
    return first ?? (timeZone && startsTomorrow ? nineOfToday(timeZone).add({ days: 1 }) : null);
  });
  useEffect(() => {
    if (value !== undefined) setDate(parse(value, timeZone) ?? null);
  }, [value, timeZone]);
  const change = (next: DateValue | null) => {
    setDate(next);
    if (!next || next.year >= MIN_YEAR) onChange?.(format(next));
  };
  return (
    <DatePicker
      {...props}
      className="field"
      value={date}
      onChange={change}
      onBlur={() => {
        if (date && date.year < 100) change(date.set({ year: CENTURY + date.year }));
      }}
      granularity={timeZone ? 'minute' : 'day'}
      placeholderValue={timeZone ? nineOfToday(timeZone) : undefined}
      hideTimeZone
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <Label className={isLabelHidden ? 'unseen' : 'label'}>{label}</Label>
      <Group className="input date-input">
        <Segments />
        {date && !props.isRequired && <Clear onPress={() => change(null)} />}
        <OpenButton />
      </Group>
      {name && <input type="hidden" name={name} value={format(date)} />}
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover calendar-popover">
        <Dialog className="calendar">
          <Calendar>
            <CalendarHead />
            <Days timeZone={timeZone ?? readerTimeZone()} />
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

/** Field for the first and the last day of a period, which are typed or chosen in one calendar. */
export function DateRangeField({
  label,
  hint,
  isLabelHidden,
  names: [from, to],
  defaultValue,
  timeZone,
  ...props
}: DateRangeFieldProps) {
  const { isInvalid, error } = useFieldError(from);
  const [range, setRange] = useState<{ start: DateValue; end: DateValue } | null>(() => {
    const [start, end] = [parse(defaultValue?.from ?? '', undefined), parse(defaultValue?.to ?? '', undefined)];
    return start && end ? { start, end } : null;
  });
  return (
    <DateRangePicker
      {...props}
      className="field"
      value={range}
      onChange={setRange}
      granularity="day"
      maxValue={today(timeZone)}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <Label className={isLabelHidden ? 'unseen' : 'label'}>{label}</Label>
      <Group className="input date-input">
        <Segments slot="start" />
        <span aria-hidden>–</span>
        <Segments slot="end" />
        {range && !props.isRequired && <Clear onPress={() => setRange(null)} />}
        <OpenButton />
      </Group>
      <input type="hidden" name={from} value={format(range?.start ?? null)} />
      <input type="hidden" name={to} value={format(range?.end ?? null)} />
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover calendar-popover">
        <Dialog className="calendar">
          <RangeCalendar>
            <CalendarHead />
            <Days timeZone={timeZone} />
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DateRangePicker>
  );
}

const Segments = ({ slot }: { slot?: 'start' | 'end' }) => (
  <DateInput slot={slot} className={slot === 'start' ? 'date-segments' : 'date-segments grow'}>
    {(segment) => <DateSegment segment={segment} className="date-segment" />}
  </DateInput>
);

const OpenButton = () => (
  <Button className="date-button">
    <CalendarDays size={16} aria-hidden />
  </Button>
);

const Clear = ({ onPress }: { onPress: () => void }) => (
  <Button slot={null} className="date-button" aria-label={common.clear} onPress={onPress}>
    <X size={14} aria-hidden />
  </Button>
);

const CalendarHead = () => (
  <header>
    <Button slot="previous" className="icon-button">
      <ChevronLeft size={16} aria-hidden />
    </Button>
    <Heading />
    <Button slot="next" className="icon-button">
      <ChevronRight size={16} aria-hidden />
    </Button>
  </header>
);

/** Days of a month. Today is marked in the time zone of the dates. */
const Days = ({ timeZone }: { timeZone: string }) => (
  <CalendarGrid weekdayStyle="short">
    {(day: CalendarDate) => (
      <CalendarCell date={day} className={isSameDay(day, today(timeZone)) ? 'calendar-day today' : 'calendar-day'} />
    )}
  </CalendarGrid>
);
