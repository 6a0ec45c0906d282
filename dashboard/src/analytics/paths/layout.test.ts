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

test('heights of nodes and heights of links are proportional to their counts, and links of a node lie next to each other', () => {
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
    curves.map((curve) => [curve.target, curve.d]),
    [
      [1, 'M184 0C222 0 222 0 260 0v225C222 225 222 225 184 225Z'],
      [2, 'M184 225C222 225 222 233 260 233v75C222 308 222 300 184 300Z'],
    ],
  );
});

test('backward paths end in the last column', () => {
  const { boxes, curves } = layoutPaths(diagram, 'previous');
  assert.deepEqual(
    boxes.map(({ x }) => x),
    [NODE_WIDTH + 76, 0, 0],
  );
  assert.equal(curves[0]?.d, 'M184 0C222 0 222 0 260 0v225C222 225 222 225 184 225Z');
});
