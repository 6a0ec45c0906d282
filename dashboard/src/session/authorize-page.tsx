import type { AuthorizationRequest, Scope } from '@earshot/sdk';
import { account } from '#texts/account';
import { session } from '#texts/session';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Limit } from '../account/limit.tsx';
import { Options } from '../account/options.tsx';
import { SCOPES } from '../account/permissions.tsx';
import { toSentence, useClient, useRead, useWrite } from '../api.ts';
import { useProjects } from '../projects/projects.ts';
import { Form } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded, Skeleton, useTitle } from '../ui/state.tsx';

const texts = session.authorize;

/** Page on which the user connects an app to the MCP server. */
export function AuthorizePage() {
  useTitle(texts.title);
  const { request: secret = '' } = useSearch({ from: '/app/plain/authorize' });
  const [message, setMessage] = useState<string>();
  const request = useRead('GET /v1/auth/authorization-request', { query: { request: secret } });
  return (
    <main className="narrow card">
      <h1>{texts.title}</h1>
      {message ? (
        <p role="status">{message}</p>
      ) : request.data ? (
        <Decide secret={secret} request={request.data} onDecided={setMessage} />
      ) : request.error ? (
        <p role="alert" className="notice problem">
          {toSentence(request.error)}
        </p>
      ) : (
        <Skeleton />
      )}
    </main>
  );
}

interface DecideProps {
  secret: string;
  request: AuthorizationRequest;
  onDecided: (message: string) => void;
}

function Decide({ secret, request: { client_name, client_host, redirect_host, scopes: requested }, onDecided }: DecideProps) {
  const call = useClient();
  const me = useRead('GET /v1/auth/session');
  const { data: projects = [] } = useProjects();
  const requestable = SCOPES.filter((scope) => requested.includes(scope));
  // Personal data is granted only if the user selects it.
  const [scopes, setScopes] = useState<Scope[]>(requestable.filter((scope) => scope !== 'personal_data:read'));
  const [projectIds, setProjectIds] = useState<string[]>();
  const refuse = useWrite('POST /v1/auth/authorization-request/decide');
  const leave = (text: string, target: string) => {
    onDecided(text);
    location.assign(target);
  };
  const allow = async () => {
    const body = { request: secret, allow: true, scopes, project_ids: projectIds };
    const { redirect_to } = await call('POST /v1/auth/authorization-request/decide', { body });
    leave(texts.allowed, redirect_to);
  };
  const cancel = () =>
    refuse.mutate(
      { body: { request: secret, allow: false } },
      { onSuccess: ({ redirect_to }) => leave(texts.denied, redirect_to) },
    );
  return (
    <Loaded query={me}>
      {({ user }) => (
        <>
          <p>
            <strong>{client_name}</strong>
            {texts.asks}
            <strong>{user.email ?? user.name ?? user.id}</strong>.
          </p>
          <p className="soft">
            {client_host !== null && (
              <>
                {texts.publishedBy}
                <strong>{client_host}</strong>.{' '}
              </>
            )}
            {redirect_host === null ? (
              texts.toDevice
            ) : (
              <>
                {texts.toWebsite}
                <strong>{redirect_host}</strong>.{' '}
              </>
            )}
            {texts.warning}
          </p>
          <Form onSubmit={allow}>
            {({ isBusy }) => (
              <>
                <Options
                  name="scopes"
                  label={texts.permissions}
                  options={requestable.map((id) => ({ id, label: account.scopes[id] }))}
                  chosen={scopes}
                  onChange={setScopes}
                />
                <Limit
                  name="project_ids"
                  texts={texts.projects}
                  options={projects.map(({ id, name }) => ({ id, label: name }))}
                  chosen={projectIds}
                  onChange={setProjectIds}
                />
                <FormActions
                  label={texts.allow}
                  onCancel={cancel}
                  isBusy={isBusy}
                  isDisabled={!scopes.length || projectIds?.length === 0}
                />
              </>
            )}
          </Form>
        </>
      )}
    </Loaded>
  );
}
