import type { AnalyticsIntake } from '@earshot/sdk';
import { projects } from '#texts/projects';
import { refresh, useRead, useWrite } from '../../api.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { useMay, useProject } from '../projects.ts';

const texts = projects.start.drops;
type Drop = AnalyticsIntake['last_drops'][number];
const POLL_MS = 3_000;

/** Events that arrived but do not count, with the reason and what to do, and hints for the case that nothing arrives. */
export function Drops() {
  const intake = useRead('GET /v1/analytics/intake', { query: { period: '24h' } }, { every: POLL_MS });
  const drops = intake.data?.last_drops ?? [];
  if (!drops.length)
    return (
      <details>
        <summary>{texts.silent}</summary>
        <ul className="plain">
          {texts.silentHints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </details>
    );
  return (
    <section className="notice drops" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <ul className="plain">
        {drops.map((drop) => (
          <li key={drop.reason}>
            <Reason drop={drop} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reason({ drop: { reason, hostname, message, occurred_at } }: { drop: Drop }) {
  const { id, slug, settings } = useProject();
  const maySet = useMay('admin');
  const update = useWrite('PATCH /v1/projects/{id}', { onSuccess: () => void refresh('/v1/projects') });
  const isRule = reason.startsWith('excluded_') || reason === 'privacy_signal' || reason === 'hostname_not_allowed';
  const allow = (host: string) =>
    update.mutate({
      path: { id },
      body: { settings: { analytics: { allowed_hostnames: [...settings.analytics.allowed_hostnames, host] } } },
    });
  return (
    <>
      <p>
        {texts.reasons[reason] ?? texts.other(reason)}
        {message && <> {message}.</>}{' '}
        <span className="soft">
          <Time iso={occurred_at} />
          {hostname && texts.from(hostname)}
        </span>
      </p>
      {maySet && isRule && (
        <p className="actions">
          {reason === 'hostname_not_allowed' && hostname && !settings.analytics.allowed_hostnames.includes(hostname) && (
            <Button isPending={update.isPending} onPress={() => allow(hostname)}>
              {texts.allow(hostname)}
            </Button>
          )}
          <LinkButton to="/projects/$slug/settings/$section" params={{ slug, section: 'analytics' }}>
            {texts.settings}
          </LinkButton>
        </p>
      )}
    </>
  );
}
