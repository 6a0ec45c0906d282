import type { Result } from '@earshot/sdk';
import { settings } from '#texts/settings';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton, Snippet } from '../ui/copy.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/state.tsx';
import { date, dateTime } from '../ui/time.tsx';
import { Rotate } from './rotate.tsx';
import { LANGUAGES, SNIPPETS } from './signing-snippets.ts';

const texts = settings.identity;

/** Setup of user tokens in three steps: secret, signing, verification. */
export function Identity() {
  const maySet = useMay('admin');
  return (
    <>
      {maySet ? (
        <>
          <Secrets />
          <Sign />
          <Check />
        </>
      ) : (
        <p className="soft">{settings.readOnly}</p>
      )}
    </>
  );
}

function Secrets() {
  const { id } = useProject();
  const call = useClient();
  const secrets = useRead('GET /v1/projects/{id}/identity-secrets', { path: { id } });
  const rotate = async (revoke_now: boolean) => {
    await call('POST /v1/projects/{id}/identity-secrets/rotate', { path: { id }, body: { revoke_now } });
    await refresh('/v1/projects/{id}/identity-secrets');
  };
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.steps.secret}</h2>
        <Rotate texts={texts} onRotate={rotate} />
      </header>
      <p className="soft">{texts.secretHint}</p>
      <Loaded query={secrets}>
        {({ data }) => (
          <ul className="plain-list">
            {data.map(({ secret, created_at, expires_at }) => (
              <li key={secret}>
                <Secret value={secret} />
                <span className="soft">
                  {texts.created} {date(created_at)}
                  {expires_at && ` · ${texts.ends} ${dateTime(expires_at)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

/** Hidden until requested. */
export function Secret({ value }: { value: string }) {
  const [isShown, show] = useState(false);
  return (
    <span className="key">
      <code className={isShown ? undefined : 'masked'}>{isShown ? value : '•'.repeat(24)}</code>
      <Button onPress={() => show(!isShown)}>{isShown ? texts.hide : texts.show}</Button>
      <CopyButton text={value} name={texts.secret} />
    </span>
  );
}

function Sign() {
  const { id } = useProject();
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]['id']>('node');
  return (
    <section className="panel">
      <h2>{texts.steps.sign}</h2>
      <p className="soft">{texts.signHint}</p>
      <Select label={texts.language} options={LANGUAGES} value={language} onChange={setLanguage} />
      <Snippet title={LANGUAGES.find((one) => one.id === language)?.label ?? ''} code={SNIPPETS[language](id)} />
    </section>
  );
}

function Check() {
  const { id } = useProject();
  const call = useClient();
  const [answer, setAnswer] = useState<Result<'POST /v1/projects/{id}/identity-secrets/check'>>();
  return (
    <section className="panel">
      <h2>{texts.steps.check}</h2>
      <Form
        onSubmit={async (text) => {
          setAnswer(undefined);
          const body = { token: text('token') };
          setAnswer(await call('POST /v1/projects/{id}/identity-secrets/check', { path: { id }, body }));
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField name="token" label={texts.token} hint={texts.tokenHint} rows={3} isCode isRequired />
            <div className="actions">
              <Button type="submit" isPending={isBusy}>
                {texts.check}
              </Button>
            </div>
          </>
        )}
      </Form>
      {answer && (
        <div role="status" className={answer.valid ? 'notice' : 'notice problem'}>
          {answer.user ? (
            <>
              {texts.valid} <strong>{answer.user.id}</strong>
              {[answer.user.name, answer.user.email].filter(Boolean).map((part) => (
                <span key={part}>{part}</span>
              ))}
            </>
          ) : (
            `${texts.invalid} ${answer.reason}.`
          )}
        </div>
      )}
    </section>
  );
}
