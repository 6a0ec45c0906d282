// Draws time series as a plain SVG file.

export interface Series {
  /** With its unit, such as “heap, MB”. */
  title: string;
  /** Values in the order of time; undefined where there is none. */
  values: (number | undefined)[];
}

const [WIDTH, HEIGHT, COLUMNS] = [360, 120, 2];
const [LEFT, TOP, RIGHT, BOTTOM] = [56, 28, 12, 22];

/** Returns an SVG with a line chart of each series, from zero to its maximum. `minutes` are the times of the values. */
export function drawCharts(title: string, minutes: number[], series: Series[]): string {
  const rows = Math.ceil(series.length / COLUMNS);
  const charts = series.map((one, index) => {
    const [x, y] = [(index % COLUMNS) * WIDTH, 30 + Math.floor(index / COLUMNS) * HEIGHT];
    return `<g transform="translate(${x} ${y})">${drawChart(one, minutes)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMNS * WIDTH}" height="${30 + rows * HEIGHT}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
<text x="12" y="20" font-size="14">${escape(title)}</text>
${charts.join('\n')}
</svg>
`;
}

function drawChart({ title, values }: Series, minutes: number[]): string {
  const maximum = Math.max(...values.map((value) => value ?? 0)) || 1;
  const last = minutes.at(-1) || 1;
  const x = (index: number) => LEFT + ((minutes[index] ?? 0) / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / maximum) * (HEIGHT - TOP - BOTTOM);
  const points = values.flatMap((value, index) => (value === undefined ? [] : [`${x(index).toFixed(1)},${y(value).toFixed(1)}`]));
  const label = (text: string, left: number, top: number, anchor: string) =>
    `<text x="${left}" y="${top}" text-anchor="${anchor}" fill="#555">${text}</text>`;
  return [
    `<text x="${LEFT}" y="18">${escape(title)}</text>`,
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#999"/>`,
    label(format(maximum), LEFT - 6, TOP + 8, 'end'),
    label('0', LEFT - 6, HEIGHT - BOTTOM, 'end'),
    label(`${format(last)} min`, WIDTH - RIGHT, HEIGHT - 8, 'end'),
    `<polyline points="${points.join(' ')}" fill="none" stroke="#2563eb" stroke-width="1.5"/>`,
  ].join('');
}

const format = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
