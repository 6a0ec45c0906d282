import type { NewPersonalToken, Scope } from '@earshot/sdk';
import { account as texts } from '#texts/account';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useProjects } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { type Fields, Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date, Time } from '../ui/time.tsx';
import { Limit } from './limit.tsx';
import { Permissions, SCOPES } from './permissions.tsx';
import { TokenOnce } from './token-once.tsx';
import { EndCell } from './end-cell.tsx';

/** The personal access tokens of the signed-in person. */
export function Tokens() {
  const call = useClient();
  const [page, setPage] = usePageNumber('tokens_page');
  const tokens = useRead('GET /v1/auth/tokens', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.tokens}</h2>
        <DialogTrigger>
          <Button icon={<Plus size={16} />}>{texts.newToken}</Button>
          <NewToken />
        </DialogTrigger>
      </header>
      <p className="soft">{texts.tokensHint}</p>
      <PagedList
        query={tokens}
        empty={
          <Empty icon={<KeyRound size={24} />} title={texts.noTokens}>
            <p>{texts.noTokensHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => (
          <Table label={texts.tokens} head={[texts.tokenName, texts.access, texts.created, texts.ends, texts.lastUsed, '']}>
            {items.map(({ id, name, scopes, project_ids, created_at, expires_at, last_used_at }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>
                  <Permissions scopes={scopes} projectIds={project_ids} />
                </td>
                <td>{date(created_at)}</td>
                <td>{date(expires_at)}</td>
                <td>{last_used_at ? <Time iso={last_used_at} /> : texts.never}</td>
                <EndCell
                  label={texts.revoke}
                  title={texts.revokeTitle(name)}
                  hint={texts.revokeHint}
                  onConfirm={async () => {
                    await call('DELETE /v1/auth/tokens/{id}', { path: { id } });
                    await refresh('/v1/auth/tokens');
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

function NewToken() {
  const call = useClient();
  const [made, setMade] = useState<NewPersonalToken>();
  const [scopes, setScopes] = useState<Scope[]>();
  const [projectIds, setProjectIds] = useState<string[]>();
  const { data: projects = [] } = useProjects();
  const create = async (text: Fields) => {
    const body = { name: text('name'), expires_in_days: Number(text('expires_in_days')), scopes, project_ids: projectIds };
    const created = await call('POST /v1/auth/tokens', { body });
    // The answer with the token was lost. Nobody knows it, and it is replaced.
    if (!created.token) await call('DELETE /v1/auth/tokens/{id}', { path: { id: created.id } });
    setMade(created.token ? created : await call('POST /v1/auth/tokens', { body }));
    await refresh('/v1/auth/tokens');
  };
  return (
    <Dialog title={texts.newToken}>
      {(close) =>
        made?.token ? (
          <TokenOnce token={made.token} onClose={close} />
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
                <Limit
                  name="scopes"
                  texts={texts.scopeLimit}
                  options={SCOPES.map((id) => ({ id, label: texts.scopes[id] }))}
                  chosen={scopes}
                  onChange={setScopes}
                />
                <Limit
                  name="project_ids"
                  texts={texts.projectLimit}
                  options={projects.map(({ id, name }) => ({ id, label: name }))}
                  chosen={projectIds}
                  onChange={setProjectIds}
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
