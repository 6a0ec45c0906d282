import { ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { common } from '#texts/common';
import { FieldNotes, useFieldError } from '../field.tsx';
import { listZones, matchesZone } from './zones.ts';

interface TimeZoneFieldProps {
  label: string;
  hint?: ReactNode;
  name?: string;
  /** IANA name. Empty: none is chosen. */
  value: string;
  onChange: (zone: string) => void;
  isReadOnly?: boolean;
  /** The value if none is chosen. */
  placeholder?: string;
}

/** Selection of a time zone by city, country or offset. */
export function TimeZoneField({ label, hint, name, value, onChange, isReadOnly = false, placeholder }: TimeZoneFieldProps) {
  const { isInvalid, error } = useFieldError(name);
  const zones = useMemo(() => listZones(value), [value]);
  const byLabel = useMemo(() => new Map(zones.map((zone) => [zone.label, zone])), [zones]);
  const typed = useRef('');
  /** Selects the time zone that the text stands for, so that it stays when the person leaves the field. */
  const choose = () => {
    const [only, ...others] = typed.current ? zones.filter((zone) => matchesZone(zone, typed.current)) : [];
    typed.current = '';
    if (only && others.length === 0) onChange(only.id);
  };
  return (
    <ComboBox
      className="field"
      name={name}
      isReadOnly={isReadOnly}
      isInvalid={isInvalid}
      value={value || null}
      onChange={(key) => {
        typed.current = '';
        onChange(key === null ? '' : String(key));
      }}
      defaultItems={zones}
      defaultFilter={(text, input) => {
        const zone = byLabel.get(text);
        return zone !== undefined && matchesZone(zone, input);
      }}
      onInputChange={(text) => {
        const exact = zones.find(({ id }) => id === text);
        if (exact) onChange(exact.id);
        // Otherwise typed, and not the label that the component writes.
        else if (!byLabel.has(text)) typed.current = text;
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter' || key === 'Tab') choose();
        if (key === 'Escape') typed.current = '';
      }}
      onBlur={choose}
      allowsEmptyCollection
    >
      <Label className="label">{label}</Label>
      <div className="combo">
        <Input className="input" placeholder={placeholder} />
        <Button className="icon-button">
          <ChevronDown size={16} aria-hidden />
        </Button>
      </div>
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover">
        <ListBox<(typeof zones)[number]>
          className="menu"
          renderEmptyState={() => <p className="soft empty-choice">{common.noMatches}</p>}
        >
          {(zone) => (
            <ListBoxItem id={zone.id} textValue={zone.label} className="menu-item">
              <span className="grow">{zone.label}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
