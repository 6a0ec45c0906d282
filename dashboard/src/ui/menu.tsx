import { common } from '#texts/common';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';

interface MenuProps {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  placement?: 'bottom start' | 'bottom end' | 'top start';
}

/** Button with a menu of actions. */
export const Menu = ({ trigger, label, children, placement = 'bottom end' }: MenuProps) => (
  <MenuTrigger>
    {trigger}
    <Popover className="popover" placement={placement}>
      <AriaMenu aria-label={label} className="menu">
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

interface ItemProps extends Omit<MenuItemProps, 'className' | 'children'> {
  children: string;
  icon?: ReactNode;
  /** Tells apart items with the same text. */
  detail?: string | undefined;
  /** A second line, such as the text that a search found. */
  snippet?: string | undefined;
  keys?: string;
  /** Whether the item is the current choice. */
  isCurrent?: boolean;
  isDanger?: boolean;
}

export const MenuItem = ({ children, icon, detail, snippet, keys, isCurrent, isDanger, ...props }: ItemProps) => (
  <AriaMenuItem {...props} textValue={children} className={isDanger ? 'menu-item danger' : 'menu-item'}>
    {icon}
    <span className="grow">
      {children}
      {snippet && <span className="menu-snippet">{snippet}</span>}
    </span>
    {detail && <span className="menu-detail">{detail}</span>}
    {keys && <kbd>{keys}</kbd>}
    {isCurrent && <Check size={15} aria-label={common.selected} />}
  </AriaMenuItem>
);

export const MenuSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <AriaMenuSection>
    <Header className="menu-header">{title}</Header>
    {children}
  </AriaMenuSection>
);
