import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { noteVisit } from '../shell/recents.ts';
import { useTitle } from './state.tsx';

interface PageProps {
  title: string;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** Tabs below the title. */
  tabs?: ReactNode;
  /** Shown in the row of the tabs. */
  tools?: ReactNode;
  /** Shown above the title. */
  crumbs?: ReactNode;
  lead?: ReactNode;
  /** Uses the full width of the window, for boards and editors. */
  isWide?: boolean;
  /** The page is as high as the window, and its content scrolls inside. */
  fillsWindow?: boolean;
  children: ReactNode;
}

export function Page({ title, actions, tabs, tools, crumbs, lead, isWide, fillsWindow, children }: PageProps) {
  useTitle(title);
  useEffect(() => noteVisit(title), [title]);
  // Below the tabs, so that tabs of one page are at one position.
  const description = lead && <p className="lead">{lead}</p>;
  return (
    <main id="main" tabIndex={-1} className={`page${isWide ? ' wide' : ''}${fillsWindow ? ' full' : ''}`}>
      {crumbs}
      <header className="page-head">
        <h1 dir="auto">{title}</h1>
        {actions && <div className="actions">{actions}</div>}
        {!tabs && description}
      </header>
      {tabs && tools ? (
        <div className="tabs-row">
          <nav className="tabs">{tabs}</nav>
          {tools}
        </div>
      ) : (
        tabs && <nav className="tabs">{tabs}</nav>
      )}
      {tabs && description}
      {children}
    </main>
  );
}

export const Tab = ({ children, ...to }: LinkProps) => (
  <Link {...to} className="tab" activeProps={{ className: 'tab active' }}>
    {children}
  </Link>
);
