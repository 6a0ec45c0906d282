import { common } from '#texts/common';
import { Link, Outlet } from '@tanstack/react-router';
import { UserMenu } from './user-menu.tsx';

/** The frame of pages that belong to a person and to no project. */
export const PlainLayout = () => (
  <>
    <header className="plain-head">
      <Link to="/" className="brand">
        {common.brand}
        <span>.</span>
      </Link>
      <div>
        <UserMenu />
      </div>
    </header>
    <Outlet />
  </>
);
