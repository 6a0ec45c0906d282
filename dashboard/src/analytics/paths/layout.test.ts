import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutPaths, NODE_WIDTH, type PathNode } from './layout.ts';

const node = (step: number, name: string, count: number): PathNode => ({ step, kind: 'page', page: name, event: null, count });
const diagram = {
  nodes: [node(0, '/', 100), node(1, '/pricing', 75), node(1, '/docs', 25)],
  links: [
    { source: 0, target: 2, count: 25 },
    { source: 0, target: 1, count: 75 },
  ],
};

test('heights of nodes and widths of links are proportional to their counts, and links of a node lie next to each other', () => {
  const { boxes, curves, width, height, steps } = layoutPaths(diagram, 'next');
  assert.deepEqual(
    boxes.map((box) => [box.x, box.y, box.height]),
    [
      [0, 0, 300],
      [NODE_WIDTH + 76, 0, 225],
      [NODE_WIDTH + 76, 233, 75],
    ],
  );
  assert.deepEqual([width, height, steps], [2 * NODE_WIDTH + 76, 308, 1]);
  assert.deepEqual(
    curves.map((curve) => [curve.target, curve.width, curve.d]),
    [
      [1, 225, 'M184 112.5C222 112.5 222 112.5 260 112.5'],
      [2, 75, 'M184 262.5C222 262.5 222 270.5 260 270.5'],
    ],
  );
});

test('backward paths end in the last column', () => {
  const { boxes, curves } = layoutPaths(diagram, 'previous');
  assert.deepEqual(
    boxes.map(({ x }) => x),
    [NODE_WIDTH + 76, 0, 0],
  );
  assert.equal(curves[0]?.d, 'M184 112.5C222 112.5 222 112.5 260 112.5');
});
