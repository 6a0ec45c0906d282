import { paths as texts } from '../texts/en/paths.ts';
import { Fragment, useState } from 'react';
import { Button } from 'react-aria-components';
import { formatFigure, formatShare } from '../format.ts';
import { type Diagram, layoutPaths, NODE_WIDTH, type PathNode } from './layout.ts';
import { type Direction, formatThrough, isChoosable, nameNode } from './use-paths.ts';

interface PathDiagramProps {
  diagram: Diagram;
  direction: Direction;
  /** Steps that all paths have. */
  through: readonly { text: string }[];
  onToggle: (node: PathNode) => void;
}

/** Columns of pages and events by step, with links as wide as the number of people. */
export function PathDiagram({ diagram, direction, through, onToggle }: PathDiagramProps) {
  const { boxes, curves, steps, width, height } = layoutPaths(diagram, direction);
  const [hovered, hover] = useState<number>();
  const total = diagram.nodes[0]?.count ?? 0;
  const chosen = new Set(through.map(({ text }) => text));
  const isLit = ({ source, target }: { source: number; target: number }) => source === hovered || target === hovered;
  const columns = Array.from({ length: steps + 1 }, (_, step) => step);
  const ordered = direction === 'next' ? columns : columns.toReversed();
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={texts.mostFrequent}>
      <div className="path-diagram" style={{ width }}>
        <div className="path-heads" aria-hidden>
          {ordered.map((step) => (
            <span key={step} style={{ width: NODE_WIDTH }}>
              {texts.step(step, direction)}
            </span>
          ))}
        </div>
        <div className="path-plot" style={{ height }}>
          <svg width={width} height={height} aria-hidden>
            {curves.map((curve) => (
              <path
                key={`${curve.source}-${curve.target}`}
                d={curve.d}
                data-end={diagram.nodes[curve.target]?.kind === 'end' || undefined}
                data-lit={isLit(curve) || undefined}
              />
            ))}
          </svg>
          {ordered.map((step) => (
            <Fragment key={step}>
              <h3 className="unseen">{texts.step(step, direction)}</h3>
              <ul>
                {boxes
                  .filter(({ node }) => node.step === step)
                  .map(({ index, node, x, y, height: tall }) => (
                    <li key={index} style={{ left: x, top: y, width: NODE_WIDTH, height: tall }}>
                      <Node
                        node={node}
                        name={nameNode(node, direction)}
                        share={formatShare(total ? node.count / total : null)}
                        isChosen={chosen.has(formatThrough(node))}
                        onHover={(isHovered) => hover(isHovered ? index : undefined)}
                        onPress={() => onToggle(node)}
                      />
                    </li>
                  ))}
              </ul>
            </Fragment>
          ))}
        </div>
      </div>
    </div>
  );
}

interface NodeProps {
  node: PathNode;
  name: string;
  share: string;
  isChosen: boolean;
  onHover: (isHovered: boolean) => void;
  onPress: () => void;
}

/** Name, count and share of a step. A press limits all paths to those with the step. */
function Node({ node, name, share, isChosen, onHover, onPress }: NodeProps) {
  const count = formatFigure('visitors', node.count);
  const content = (
    <>
      <span className="path-name" dir="auto" title={name}>
        {name}
      </span>
      <span className="path-count">
        <strong>{count}</strong> {share}
      </span>
    </>
  );
  const look = { className: 'path-node', 'data-kind': node.kind };
  return isChoosable(node) ? (
    <Button
      {...look}
      aria-label={texts.node(name, count, share)}
      aria-pressed={isChosen}
      onHoverChange={onHover}
      onFocusChange={onHover}
      onPress={onPress}
    >
      {content}
    </Button>
  ) : (
    <div {...look}>{content}</div>
  );
}
