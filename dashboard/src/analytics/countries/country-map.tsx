import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { type MouseEvent, useRef, useState } from 'react';
import { useRead } from '../../api.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import type { BreakdownProps } from '../breakdown/props.ts';
import { formatFigure, formatShare, renderName } from '../format.ts';
import { Flag } from './flag.tsx';
import { COUNTRIES, HEIGHT, WIDTH } from './world.ts';

const MAX_COUNTRIES = 100;
/** Share of the accent color of a country with few and with most visitors, in percent. */
const [LIGHTEST, STRONGEST] = [18, 90];

/** Map of visitors by country. A click on a country filters by it. */
export default function CountryMap({ report, total, onFilter }: BreakdownProps) {
  const rows = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...report, by: 'country', limit: MAX_COUNTRIES } },
    { keep: true },
  );
  return (
    <Loaded query={rows} skeleton={<Skeleton lines={1} height="15rem" />}>
      {({ data }) => (
        <Shapes
          visitors={new Map(data.map(({ value, visitors }) => [value, visitors]))}
          total={total}
          onChoose={(value) => onFilter({ dimension: 'country', operator: 'is', value })}
        />
      )}
    </Loaded>
  );
}

interface ShapesProps {
  visitors: Map<string, number>;
  total: number | null;
  onChoose: (code: string) => void;
}

function Shapes({ visitors, total, onChoose }: ShapesProps) {
  const place = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<{ code: string; left: number; top: number }>();
  const most = Math.max(1, ...[...visitors].flatMap(([code, count]) => (code ? [count] : [])));
  const hover = (code: string) => (event: MouseEvent) => {
    const { left = 0, top = 0 } = place.current?.getBoundingClientRect() ?? {};
    setHovered({ code, left: event.clientX - left, top: event.clientY - top });
  };
  return (
    <div ref={place} className="map">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={texts.mapLabel} onMouseLeave={() => setHovered(undefined)}>
        {COUNTRIES.map(({ code, path }, index) => {
          const count = visitors.get(code ?? '') ?? 0;
          if (!code || !count) return <path key={code ?? index} d={path} onMouseEnter={() => setHovered(undefined)} />;
          const share = LIGHTEST + Math.sqrt(count / most) * (STRONGEST - LIGHTEST);
          return (
            <path
              key={code}
              d={path}
              data-country={code}
              className="visited"
              style={{ fill: `color-mix(in oklab, var(--accent) ${Math.round(share)}%, var(--raised))` }}
              onMouseMove={hover(code)}
              onClick={() => onChoose(code)}
            />
          );
        })}
      </svg>
      {hovered && (
        <div className="plot-tooltip" aria-hidden style={{ left: hovered.left + 12, top: hovered.top + 12 }}>
          <p className="tooltip-row">
            <Flag code={hovered.code} />
            <strong>{renderName('country', hovered.code)}</strong>
          </p>
          <p>
            {texts.mapVisitors(formatFigure('visitors', visitors.get(hovered.code) ?? 0))}
            {total ? ` · ${formatShare((visitors.get(hovered.code) ?? 0) / total)}` : ''}
          </p>
        </div>
      )}
      {visitors.size === 0 && <p className="soft">{analytics.nothing}</p>}
    </div>
  );
}
