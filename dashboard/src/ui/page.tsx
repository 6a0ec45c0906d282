import { Link, type LinkProps } from '@tanstack/react-router';
import { common } from '#texts/common';
import { Children, Fragment, type ReactNode, useEffect } from 'react';
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

interface CrumbsProps {
  /** Links to the pages above this one, the highest first. */
  children: ReactNode;
  /** Shown at the end of the row. */
  tools?: ReactNode;
}

/** The way back from a page of a record. */
export const Crumbs = ({ children, tools }: CrumbsProps) => (
  <div className="crumbs">
    <nav aria-label={common.breadcrumb}>
      {Children.toArray(children).map((link, index) => (
        <Fragment key={index}>
          {index > 0 && <span aria-hidden>/</span>}
          {link}
        </Fragment>
      ))}
    </nav>
    {tools}
  </div>
);

export const Tab = ({ children, ...to }: LinkProps) => (
  <Link {...to} className="tab" activeProps={{ className: 'tab active' }}>
    {children}
  </Link>
);
