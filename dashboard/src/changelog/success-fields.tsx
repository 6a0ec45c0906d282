import { adoption as texts } from '#texts/outcomes/adoption';
import { useRead } from '../api.ts';
import { Select } from '../ui/field.tsx';
import { SuggestField } from '../ui/suggest-field.tsx';
import type { Fields } from './draft.ts';

const WINDOWS = [7, 14, 30, 60, 90];
const MAX_SUGGESTIONS = 100;

/** Returns an event, or a page when the text is a path. */
const parseSuccess = (text: string): Fields['success'] =>
  text === '' ? null : /^[/*]/.test(text) ? { page: text } : { event: text };

interface SuccessFieldsProps {
  fields: Pick<Fields, 'success' | 'window_days'>;
  onChange: (change: Partial<Fields>) => void;
}

/** Fields of the event or page that shows that a release is used. Suggests events that the project receives. */
export function SuccessFields({ fields: { success, window_days: days }, onChange }: SuccessFieldsProps) {
  const { data: events } = useRead('GET /v1/analytics/breakdown', {
    query: { by: 'event', period: '30d', limit: MAX_SUGGESTIONS },
  });
  return (
    <>
      <SuggestField
        label={texts.success}
        hint={texts.successHint}
        value={success?.event ?? success?.page ?? ''}
        onChange={(text) => onChange({ success: parseSuccess(text) })}
        suggestions={events?.data.map(({ value }) => value) ?? []}
        maxLength={100}
        isCode
      />
      {success && (
        <Select
          label={texts.window}
          options={[...new Set([...WINDOWS, days])]
            .toSorted((a, b) => a - b)
            .map((count) => ({ id: String(count), label: texts.days(count) }))}
          value={String(days)}
          onChange={(count) => onChange({ window_days: Number(count) })}
        />
      )}
    </>
  );
}
