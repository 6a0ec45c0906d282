import { common } from '#texts/common';
import type { Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
} from 'react-aria-components';
import { useRead } from '../../api.ts';
import { useDebounced } from '../../ui/debounce.ts';
import { searchFilters } from '../breakdown/search.ts';
import { formatFigure, renderName } from '../format.ts';
import { parseFilter } from '../report-query.ts';

const MAX_VALUES = 20;

interface ValueFieldProps {
  report: Query<'GET /v1/analytics/overview'>;
  dimension: string;
  values: string[];
  isDisabled: boolean;
  autoFocus: boolean;
  onChange: (values: string[]) => void;
}

/** Selection of several values of a dimension, or of a typed value. */
export function ValueField({ values, dimension, isDisabled, autoFocus, ...picker }: ValueFieldProps) {
  const names = values.map((value) => renderName(dimension, value)).join(', ');
  return (
    <DialogTrigger>
      <Button
        className="input select"
        isDisabled={isDisabled}
        autoFocus={autoFocus}
        aria-label={names ? `${texts.values}${common.colon}${names}` : texts.chooseValues}
      >
        <span className={names ? undefined : 'soft'}>{names || texts.chooseValues}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label={texts.values} className="filter-picker">
          <ValuePicker dimension={dimension} values={values} {...picker} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

type ValuePickerProps = Omit<ValueFieldProps, 'isDisabled' | 'autoFocus'>;

/** Searchable list of the values of the period with their visitors. Selected values come first. */
function ValuePicker({ report, dimension, values, onChange }: ValuePickerProps) {
  const [typed, setTyped] = useState('');
  const searched = useDebounced(typed.trim());
  // Values that were selected when the list opened stay at the top, so that rows do not move under the pointer.
  const [first] = useState(values);
  // Without other filters on the dimension, which would hide the values to choose from.
  const others = [report.filter ?? []].flat().filter((filter) => parseFilter(filter)?.dimension !== dimension);
  const rows = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...report, by: dimension, filter: [...others, ...searchFilters(dimension, searched)], limit: MAX_VALUES } },
    { keep: true },
  );
  const counts = new Map(rows.data?.data.map(({ value, visitors }) => [value, visitors]));
  const text = typed.trim();
  // Values of the previous search are shown until those of the next one are known.
  const found = [...counts.keys()].filter((value) => renderName(dimension, value).toLowerCase().includes(text.toLowerCase()));
  const isNew = text !== '' && ![...found, ...values].some((value) => [value, renderName(dimension, value)].includes(text));
  const listed = [...new Set([...(text ? [] : [...first, ...values]), ...found, ...(isNew ? [text] : [])])];
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField aria-label={texts.searchValues} autoFocus>
        <Input className="input" placeholder={texts.searchValues} dir="auto" maxLength={2000} />
      </SearchField>
      <ListBox
        aria-label={texts.values}
        className="menu choices"
        items={listed.map((value) => ({ id: `=${value}`, value }))}
        dependencies={[counts, isNew]}
        selectionMode="multiple"
        // Escape closes the popover.
        escapeKeyBehavior="none"
        selectedKeys={values.map((value) => `=${value}`)}
        onSelectionChange={(keys) => {
          if (keys !== 'all') onChange([...keys].map((key) => String(key).slice(1)));
        }}
        renderEmptyState={() => <p className="soft">{rows.isLoading ? texts.loadingValues : texts.nothing}</p>}
      >
        {({ value }) => {
          const name = isNew && value === text ? texts.useValue(text) : renderName(dimension, value);
          const count = counts.get(value);
          return (
            <ListBoxItem textValue={name} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span className="box" aria-hidden>
                    {isSelected && <Check size={12} strokeWidth={3} />}
                  </span>
                  <span className="grow">{name}</span>
                  {count !== undefined && <span className="menu-detail number">{formatFigure('visitors', count)}</span>}
                </>
              )}
            </ListBoxItem>
          );
        }}
      </ListBox>
    </Autocomplete>
  );
}
