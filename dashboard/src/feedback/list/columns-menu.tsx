import { VIEW_COLUMNS, type ViewColumn } from '@earshot/contract/services/feedback/values';
import { inbox as texts } from '#texts/inbox';
import { Check, SlidersHorizontal } from 'lucide-react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';

interface ColumnsMenuProps {
  columns: readonly ViewColumn[];
  onChange: (columns: ViewColumn[]) => void;
}

/** Menu of the fields that rows show. */
export const ColumnsMenu = ({ columns, onChange }: ColumnsMenuProps) => (
  <MenuTrigger>
    <Button icon={<SlidersHorizontal size={15} />}>{texts.columns}</Button>
    <Popover className="popover" placement="bottom end">
      <AriaMenu
        aria-label={texts.columns}
        className="menu"
        selectionMode="multiple"
        selectedKeys={columns}
        onSelectionChange={(keys) => onChange(VIEW_COLUMNS.filter((column) => keys === 'all' || keys.has(column)))}
        items={VIEW_COLUMNS.map((id) => ({ id }))}
      >
        {({ id }) => (
          <AriaMenuItem id={id} textValue={texts.columnNames[id]} className="menu-item">
            {({ isSelected }) => (
              <>
                <span className="box" aria-hidden>
                  {isSelected && <Check size={12} strokeWidth={3} />}
                </span>
                <span className="grow">{texts.columnNames[id]}</span>
              </>
            )}
          </AriaMenuItem>
        )}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
