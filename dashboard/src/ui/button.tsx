import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps, Tooltip, TooltipTrigger } from 'react-aria-components';

type Look = 'primary' | 'quiet' | 'plain' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  look?: Look;
  icon?: ReactNode;
  children?: ReactNode;
}

export const Button = ({ look = 'quiet', icon, children, ...props }: ButtonProps) => (
  <AriaButton {...props} className={`button ${look}`}>
    {icon}
    {children}
  </AriaButton>
);

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** Accessible name and tooltip. */
  label: string;
  children: ReactNode;
  /** Shortcut with the same action. */
  keys?: string;
}

export const IconButton = ({ label, children, keys, ...props }: IconButtonProps) => (
  <TooltipTrigger delay={500}>
    <AriaButton {...props} aria-label={label} className="icon-button">
      {children}
    </AriaButton>
    <Tooltip className="tooltip" offset={6}>
      {label}
      {keys && <kbd>{keys}</kbd>}
    </Tooltip>
  </TooltipTrigger>
);

/** Link that looks like a button. */
export const LinkButton = ({ look = 'quiet', icon, children, ...to }: LinkProps & { look?: Look; icon?: ReactNode }) => (
  <Link {...to} className={`button ${look}`}>
    <>
      {icon}
      {children}
    </>
  </Link>
);
