import { analytics } from '../texts/en/analytics.ts';
import { paths as texts } from '../texts/en/paths.ts';
import { formatFigure, formatShare } from '../format.ts';
import type { Diagram } from './layout.ts';
import { type Direction, nameNode } from './use-paths.ts';

/** Links of the diagram as rows. */
export function PathTable({
  diagram: { nodes, links },
  direction,
  unit,
}: {
  diagram: Diagram;
  direction: Direction;
  unit: string;
}) {
  const total = nodes[0]?.count ?? 0;
  return (
    <details>
      <summary>{analytics.asTable}</summary>
      <div className="table-scroll chart-table" tabIndex={0} role="region" aria-label={analytics.asTable}>
        <table>
          <thead>
            <tr>
              <th>{texts.shown}</th>
              <th>{texts.from}</th>
              <th>{texts.to}</th>
              <th className="number">{unit}</th>
              <th className="number">{texts.share}</th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ source, target, count }) => {
              const [from, to] = [nodes[source], nodes[target]];
              if (!from || !to) return null;
              const ends = [nameNode(from, direction), nameNode(to, direction)];
              return (
                <tr key={`${source}-${target}`}>
                  <td>{texts.step(to.step, direction)}</td>
                  {(direction === 'next' ? ends : ends.toReversed()).map((name, side) => (
                    <td key={side}>
                      <bdi>{name}</bdi>
                    </td>
                  ))}
                  <td className="number">{formatFigure('visitors', count)}</td>
                  <td className="number">{formatShare(total ? count / total : null)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
