import type { AnalyticsOverview } from '@earshot/sdk';
import { importedDays as texts } from './texts/en/imported-days.ts';
import { Switch } from '../ui/field.tsx';
import { formatRange } from './chart/times.ts';

interface ImportedNoteProps {
  overview: AnalyticsOverview | undefined;
  onChange: (imported: 'include' | 'exclude') => void;
}

/** Says which days of the period, or of the one to compare with, are imported totals, and whether they are counted. */
export function ImportedNote({ overview, onChange }: ImportedNoteProps) {
  if (!overview) return null;
  const { imported, previous_imported: previous } = overview;
  const days = imported ?? previous;
  if (!days) return null;
  const { from, to, is_included: isIncluded, omitted_because: reason } = days;
  const range = formatRange([from, to], 'day', 'UTC');
  return (
    <Switch
      label={imported ? texts.label(range) : texts.comparedLabel(range)}
      hint={texts.reasons[reason ?? 'not_requested']}
      isSelected={isIncluded}
      isDisabled={!isIncluded && reason !== 'not_requested'}
      onChange={(isSelected) => onChange(isSelected ? 'include' : 'exclude')}
    />
  );
}
