import { scores as texts } from '../texts/en/scores.ts';
import { useRead } from '../../api.ts';
import { locale } from '../../texts/plural.ts';
import { formatPoints, roundPoints } from './points.ts';
import { useScores } from './scores.ts';
import { nameTerm } from './terms.ts';

/** Demand for an entry by each score of the project. */
export default function Demand({ id }: { id: string }) {
  const scores = useScores();
  if (!scores.length) return undefined;
  return (
    <section>
      <h2>{texts.demand}</h2>
      {scores.map(({ name }) => (
        <DemandBy key={name} id={id} score={name} />
      ))}
    </section>
  );
}

function DemandBy({ id, score }: { id: string; score: string }) {
  const { data: demand } = useRead('GET /v1/feedback/{id}/demand', { path: { id }, query: { score } });
  if (!demand) return undefined;
  return (
    <>
      <p>{demand.computed_at ? texts.explain(score, roundPoints(demand.value), demand.voters) : texts.pending}</p>
      <ul className="plain-list demand">
        {demand.terms.map((term) => (
          <li key={nameTerm(term)}>
            <span className="grow">{nameTerm(term)}</span>
            <strong>{formatPoints(term.value)}</strong>
            <span className="soft">{(term.share / 100).toLocaleString(locale, { style: 'percent' })}</span>
            <span className="meter" aria-hidden>
              <span style={{ width: `${term.share}%` }} />
            </span>
            {term.unknown > 0 && <span className="soft demand-unknown">{texts.unknown(term.unknown)}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
