import { segments as texts } from '#texts/people/segments';
import { useRead } from '../api.ts';
import { SegmentSelect } from '../people/segments/segment-select.tsx';

interface PersonSegmentProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Selection of the segment of people to whom reports are limited. Projects without segments have none. */
export default function PersonSegment({ value, onChange }: PersonSegmentProps) {
  const { data } = useRead('GET /v1/people/segments');
  if (!data?.data.length && value === undefined) return null;
  return (
    <SegmentSelect
      label={texts.ofPeople}
      isLabelHidden
      without={texts.allVisitors}
      value={value ?? ''}
      onChange={(id) => onChange(id || undefined)}
    />
  );
}
