import { COMPARISONS } from '@earshot/contract/services/analytics/values';
import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type ReportQuery } from '../report-query.ts';
import { formatDates } from './dates.ts';

interface ComparisonPickerProps {
  question: ReportQuery;
  onChange: (changes: ReportQuery) => void;
}

/** Menu of the periods to compare with. */
export function ComparisonPicker({ question, onChange }: ComparisonPickerProps) {
  const [isOpen, open] = useState(false);
  const { period, from, compare = 'previous', compare_from, compare_to, weekdays } = question;
  // Nothing precedes all time.
  if (!from && period === 'all') return null;
  const name = compare_from ? formatDates(compare_from, compare_to) : texts.comparisons[compare];
  const check = (isChosen: boolean) => (isChosen ? <Check size={15} /> : <span className="menu-gap" />);
  return (
    <>
      <Menu
        label={texts.compareWith}
        trigger={
          <Button>
            {compare === 'none' && !compare_from ? name : texts.versus(name)}
            <ChevronDown size={15} aria-hidden />
          </Button>
        }
      >
        {COMPARISONS.map((one) => (
          <MenuItem
            key={one}
            icon={check(!compare_from && one === compare)}
            onAction={() => onChange({ compare: one, compare_from: undefined, compare_to: undefined })}
          >
            {texts.comparisons[one]}
          </MenuItem>
        ))}
        <MenuItem icon={check(compare_from !== undefined)} onAction={() => open(true)}>
          {texts.customComparison}
        </MenuItem>
        {compare !== 'none' && !compare_from && (
          <MenuItem
            icon={check(weekdays === 'match')}
            onAction={() => onChange({ weekdays: weekdays === 'match' ? undefined : 'match' })}
          >
            {texts.matchWeekdays}
          </MenuItem>
        )}
      </Menu>
      <Dialog isOpen={isOpen} onOpenChange={open} title={texts.comparisonTitle}>
        {(close) => (
          <Form
            onSubmit={(text) => {
              const [first, last] = [text('compare_from'), text('compare_to')];
              if (first) onChange({ compare: undefined, compare_from: first, compare_to: last || undefined });
              close();
            }}
          >
            {() => (
              <>
                <DateField name="compare_from" label={analytics.from} defaultValue={compare_from ?? ''} autoFocus isRequired />
                <DateField name="compare_to" label={analytics.to} hint={texts.comparisonHint} defaultValue={compare_to ?? ''} />
                <FormActions label={analytics.apply} onCancel={close} />
              </>
            )}
          </Form>
        )}
      </Dialog>
    </>
  );
}
