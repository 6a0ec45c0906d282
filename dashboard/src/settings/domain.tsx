import type { CustomDomain } from '@earshot/sdk';
import { settings } from '#texts/settings';
import { useRead, useWrite } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Loaded } from '../ui/state.tsx';
import { date, Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';

const texts = settings.domain;

/** Polling interval during the first checks. */
const REREAD_MS = 5_000;

/** Status of the custom domain, and the DNS record that verifies it. */
export function Domain() {
  const { id, settings: of } = useProject();
  const isSet = of.pages.custom_domain !== null;
  const domain = useRead(
    'GET /v1/projects/{id}/domain',
    { path: { id } },
    { enabled: isSet, every: (found) => (found?.state === 'verified' ? false : REREAD_MS) },
  );
  if (!isSet) return null;
  return <Loaded query={domain}>{(found) => <DomainState found={found} />}</Loaded>;
}

function DomainState({ found }: { found: CustomDomain }) {
  const { id } = useProject();
  const mayCheck = useMay('admin');
  const check = useWrite('POST /v1/projects/{id}/domain/check', {
    refreshes: ['/v1/projects/{id}/domain'],
    onSuccess: ({ state }) => void (state === 'verified' && showToast(texts.states.verified)),
  });
  const { domain, state, record_name, record_value, checked_at, release_at, error } = found;
  return (
    <section className="panel" aria-label={texts.title}>
      <header className="panel-head">
        <h2>{domain}</h2>
        <span className={state === 'verified' ? 'tag' : 'tag warn'}>{texts.states[state]}</span>
      </header>
      <p className="soft">{texts.hints[state]}</p>
      {release_at && <p className="notice warn">{texts.releasedOn(date(release_at))}</p>}
      <dl className="record">
        <dt>{texts.type}</dt>
        <dd>
          <code>TXT</code>
        </dd>
        <Part name={texts.name} value={record_name} />
        <Part name={texts.value} value={record_value} />
        <dt>{texts.checked}</dt>
        <dd>{checked_at ? <Time iso={checked_at} /> : texts.never}</dd>
        {error && (
          <>
            <dt>{texts.error}</dt>
            <dd>{error}</dd>
          </>
        )}
      </dl>
      {mayCheck && (
        <div className="actions">
          <Button isPending={check.isPending} onPress={() => check.mutate({ path: { id } })}>
            {texts.check}
          </Button>
        </div>
      )}
    </section>
  );
}

const Part = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <code>{value}</code>
      <CopyButton text={value} name={name} />
    </dd>
  </>
);
