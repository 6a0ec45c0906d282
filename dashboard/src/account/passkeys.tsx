import { account as texts } from '#texts/account';
import { session } from '#texts/session';
import { startRegistration } from '@simplewebauthn/browser';
import { EarshotError } from '@earshot/sdk';
import { Plus } from 'lucide-react';
import { refresh, useClient, useRead } from '../api.ts';
import { takesPasskeys } from '../session/passkeys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date, Time } from '../ui/time.tsx';
import { EndCell } from './end-cell.tsx';

/** The passkeys of the signed-in person. */
export function Passkeys() {
  const call = useClient();
  const [page, setPage] = usePageNumber('passkeys_page');
  const passkeys = useRead('GET /v1/auth/passkeys', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.passkeys}</h2>
        {takesPasskeys() && (
          <DialogTrigger>
            <Button icon={<Plus size={16} />}>{texts.addPasskey}</Button>
            <AddPasskey />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{takesPasskeys() ? texts.passkeysHint : session.account.passkeysNeedHost}</p>
      <PagedList query={passkeys} empty={<p>{texts.noPasskeys}</p>} onPage={setPage}>
        {(items) => (
          <Table label={texts.passkeys} head={[texts.tokenName, texts.created, texts.lastUsed, '']}>
            {items.map(({ id, name, created_at, last_used_at }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{date(created_at)}</td>
                <td>{last_used_at ? <Time iso={last_used_at} /> : texts.never}</td>
                <EndCell
                  label={texts.removePasskey}
                  title={texts.removePasskeyTitle(name)}
                  hint={texts.removePasskeyHint}
                  onConfirm={async () => {
                    await call('DELETE /v1/auth/passkeys/{id}', { path: { id } });
                    await refresh('/v1/auth/passkeys');
                  }}
                />
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function AddPasskey() {
  const call = useClient();
  const add = async (name: string) => {
    const { options } = await call('POST /v1/auth/passkeys/options');
    // The browser gives no reason that helps a person: canceled, or registered on this device already.
    const credential = await startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
      throw error instanceof EarshotError ? error : new Error(texts.passkeyFailed);
    });
    await call('POST /v1/auth/passkeys', { body: { name, credential: credential as never } });
    await refresh('/v1/auth/passkeys');
  };
  return (
    <Dialog title={texts.addPasskey}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            await add(text('name').trim());
            close();
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="name" label={texts.tokenName} hint={texts.passkeyNameHint} isRequired autoFocus maxLength={100} />
              <FormActions label={texts.continue} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
