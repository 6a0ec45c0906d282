import { RECEIVING_STATUSES } from '@earshot/contract/services/waitlist/values';
import { waitlist as texts } from './texts/en/waitlist.ts';
import { useRead } from '../api.ts';
import { Bars, RankedList } from '../ui/charts/bars.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { date, dayOfMonth } from '../ui/time.tsx';
import { formatNumber, locale } from '../texts/plural.ts';

const DAYS = 30;
const MAX_ROWS = 5;

const StatsSkeleton = () => (
  <div className="panels">
    <section className="panel span">
      <Skeleton lines={1} height="15.84rem" />
    </section>
    {['sources', 'referrers'].map((panel) => (
      <section key={panel} className="panel top-rows">
        <Skeleton lines={MAX_ROWS} height="1.4rem" />
      </section>
    ))}
  </div>
);

/** Growth, sources and top referrers. */
export function Stats() {
  const stats = useRead('GET /v1/waitlist/stats', { query: { days: DAYS } });
  return (
    <Loaded query={stats} skeleton={<StatsSkeleton />}>
      {({ total, unconfirmed, statuses, signups, sources, top_referrers }) => (
        <div className="panels">
          <section className="panel span">
            <dl className="figures">
              <div>
                <dt>{texts.total}</dt>
                <dd>{formatNumber(total)}</dd>
              </div>
              {RECEIVING_STATUSES.map((status) => (
                <div key={status}>
                  <dt>{texts.statuses[status]}</dt>
                  <dd>{statuses[status].toLocaleString(locale)}</dd>
                </div>
              ))}
            </dl>
            {unconfirmed > 0 && <p className="soft">{texts.notConfirmed(unconfirmed)}</p>}
            <h2>
              {texts.signups} <span className="soft">{texts.signupsHint(DAYS)}</span>
            </h2>
            <Bars
              title={texts.signups}
              legend={{ value: texts.withoutReferral, part: texts.byReferral }}
              bars={signups.map(({ date: day, count, referred }) => {
                return { label: texts.ofDay(date(day), count, referred), tick: dayOfMonth(day), value: count, part: referred };
              })}
            />
          </section>
          <section className="panel top-rows">
            <h2>{texts.sources}</h2>
            <RankedList
              rows={sources.slice(0, MAX_ROWS).map(({ source, count }) => ({ name: source ?? texts.noSource, count }))}
            />
          </section>
          <section className="panel top-rows">
            <h2>{texts.topReferrers}</h2>
            {top_referrers.length ? (
              <RankedList
                rows={top_referrers.slice(0, MAX_ROWS).map(({ email, name, referral_count }) => ({
                  name: name ?? email ?? texts.withoutName,
                  count: referral_count,
                  ...(email && { detail: email }),
                }))}
              />
            ) : (
              <p className="soft">{texts.noReferrers}</p>
            )}
          </section>
        </div>
      )}
    </Loaded>
  );
}
