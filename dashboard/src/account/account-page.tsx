import { account as texts } from '#texts/account';
import { common } from '#texts/common';
import { useRead } from '../api.ts';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { AccountLog } from './account-log.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { Passkeys } from './passkeys.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

/** Settings of the signed-in person, independent of projects. */
export function AccountPage() {
  const me = useRead('GET /v1/auth/session');
  // All sections appear at the same time: a button that moves while a user presses it does nothing.
  return (
    <Loaded query={me} isPage skeleton={<Skeleton lines={8} />}>
      {({ user }) => (
        <Page
          title={texts.title}
          lead={texts.signedInAs(user.email ?? user.name ?? user.id)}
          actions={<LinkButton to="/">{common.back}</LinkButton>}
        >
          <Profile user={user} />
          <Passkeys />
          <Tokens />
          <ConnectedApps />
          <Sessions />
          <AccountLog />
        </Page>
      )}
    </Loaded>
  );
}
