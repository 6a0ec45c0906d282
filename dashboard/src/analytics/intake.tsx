import type { AnalyticsIntake, Query } from '@earshot/sdk';
import { analytics as texts } from './texts/en/analytics.ts';
import { useRead } from '../api.ts';
import { RankedList } from '../ui/charts/bars.tsx';
import { Loaded } from '../ui/state.tsx';

type Period = Query<'GET /v1/analytics/intake'>;

const useIntake = (query: Period) => useRead('GET /v1/analytics/intake', { query }, { keep: true });

/** Panel of the overview for periods in which events were dropped or lost. Otherwise, only the settings show received events. */
export function IntakeProblems({ report: { period, from, to, timezone } }: { report: Query<'GET /v1/analytics/overview'> }) {
  const { data } = useIntake({ period, from, to, timezone });
  if (!data || (Object.keys(data.dropped).length === 0 && data.missing.length === 0)) return null;
  return (
    <section className="panel">
      <h2>{texts.intake}</h2>
      <p className="soft">{texts.intakeHint}</p>
      <Outcomes intake={data} />
    </section>
  );
}

/** Received events of the last 30 days, in the settings of analytics. */
export function RecentIntake() {
  const intake = useIntake({ period: '30d' });
  return (
    <section className="panel">
      <h2>{texts.intake}</h2>
      <p className="soft">{texts.intakePeriod}</p>
      <Loaded query={intake}>{(found) => <Outcomes intake={found} />}</Loaded>
    </section>
  );
}

/** Received events by processing result. */
function Outcomes({ intake }: { intake: AnalyticsIntake }) {
  const { received, accepted, dropped, repaired, bots, duplicates, late, imported, waiting, missing } = intake;
  return (
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
          ...Object.entries(repaired).map(([reason, count]) => ({ name: texts.repaired(reason), count })),
          ...Object.entries(bots).map(([reason, count]) => ({ name: texts.bots(reason), count })),
          ...Object.entries(dropped).map(([reason, count]) => ({ name: texts.dropped(reason), count })),
          { name: texts.duplicates, count: duplicates },
          { name: texts.late, count: late },
          ...(imported ? [{ name: texts.imported, count: imported }] : []),
        ]}
      />
    </>
  );
}
