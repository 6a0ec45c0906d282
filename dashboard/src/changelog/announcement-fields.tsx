import { type Announcement, ANNOUNCEMENTS } from '@earshot/contract/services/changelog/values';
import { announcing as texts } from './texts/en/changelog.ts';
import { useProjectTimeZone } from '../projects/time-zone.ts';
import { DateField } from '../ui/dates/date-field.tsx';
import { Select } from '../ui/field.tsx';
import type { Fields } from './draft.ts';

const NONE = 'none';
/** Time after which an announcement ends, unless another one is chosen. */
const DEFAULT_MS = 14 * 86_400_000;

interface AnnouncementFieldsProps {
  fields: Pick<Fields, 'announcement' | 'announcement_ends_at'>;
  onChange: (change: Partial<Fields>) => void;
}

/** Fields of the announcement of an entry in the product. */
export function AnnouncementFields({ fields: { announcement, announcement_ends_at: until }, onChange }: AnnouncementFieldsProps) {
  const zone = useProjectTimeZone();
  const choose = (form: Announcement | typeof NONE) =>
    onChange(
      form === NONE
        ? { announcement: null, announcement_ends_at: null }
        : { announcement: form, announcement_ends_at: until ?? new Date(Date.now() + DEFAULT_MS).toISOString() },
    );
  return (
    <>
      <Select
        label={texts.label}
        hint={texts.hint}
        options={([NONE, ...ANNOUNCEMENTS] as const).map((id) => ({ id, label: texts.forms[id] }))}
        value={announcement ?? NONE}
        onChange={choose}
      />
      {announcement && (
        <DateField
          label={texts.until}
          hint={texts.untilHint}
          value={until ? new Date(until).toISOString() : ''}
          timeZone={zone}
          onChange={(time) => onChange({ announcement_ends_at: time || null })}
        />
      )}
    </>
  );
}
