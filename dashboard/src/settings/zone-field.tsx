import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { settings } from '#texts/settings';
import { useFieldError } from '../ui/field.tsx';

interface Zone {
  id: string;
  /** Name with the current offset, which the search finds as well. */
  label: string;
}

/** Returns a time zone with its current offset from UTC. */
function describeZone(id: string): Zone {
  const parts = new Intl.DateTimeFormat('en', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return { id, label: `${id.replaceAll('_', ' ')} (${offset === 'GMT' ? 'GMT+00:00' : offset})` };
}

/** Returns all time zones, and the current one, which the browser may know by another name. */
function listZones(current: string): Zone[] {
  const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...ids].flatMap((id) => {
    try {
      return [describeZone(id)];
    } catch {
      // A zone that this browser does not know.
      return [{ id, label: id }];
    }
  });
}

interface ZoneFieldProps {
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** Selection of a time zone by a part of its name or by its offset. */
export function ZoneField({ name, label, hint, value, isReadOnly, onChange }: ZoneFieldProps) {
  const { isInvalid, error } = useFieldError(name);
  const [zones] = useState(() => listZones(value));
  return (
    <ComboBox
      name={name}
      defaultItems={zones}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      isReadOnly={isReadOnly}
      isInvalid={isInvalid}
      menuTrigger="focus"
      className="field"
    >
      <Label className="label">{label}</Label>
      <div className="combobox">
        <Input className="input" />
        {!isReadOnly && (
          <Button className="icon-button" aria-label={settings.showZones}>
            <ChevronDown size={16} aria-hidden />
          </Button>
        )}
      </div>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox<Zone> className="menu" renderEmptyState={() => <p className="soft">{settings.noZone}</p>}>
          {({ id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span className="grow">{text}</span>
                  {isSelected && <Check size={16} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
