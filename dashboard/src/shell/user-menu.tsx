import { session } from '#texts/session';
import { shell } from '#texts/shell';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useRead } from '../api.ts';
import { Avatar } from '../people/avatar.tsx';
import { signOut } from '../session/sign-out.ts';
import { Menu, MenuItem, MenuSection } from '../ui/menu.tsx';
import { readScheme, SCHEMES, setScheme } from './scheme.ts';

/** Menu of the signed-in user. `children` are items of the surrounding page. */
export function UserMenu({ children }: { children?: ReactNode }) {
  const { data } = useRead('GET /v1/auth/session', {}, { staleTime: Infinity });
  const navigate = useNavigate();
  const name = data?.user.name ?? data?.user.email ?? shell.user;
  return (
    <Menu
      label={shell.user}
      placement="top start"
      trigger={
        <AriaButton className="place user">
          <Avatar name={name} url={data?.user.avatar_url} />
          <span className="grow">{name}</span>
        </AriaButton>
      }
    >
      <MenuItem onAction={() => void navigate({ to: '/account' })}>{shell.account}</MenuItem>
      <MenuItem href="/docs" target="_blank">
        {shell.reference}
      </MenuItem>
      {children}
      <MenuSection title={shell.scheme}>
        {SCHEMES.map((scheme) => (
          <MenuItem key={scheme} isCurrent={readScheme() === scheme} onAction={() => setScheme(scheme)}>
            {shell.schemes[scheme]}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem onAction={signOut}>{session.signOut}</MenuItem>
    </Menu>
  );
}
