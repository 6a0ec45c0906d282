import { PERIODS } from '@earshot/contract/services/analytics/values';
import { analytics as texts } from '../texts/en/analytics.ts';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DateRangeField } from '../../ui/dates/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem, MenuSection } from '../../ui/menu.tsx';
import { TimeZoneField } from '../../ui/time-zones/time-zone-field.tsx';
import { useProjectTimeZone } from '../../projects/time-zone.ts';
import { formatDates } from './dates.ts';
import { type ReportQuery } from '../report-query.ts';

/** Periods in groups. */
const GROUPS = [
  { title: texts.periodGroups.days, periods: PERIODS.slice(0, 6) },
  { title: texts.periodGroups.calendar, periods: PERIODS.slice(6) },
];

interface PeriodPickerProps {
  question: ReportQuery;
  onChange: (changes: ReportQuery) => void;
}

export function PeriodPicker({ question, onChange }: PeriodPickerProps) {
  const [isOpen, open] = useState(false);
  const projectZone = useProjectTimeZone();
  const { period = '30d', from, to, timezone } = question;
  const [zone, setZone] = useState(timezone ?? '');
  const name = from ? formatDates(from, to) : texts.periods[period];
  return (
    <>
      <Menu
        label={texts.period}
        trigger={
          <Button icon={<CalendarDays size={16} />}>
            {name}
            {timezone && <span className="soft">{timezone}</span>}
            <ChevronDown size={15} aria-hidden />
          </Button>
        }
      >
        {GROUPS.map(({ title, periods }) => (
          <MenuSection key={title} title={title}>
            {periods.map((one) => (
              <MenuItem
                key={one}
                icon={!from && one === period ? <Check size={15} /> : <span className="menu-gap" />}
                onAction={() => onChange({ period: one, from: undefined, to: undefined, interval: undefined })}
              >
                {texts.periods[one]}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
        <MenuItem
          icon={from ? <Check size={15} /> : <span className="menu-gap" />}
          onAction={() => {
            setZone(timezone ?? '');
            open(true);
          }}
        >
          {texts.custom}
        </MenuItem>
      </Menu>
      <Dialog isOpen={isOpen} onOpenChange={open} title={texts.customTitle}>
        {(close) => (
          <Form
            onSubmit={(text) => {
              const [first, last] = [text('from'), text('to')];
              onChange({
                timezone: zone || undefined,
                interval: undefined,
                ...(first ? { from: first, to: last || undefined, period: undefined } : { from: undefined, to: undefined }),
              });
              close();
            }}
          >
            {() => (
              <>
                <DateRangeField
                  names={['from', 'to']}
                  label={texts.days}
                  hint={texts.daysHint}
                  timeZone={zone || projectZone}
                  defaultValue={from ? { from, to: to ?? from } : undefined}
                  autoFocus
                />
                <TimeZoneField label={texts.timezone} hint={texts.timezoneHint} value={zone} onChange={setZone} />
                <FormActions label={texts.apply} onCancel={close} />
              </>
            )}
          </Form>
        )}
      </Dialog>
    </>
  );
}
