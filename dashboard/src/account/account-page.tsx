import { account as texts } from '#texts/account';
import { common } from '#texts/common';
import { useRead } from '../api.ts';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { Passkeys } from './passkeys.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

/** Settings of the signed-in person, independent of projects. */
export function AccountPage() {
  const me = useRead('GET /v1/auth/session');
  return (
    <Page
      title={texts.title}
      lead={me.data && texts.signedInAs(me.data.user.email ?? me.data.user.name ?? me.data.user.id)}
      actions={<LinkButton to="/">{common.back}</LinkButton>}
    >
      {me.data && <Profile user={me.data.user} />}
      <Passkeys />
      <Tokens />
      <ConnectedApps />
      <Sessions />
    </Page>
  );
}
