import { common } from '#texts/common';
import { Link, Outlet } from '@tanstack/react-router';
import { UserMenu } from './user-menu.tsx';

/** Layout of pages outside of projects. */
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
