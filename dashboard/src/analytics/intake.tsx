import type { Query } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { useRead } from '../api.ts';
import { RankedList } from '../ui/bars.tsx';
import { Loaded } from '../ui/state.tsx';

/** Received events by processing result. */
export function Intake({ report }: { report: Query<'GET /v1/analytics/overview'> }) {
  const { period, from, to, timezone } = report;
  const intake = useRead('GET /v1/analytics/intake', { query: { period, from, to, timezone } }, { keep: true });
  return (
    <section className="panel">
      <h2>{texts.intake}</h2>
      <p className="soft">{texts.intakeHint}</p>
      <Loaded query={intake}>
        {({ received, accepted, dropped, bots, duplicates, late, imported, waiting, missing }) => (
          <>
            {missing.length > 0 && (
              <p className="notice problem" role="alert">
                {texts.missing(
                  missing.reduce((sum, { events }) => sum + events, 0),
                  missing.map(({ day }) => day),
                )}
              </p>
            )}
            <RankedList
              rows={[
                { name: texts.received, count: received },
                { name: texts.accepted, count: accepted },
                ...(waiting ? [{ name: texts.waiting, count: waiting }] : []),
                ...Object.entries(bots).map(([reason, count]) => ({ name: texts.bots(reason), count })),
                ...Object.entries(dropped).map(([reason, count]) => ({ name: texts.dropped(reason), count })),
                { name: texts.duplicates, count: duplicates },
                { name: texts.late, count: late },
                ...(imported ? [{ name: texts.imported, count: imported }] : []),
              ]}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
