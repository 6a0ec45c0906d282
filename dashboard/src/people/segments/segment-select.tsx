import { segments as texts } from '#texts/people/segments';
import { useRead } from '../../api.ts';
import { Select } from '../../ui/field.tsx';

interface SegmentSelectProps {
  /** Id of the segment, or an empty text. */
  value: string;
  onChange: (id: string) => void;
  /** Label of the option without a segment. Without it, a segment must be chosen. */
  without?: string;
  label?: string;
  isLabelHidden?: boolean;
  name?: string;
}

/** Selection of a segment of people. */
export function SegmentSelect({ value, onChange, without, ...props }: SegmentSelectProps) {
  const { data } = useRead('GET /v1/people/segments');
  const segments = (data?.data ?? []).map(({ id, name }) => ({ id, label: name }));
  const empty = without ?? (data && !segments.length ? texts.none : texts.choose);
  return (
    <Select
      label={texts.segment}
      options={without === undefined && segments.length && value ? segments : [{ id: '', label: empty }, ...segments]}
      value={value}
      onChange={onChange}
      {...props}
    />
  );
}
