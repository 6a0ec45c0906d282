import { account as texts } from '#texts/account';
import { common } from '#texts/common';
import { session } from '#texts/session';
import { useRead } from '../api.ts';
import { signOut } from '../session/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Page } from '../ui/page.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { Passkeys } from './passkeys.tsx';
import { Profile } from './profile.tsx';
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
      <section className="panel">
        <h2>{texts.sessions}</h2>
        <p className="soft">{texts.sessionsHint}</p>
        <div className="actions">
          <Button onPress={() => void signOut()}>{session.signOut}</Button>
          <Confirm
            trigger={<Button look="danger">{session.signOutEverywhere}</Button>}
            title={texts.everywhereTitle}
            label={session.signOutEverywhere}
            onConfirm={() => signOut({ everywhere: true })}
          >
            <p>{texts.sessionsHint}</p>
          </Confirm>
        </div>
      </section>
    </Page>
  );
}
