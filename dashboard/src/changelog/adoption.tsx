import { common } from '#texts/common';
import type { AdoptionPerson, ChangelogAdoption } from '@earshot/sdk';
import { adoption as texts } from '#texts/outcomes/adoption';
import { Link } from '@tanstack/react-router';
import { formatShare } from '../analytics/format.ts';
import { Legend } from '../analytics/chart/legend.tsx';
import { Plot } from '../analytics/chart/plot.tsx';
import { Row } from '../analytics/chart/time-chart.tsx';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { ago, date } from '../ui/time.tsx';
import { locale } from '../texts/plural.ts';

const DAY_MS = 86_400_000;
const MAX_PEOPLE = 100;

/** Panel of a published entry: how many of the people who asked for the release used it. */
export default function Adoption({ id }: { id: string }) {
  const adoption = useRead('GET /v1/changelog/{id}/adoption', { path: { id } });
  const mayList = useMay('member');
  return (
    <section className="adoption" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <Loaded query={adoption} skeleton={<Skeleton lines={4} height="2rem" />}>
        {(found) => (
          <>
            <Summary adoption={found} />
            {found.used.rate !== null && found.days.length > 1 && <Curves adoption={found} />}
            {mayList && found.silent !== null && found.silent > 0 && <Silent id={id} title={found.title} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Summary({ adoption }: { adoption: ChangelogAdoption }) {
  const { identified, told, returned, unknown, used, is_complete: isComplete, window_ends_at: end } = adoption;
  if (identified === null || used.count === null) return <p>{texts.hidden}</p>;
  const steps = { identified, told, returned, used: used.count };
  const [low, high] = used.interval ?? [];
  return (
    <>
      <p>
        {texts.sentence(used.count, identified)}
        {low !== undefined && high !== undefined && texts.rate(formatShare(used.rate), formatShare(low), formatShare(high))}
        {used.median_days !== null && texts.median(used.median_days)}.
      </p>
      <p className="soft">
        {isComplete ? texts.complete(date(end)) : texts.running(date(end))} {used.rate === null && texts.few}{' '}
        {unknown !== null && unknown > 0 && texts.unknown(unknown)}
      </p>
      <ul className="plain-list demand">
        {(Object.keys(steps) as (keyof typeof steps)[]).map((step) => (
          <li key={step}>
            <span className="grow">{texts.steps[step]}</span>
            <strong>{(steps[step] ?? 0).toLocaleString(locale)}</strong>
            <span className="meter" aria-hidden>
              <span style={{ width: `${((steps[step] ?? 0) / Math.max(identified, 1)) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shares of the people who asked and of everybody else, by the day of their first use. */
function Curves({
  adoption: { days, published_at: from, as_of: asOf, is_complete: isComplete },
}: {
  adoption: ChangelogAdoption;
}) {
  const start = Date.parse(from);
  const times = days.map(({ day }) => start + day * DAY_MS);
  const values = (index: number) => {
    const { rate = null, others_rate: others = null } = days[index] ?? {};
    return [
      { look: 'main' as const, label: texts.askers, value: formatShare(rate) },
      { look: 'second' as const, label: texts.others, value: formatShare(others) },
    ];
  };
  const toDate = (index: number) => date(new Date(times[index] ?? start).toISOString());
  return (
    <figure className="chart">
      <Plot
        label={texts.chart}
        times={times}
        lines={[
          { values: days.map(({ others_rate: rate }) => rate), look: 'second' },
          { values: days.map(({ rate }) => rate), look: 'main' },
        ]}
        completeCount={isComplete ? days.length : Math.floor((Date.parse(asOf) - start) / DAY_MS)}
        interval="day"
        timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        minTop={0.1}
        formatValue={formatShare}
        describe={(index) =>
          `${toDate(index)}${common.colon}${values(index)
            .map(({ label, value }) => `${label} ${value}`)
            .join('; ')}`
        }
        tooltip={(index) => (
          <>
            <p className="tooltip-name">{toDate(index)}</p>
            {values(index).map((row) => (
              <Row key={row.look} {...row} />
            ))}
          </>
        )}
      />
      <figcaption>
        <Legend
          items={[
            { look: 'main', label: texts.askers },
            { look: 'second', label: texts.others },
          ]}
        />
      </figcaption>
    </figure>
  );
}

/** People who asked and have not used the release, with a link to ask them why. */
function Silent({ id, title }: { id: string; title: string }) {
  const { slug } = useProject();
  const { data: people, isLoading } = useRead('GET /v1/changelog/{id}/adoption/people', {
    path: { id },
    query: { state: 'silent', limit: MAX_PEOPLE },
  });
  if (isLoading) return <Skeleton />;
  if (!people) return null;
  const toName = ({ name, emails, user_ids: userIds }: AdoptionPerson) => name ?? emails[0] ?? userIds[0] ?? '';
  return (
    <section id="silent">
      <h3>{texts.silent}</h3>
      {people.total > people.data.length && <p className="soft">{texts.silentCount(people.data.length, people.total)}</p>}
      <Table label={texts.silent} head={[texts.person, texts.told, texts.lastSeen, '']}>
        {people.data.map((person) => (
          <tr key={person.id}>
            <td>
              <Link to="/projects/$slug/people/$id" params={{ slug, id: person.id }}>
                {toName(person)}
              </Link>
            </td>
            <td>{person.told_at ? ago(person.told_at) : texts.never}</td>
            <td>{person.returned_at ? ago(person.returned_at) : texts.never}</td>
            <td>
              {person.emails[0] && (
                <a
                  href={`mailto:${encodeURIComponent(person.emails[0])}?subject=${encodeURIComponent(texts.askSubject(title))}`}
                  aria-label={texts.askWhom(toName(person))}
                >
                  {texts.askWhy}
                </a>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
