import { inbox as texts } from '../texts/en/inbox.ts';
import { Check, SlidersHorizontal } from 'lucide-react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';

/** Choice of one or several values. */
export interface DisplaySection {
  title: string;
  mode: 'single' | 'multiple';
  options: { id: string; label: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/** Menu of the ways in which a page shows its entries. */
export const DisplayMenu = ({ sections }: { sections: DisplaySection[] }) => (
  <MenuTrigger>
    <Button icon={<SlidersHorizontal size={15} />}>{texts.columns}</Button>
    <Popover className="popover" placement="bottom end">
      <Menu aria-label={texts.columns} className="menu">
        {sections.map(({ title, mode, options, selected, onChange }) => (
          <MenuSection
            key={title}
            selectionMode={mode}
            disallowEmptySelection={mode === 'single'}
            selectedKeys={selected}
            onSelectionChange={(keys) => onChange(options.map(({ id }) => id).filter((id) => keys === 'all' || keys.has(id)))}
          >
            <Header className="menu-header">{title}</Header>
            {options.map(({ id, label }) => (
              <MenuItem key={id} id={id} textValue={label} className="menu-item" shouldCloseOnSelect={mode === 'single'}>
                {({ isSelected }) => (
                  <>
                    <span className={mode === 'single' ? 'check' : 'box'} aria-hidden>
                      {isSelected && <Check size={mode === 'single' ? 15 : 12} strokeWidth={3} />}
                    </span>
                    <span className="grow">{label}</span>
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
