import { AUDIENCES, type ArticleAudience } from '@earshot/contract/services/knowledge-base/values';
import { audience as texts } from './texts/en/knowledge-base.ts';
import { Lock } from 'lucide-react';
import { SegmentSelect } from '../people/segments/segment-select.tsx';
import { Select } from '../ui/field.tsx';

/** An audience with its segment, which is empty for other audiences. `inherit` is the audience of the collection. */
export interface Audience<T extends string = ArticleAudience> {
  audience: T;
  segment: string;
}

interface AudienceFieldsProps<T extends string> {
  label: string;
  hint?: string;
  /** Options above the audiences. */
  before?: { id: T; label: string }[];
  value: Audience<T>;
  onChange: (value: Audience<T>) => void;
  isDisabled: boolean;
}

/** Selects the readers of an article or of a collection. */
export function AudienceFields<T extends string = ArticleAudience>({
  label,
  hint,
  before = [],
  value,
  onChange,
  isDisabled,
}: AudienceFieldsProps<T | ArticleAudience>) {
  return (
    <>
      <Select
        label={label}
        hint={hint}
        options={[...before, ...AUDIENCES.map((id) => ({ id, label: texts.audiences[id] }))]}
        value={value.audience}
        onChange={(audience) => onChange({ ...value, audience })}
        isDisabled={isDisabled}
      />
      {value.audience === 'segment' && (
        <SegmentSelect name="segment_id" value={value.segment} onChange={(segment) => onChange({ ...value, segment })} />
      )}
    </>
  );
}

/** Lock of articles and collections that are not for everyone. */
export const AudienceLock = ({ audience = 'everyone' }: { audience?: ArticleAudience | undefined }) =>
  audience === 'everyone' ? undefined : (
    <span className="soft" role="img" aria-label={texts.limited[audience]} title={texts.limited[audience]}>
      <Lock size={13} aria-hidden />
    </span>
  );
