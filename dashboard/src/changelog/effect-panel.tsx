import type { ChangelogEffectMeasure as Measure } from '@earshot/sdk';
import { effect as texts } from '#texts/outcomes/effect';
import { formatFigure, formatShare } from '../analytics/format.ts';
import { useRead } from '../api.ts';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';

const HEAD = [texts.figure, texts.since, texts.usual, texts.verdict];

const isRate = ({ metric }: Measure) => metric.endsWith('rate');
const format = (measure: Measure, value: number | null) =>
  isRate(measure) ? formatShare(value) : formatFigure('events', value === null ? null : Math.round(value));
const renderName = ({ metric, goal }: Measure) => (goal ? texts.conversion(goal.name) : texts.metrics[metric]);

/** Figures after the publication of an entry, and the range that earlier weeks predict. */
export const EffectPanel = ({ id }: { id: string }) => (
  <section className="effect" aria-label={texts.title}>
    <h2>{texts.title}</h2>
    <Loaded query={useRead('GET /v1/changelog/{id}/effect', { path: { id } })}>
      {({ days, other_releases: others, measures }) => (
        <>
          <p>{summarize(days, measures)}</p>
          {others > 0 && <p className="hint">{texts.others(others)}</p>}
          {measures.length > 0 && (
            <Table label={texts.table} head={HEAD} numbers={[texts.since]}>
              {measures.map((measure) => (
                <tr key={renderName(measure)}>
                  <td>{renderName(measure)}</td>
                  <td className="number">{format(measure, measure.after)}</td>
                  <td>
                    <UsualRange measure={measure} />
                  </td>
                  <td className={measure.verdict === 'unknown' ? 'soft' : undefined}>{texts.verdicts[measure.verdict]}</td>
                </tr>
              ))}
            </Table>
          )}
          <p className="hint">{texts.hint}</p>
        </>
      )}
    </Loaded>
  </section>
);

function summarize(days: number, measures: Measure[]): string {
  if (!days) return texts.tooEarly;
  const unknown = measures.filter(({ verdict }) => verdict === 'unknown').length;
  if (unknown === measures.length) return texts.unknown;
  const visible = measures.filter(({ verdict }) => verdict === 'rise' || verdict === 'fall');
  if (!visible.length) return texts.none(days, unknown);
  return visible
    .map((measure) =>
      texts.visible(renderName(measure), measure.verdict === 'rise', format(measure, measure.after), formatRange(measure)),
    )
    .join(' ');
}

const formatRange = (measure: Measure) => `${format(measure, measure.low)} – ${format(measure, measure.high)}`;

/** The usual range in words, and a bar on which the figure is a mark. */
function UsualRange({ measure }: { measure: Measure }) {
  const { low, high, after } = measure;
  if (low === null || high === null || after === null) return '–';
  const scale = Math.max(high, after) * 1.1 || 1;
  const percent = (value: number) => `${(100 * value) / scale}%`;
  return (
    <>
      {formatRange(measure)}
      <span className="range-bar" aria-hidden>
        <span style={{ insetInlineStart: percent(low), width: percent(high - low) }} />
        <span className="mark" style={{ insetInlineStart: percent(after) }} />
      </span>
    </>
  );
}
