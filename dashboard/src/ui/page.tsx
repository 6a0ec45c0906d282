import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from './state.tsx';

interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** Under it: places that belong together. */
  tabs?: ReactNode;
  lead?: ReactNode;
  /** As wide as the window: boards, editors. */
  isWide?: boolean;
  children: ReactNode;
}

export function Page({ title, actions, tabs, lead, isWide, children }: PageProps) {
  useTitle(title);
  return (
    <main id="main" tabIndex={-1} className={isWide ? 'page wide' : 'page'}>
      <header className="page-head">
        <h1>{title}</h1>
        {actions && <div className="actions">{actions}</div>}
        {lead && <p className="lead">{lead}</p>}
      </header>
      {tabs && <nav className="tabs">{tabs}</nav>}
      {children}
    </main>
  );
}

export const Tab = ({ children, ...to }: LinkProps) => (
  <Link {...to} className="tab" activeProps={{ className: 'tab active' }}>
    {children}
  </Link>
);
