import type { AnalyticsPaths } from '@earshot/sdk';

export type Diagram = NonNullable<AnalyticsPaths['diagram']>;
export type PathNode = Diagram['nodes'][number];

export const NODE_WIDTH = 184;
const GAP_X = 76;
const GAP_Y = 8;
/** Height of a node that all paths go through. */
const PLOT_HEIGHT = 300;
/** Height of two lines of text. */
const MIN_HEIGHT = 46;
const MIN_LINK = 1.5;

interface Box {
  index: number;
  node: PathNode;
  x: number;
  y: number;
  height: number;
}

interface Curve {
  source: number;
  target: number;
  /** Outline of the link. */
  d: string;
}

/**
 * Places the nodes of paths in columns, and links between them, in pixels. Heights are proportional to counts, but high enough for text. Backward
 * paths are read from the right: the step that all paths end with is the last column.
 */
export function layoutPaths({ nodes, links }: Diagram, direction: 'next' | 'previous') {
  const total = nodes[0]?.count ?? 0;
  const scale = total ? PLOT_HEIGHT / total : 0;
  const steps = Math.max(...nodes.map(({ step }) => step));
  const ends = new Map<number, number>();
  const boxes = nodes.map((node, index): Box => {
    const column = direction === 'next' ? node.step : steps - node.step;
    const y = ends.get(node.step) ?? 0;
    const height = Math.max(MIN_HEIGHT, node.count * scale);
    ends.set(node.step, y + height + GAP_Y);
    return { index, node, x: column * (NODE_WIDTH + GAP_X), y, height };
  });
  const used = { source: new Map<number, number>(), target: new Map<number, number>() };
  const take = (side: 'source' | 'target', index: number, width: number) => {
    const from = used[side].get(index) ?? 0;
    used[side].set(index, from + width);
    return (boxes[index]?.y ?? 0) + from;
  };
  // In the order of the nodes, so that the links of a node do not cross each other.
  const curves = links
    .toSorted((a, b) => a.source - b.source || a.target - b.target)
    .map(({ source, target, count }): Curve => {
      const width = Math.max(MIN_LINK, count * scale);
      const [from, to] = [take('source', source, width), take('target', target, width)];
      const [left, right] = direction === 'next' ? [source, target] : [target, source];
      const [leftY, rightY] = direction === 'next' ? [from, to] : [to, from];
      const [x1, x2] = [(boxes[left]?.x ?? 0) + NODE_WIDTH, boxes[right]?.x ?? 0];
      const middle = (x1 + x2) / 2;
      const edge = (y: number, end: number) => `C${middle} ${y} ${middle} ${end}`;
      const top = `M${x1} ${leftY}${edge(leftY, rightY)} ${x2} ${rightY}`;
      return { source, target, d: `${top}v${width}${edge(rightY + width, leftY + width)} ${x1} ${leftY + width}Z` };
    });
  return {
    boxes,
    curves,
    steps,
    width: (steps + 1) * NODE_WIDTH + steps * GAP_X,
    height: Math.max(...ends.values()) - GAP_Y,
  };
}
