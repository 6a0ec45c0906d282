import type { Body, Client, NewServiceAccount, Request, ServiceAccount } from '@earshot/sdk';
import { common } from '#texts/common';
import { serviceAccounts as texts } from '#texts/settings/service-accounts';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import { TokenOnce } from '../account/token-once.tsx';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Switch, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date, Time } from '../ui/time.tsx';
import { describeScopes, ScopeFields } from './scope-fields.tsx';

const refreshAccounts = () => refresh('/v1/projects');
const parseDays = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** Service accounts of the project. Admins see them, owners manage them. */
export function ServiceAccounts() {
  const { id } = useProject();
  const mayRead = useMay('admin');
  const isOwner = useMay('owner');
  const [page, setPage] = usePageNumber();
  const accounts = useRead(
    'GET /v1/projects/{id}/service-accounts',
    { path: { id }, query: { page } },
    { keep: true, enabled: mayRead },
  );
  if (!mayRead) return <p className="soft">{texts.forAdmins}</p>;
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.title}</h2>
        {isOwner && (
          <DialogTrigger>
            <Button look="primary" icon={<Plus size={16} />}>
              {texts.new}
            </Button>
            <CreateDialog />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{texts.hint}</p>
      <PagedList
        query={accounts}
        empty={
          <Empty icon={<Bot size={24} />} title={texts.none}>
            <p>{texts.noneHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => (
          <Table label={texts.title} head={[texts.name, texts.access, texts.token, texts.lastUsed, '']}>
            {items.map((account) => (
              <Row key={account.id} account={account} mayManage={isOwner} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function Row({ account, mayManage }: { account: ServiceAccount; mayManage: boolean }) {
  const { id } = useProject();
  const call = useClient();
  const { name, scopes, tokens, created_by: creator } = account;
  const lastUse = tokens
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .toSorted()
    .at(-1);
  const remove = async () => {
    await call('DELETE /v1/projects/{id}/service-accounts/{account_id}', { path: { id, account_id: account.id } });
    await refreshAccounts();
  };
  return (
    <tr>
      <td>
        {name}
        <p className="soft">{`${texts.createdBy} ${creator ? (creator.name ?? creator.id) : texts.deletedUser}`}</p>
      </td>
      <td>{describeScopes(scopes)}</td>
      <td>
        {tokens.map((token) => (
          <Token key={token.id} token={token} account={account} mayRevoke={mayManage} />
        ))}
        {!tokens.length && <p>{texts.noToken}</p>}
      </td>
      <td>{lastUse ? <Time iso={lastUse} /> : texts.never}</td>
      <td className="end">
        {mayManage && (
          <div className="actions end">
            <DialogTrigger>
              <Button aria-label={texts.editOf(name)}>{texts.edit}</Button>
              <EditDialog account={account} />
            </DialogTrigger>
            <DialogTrigger>
              <Button aria-label={texts.rotateOf(name)}>{texts.rotate}</Button>
              <RotateDialog account={account} />
            </DialogTrigger>
            <Confirm
              trigger={<Button aria-label={texts.deleteOf(name)}>{common.delete}</Button>}
              title={texts.deleteTitle(name)}
              label={common.delete}
              onConfirm={remove}
            >
              <p>{texts.deleteHint}</p>
            </Confirm>
          </div>
        )}
      </td>
    </tr>
  );
}

interface TokenProps {
  token: ServiceAccount['tokens'][number];
  account: ServiceAccount;
  mayRevoke: boolean;
}

function Token({ token: { id: token_id, name, expires_at }, account, mayRevoke }: TokenProps) {
  const { id } = useProject();
  const call = useClient();
  const revoke = async () => {
    const path = { id, account_id: account.id, token_id };
    await call('DELETE /v1/projects/{id}/service-accounts/{account_id}/tokens/{token_id}', { path });
    await refreshAccounts();
  };
  return (
    <p>
      <code>{name}</code> <span className="soft">{expires_at ? texts.expires(date(expires_at)) : texts.doesNotExpire}</span>{' '}
      {mayRevoke && (
        <Confirm
          trigger={<Button aria-label={texts.revokeOf(name, account.name)}>{texts.revoke}</Button>}
          title={texts.revokeTitle(name)}
          label={texts.revoke}
          onConfirm={revoke}
        >
          <p>{texts.revokeHint}</p>
        </Confirm>
      )}
    </p>
  );
}

function CreateDialog() {
  const { id } = useProject();
  const call = useClient();
  const [made, setMade] = useState<NewServiceAccount>();
  const [scopes, setScopes] = useState<ServiceAccount['scopes']>([]);
  return (
    <Dialog title={texts.newTitle} size="wide">
      {(close) =>
        made?.token ? (
          <TokenOnce token={made.token} onClose={close} />
        ) : (
          <Form
            onSubmit={async (text) => {
              requireScopes(scopes);
              const body = { name: text('name'), scopes, expires_in_days: parseDays(text('expires_in_days')) };
              const created = await call('POST /v1/projects/{id}/service-accounts', { path: { id }, body });
              const { expires_in_days } = body;
              // The answer with the token was lost. Nobody knows it, and it is replaced.
              setMade(
                created.token
                  ? created
                  : await rotate(call, { id, account_id: created.id }, { expires_in_days, revoke_now: true }),
              );
              await refreshAccounts();
            }}
          >
            {({ isBusy }) => (
              <>
                <TextField name="name" label={texts.name} hint={texts.nameHint} isRequired autoFocus maxLength={100} />
                <Expiry />
                <ScopeFields scopes={scopes} onChange={setScopes} />
                <FormActions label={texts.create} onCancel={close} isBusy={isBusy} />
              </>
            )}
          </Form>
        )
      }
    </Dialog>
  );
}

function EditDialog({ account }: { account: ServiceAccount }) {
  const { id } = useProject();
  const call = useClient();
  const [scopes, setScopes] = useState(account.scopes);
  return (
    <Dialog title={texts.editTitle} size="wide">
      {(close) => (
        <Form
          onSubmit={async (text) => {
            requireScopes(scopes);
            await call('PATCH /v1/projects/{id}/service-accounts/{account_id}', {
              path: { id, account_id: account.id },
              body: { name: text('name'), scopes },
            });
            close();
            await refreshAccounts();
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="name" label={texts.name} hint={texts.nameHint} defaultValue={account.name} isRequired autoFocus />
              <ScopeFields scopes={scopes} onChange={setScopes} />
              <FormActions label={common.save} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

const ROTATE = 'POST /v1/projects/{id}/service-accounts/{account_id}/rotate';

/** Returns no token for a request that is repeated after a lost answer. */
const rotate = (call: Client, path: Request<typeof ROTATE>['path'], body: Body<typeof ROTATE>) => call(ROTATE, { path, body });

function RotateDialog({ account }: { account: ServiceAccount }) {
  const { id } = useProject();
  const call = useClient();
  const [made, setMade] = useState<NewServiceAccount>();
  const [revokeNow, setRevokeNow] = useState(false);
  return (
    <Dialog title={texts.rotateTitle(account.name)}>
      {(close) =>
        made?.token ? (
          <TokenOnce token={made.token} onClose={close} />
        ) : (
          <Form
            onSubmit={async (text) => {
              const path = { id, account_id: account.id };
              const body = { expires_in_days: parseDays(text('expires_in_days')), revoke_now: revokeNow };
              const rotated = await rotate(call, path, body);
              setMade(rotated.token ? rotated : await rotate(call, path, body));
              await refreshAccounts();
            }}
          >
            {({ isBusy }) => (
              <>
                <p>{texts.rotateHint}</p>
                <Expiry />
                <Switch label={texts.revokeNow} isSelected={revokeNow} onChange={setRevokeNow} />
                <FormActions label={texts.rotateToken} onCancel={close} isBusy={isBusy} look={revokeNow ? 'danger' : 'primary'} />
              </>
            )}
          </Form>
        )
      }
    </Dialog>
  );
}

const Expiry = () => (
  <TextField name="expires_in_days" label={texts.days} hint={texts.daysHint} type="number" defaultValue="365" />
);

/** @throws when no scope is selected, because the message of the server would name a field that the form does not have */
function requireScopes(scopes: ServiceAccount['scopes']): void {
  if (!scopes.length) throw new Error(texts.noPermission);
}
