import type { NewPersonalToken } from '@earshot/sdk';
import { account as texts } from '#texts/account';
import { common } from '#texts/common';
import { session } from '#texts/session';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { signOut } from '../session/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { type Fields, Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/pagination.tsx';
import { Table } from '../ui/table.tsx';
import { date, Time } from '../ui/time.tsx';

/** Settings of the signed-in person, independent of projects. */
export function AccountPage() {
  const me = useRead('GET /v1/auth/session');
  return (
    <Page
      title={texts.title}
      lead={me.data && texts.signedInAs(me.data.user.email ?? me.data.user.name ?? me.data.user.id)}
      actions={<LinkButton to="/">{common.back}</LinkButton>}
    >
      <Tokens />
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

function Tokens() {
  const call = useClient();
  const [page, setPage] = useState(1);
  const tokens = useRead('GET /v1/auth/tokens', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.tokens}</h2>
        <DialogTrigger>
          <Button>{texts.newToken}</Button>
          <NewToken />
        </DialogTrigger>
      </header>
      <p className="soft">{texts.tokensHint}</p>
      <PagedList query={tokens} empty={<p>{texts.noTokens}</p>} onPage={setPage}>
        {(items) => (
          <Table label={texts.tokens} head={[texts.tokenName, texts.created, texts.ends, texts.lastUsed, '']}>
            {items.map(({ id, name, created_at, expires_at, last_used_at }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{date(created_at)}</td>
                <td>{date(expires_at)}</td>
                <td>{last_used_at ? <Time iso={last_used_at} /> : texts.never}</td>
                <td className="end">
                  <Confirm
                    trigger={<Button>{texts.revoke}</Button>}
                    title={texts.revokeTitle(name)}
                    label={texts.revoke}
                    onConfirm={async () => {
                      await call('DELETE /v1/auth/tokens/{id}', { path: { id } });
                      await refresh('/v1/auth/tokens');
                    }}
                  >
                    <p>{texts.revokeHint}</p>
                  </Confirm>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function NewToken() {
  const call = useClient();
  const [made, setMade] = useState<NewPersonalToken>();
  const create = async (text: Fields) => {
    setMade(
      await call('POST /v1/auth/tokens', {
        body: { name: text('name'), expires_in_days: Number(text('expires_in_days')) },
      }),
    );
    await refresh('/v1/auth/tokens');
  };
  return (
    <Dialog title={texts.newToken}>
      {(close) =>
        made?.token ? (
          <>
            <p role="status">{texts.tokenOnce}</p>
            <p className="key">
              <code>{made.token}</code>
              <CopyButton text={made.token} label={`${common.copy}: ${texts.token}`} />
            </p>
            <div className="actions">
              <Button look="primary" onPress={close}>
                {common.close}
              </Button>
            </div>
          </>
        ) : (
          <Form onSubmit={create}>
            {({ isBusy }) => (
              <>
                <TextField name="name" label={texts.tokenName} hint={texts.tokenNameHint} isRequired autoFocus maxLength={100} />
                <TextField
                  name="expires_in_days"
                  label={texts.days}
                  hint={texts.daysHint}
                  type="number"
                  defaultValue="90"
                  isRequired
                />
                <FormActions label={texts.createToken} onCancel={close} isBusy={isBusy} />
              </>
            )}
          </Form>
        )
      }
    </Dialog>
  );
}
