import { account as texts } from '#texts/account';
import { projects } from '#texts/projects';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api.ts';
import { Crumbs, Page } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { AccountLog } from './account-log.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { LanguageChoice } from './language-choice.tsx';
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
          crumbs={
            <Crumbs>
              <Link to="/">{projects.title}</Link>
            </Crumbs>
          }
        >
          <Profile user={user} />
          <LanguageChoice language={user.language} />
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
