import { common } from '#texts/common';
import { inbox as texts } from '../texts/en/inbox.ts';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { ChoiceField } from './filter-fields.tsx';

/** Number of values that a chip names. */
const MAX_NAMED = 2;
/** Number of values from which a search field is useful. */
const MIN_SEARCHED = 8;

interface ChipProps {
  label: string;
  icon: ReactNode;
  /** Description of the whole filter. */
  description: string;
  operator: string;
  /** Other operators, with the effect of selecting one. */
  operators: { label: string; onSelect: () => void }[];
  value: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onRemove: () => void;
  /** Content of the popover that edits the value. */
  children: ReactNode;
}

/** A filter: field, operator and value, each of which can be changed in place. */
export const Chip = ({
  label,
  icon,
  description,
  operator,
  operators,
  value,
  isOpen,
  onOpenChange,
  onRemove,
  children,
}: ChipProps) => (
  <Group className="filter-chip" aria-label={description}>
    <span className="filter-part">
      {icon}
      {label}
    </span>
    <Menu
      label={texts.operator(label)}
      placement="bottom start"
      trigger={
        <Button className="filter-part" aria-label={`${texts.operator(label)}${common.colon}${operator}`}>
          {operator}
        </Button>
      }
    >
      {operators.map((one) => (
        <MenuItem key={one.label} onAction={one.onSelect}>
          {one.label}
        </MenuItem>
      ))}
    </Menu>
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button className="filter-part value" aria-label={`${label}${common.colon}${value}`}>
        {value}
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label={label} className="filter-picker">
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
    <Button className="filter-part" aria-label={texts.removeFilter(label)} onPress={onRemove}>
      <X size={13} aria-hidden />
    </Button>
  </Group>
);

interface ChoiceChipProps extends Pick<ChipProps, 'isOpen' | 'onOpenChange' | 'onRemove'> {
  field: ChoiceField;
  isNegated: boolean;
  values: string[];
  onValues: (values: string[]) => void;
  /** Turns the filter into its negation, or back. */
  onNegate: () => void;
}

/** Filter with several values. */
export function ChoiceChip({ field, isNegated, values, onValues, onNegate, ...chip }: ChoiceChipProps) {
  const { label, icon, options, other } = field;
  const isOne = values.length < 2;
  const renderName = (negated: boolean) => (negated ? (isOne ? texts.isNot : texts.isNoneOf) : isOne ? texts.is : texts.isAnyOf);
  const names = values.map((value) => options.find(({ id }) => id === value)?.label ?? other ?? value);
  const value = !names.length ? texts.choose : names.length > MAX_NAMED ? texts.values(names.length) : names.join(', ');
  return (
    <Chip
      {...chip}
      label={label}
      icon={icon}
      description={`${label} ${renderName(isNegated)} ${names.join(', ')}`}
      operator={renderName(isNegated)}
      operators={[
        { label: texts.isAnyOf, onSelect: () => isNegated && onNegate() },
        { label: texts.isNoneOf, onSelect: () => !isNegated && onNegate() },
      ]}
      value={value}
    >
      <ValuePicker field={field} values={values} onValues={onValues} />
    </Chip>
  );
}

/** List of values with check marks. */
function ValuePicker({
  field: { label, options, other },
  values,
  onValues,
}: Pick<ChoiceChipProps, 'field' | 'values' | 'onValues'>) {
  const { contains } = useFilter({ sensitivity: 'base' });
  // A tag or a member of the URL may be missing in the list.
  const missing = values
    .filter((value) => !options.some(({ id }) => id === value))
    .map((id) => ({ id, label: other ?? id, icon: undefined }));
  const all = [...missing, ...options];
  const list = (
    <ListBox
      aria-label={label}
      className="menu choices"
      items={all}
      selectionMode="multiple"
      // Escape closes the popover.
      escapeKeyBehavior="none"
      selectedKeys={values}
      autoFocus={all.length < MIN_SEARCHED ? 'first' : false}
      onSelectionChange={(keys) => onValues(keys === 'all' ? all.map(({ id }) => id) : [...keys].map(String))}
      renderEmptyState={() => <p className="soft">{texts.noValues}</p>}
    >
      {(option) => (
        <ListBoxItem id={option.id} textValue={option.label} className="menu-item">
          {({ isSelected }) => (
            <>
              <span className="box" aria-hidden>
                {isSelected && <Check size={12} strokeWidth={3} />}
              </span>
              {option.icon}
              <span className="grow">{option.label}</span>
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
  if (all.length < MIN_SEARCHED) return list;
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={texts.searchValues(label)} autoFocus>
        <Input className="input" placeholder={texts.searchValues(label)} dir="auto" />
      </SearchField>
      {list}
    </Autocomplete>
  );
}
