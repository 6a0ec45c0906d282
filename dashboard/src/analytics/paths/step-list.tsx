import { paths as texts } from '../texts/en/paths.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button as PlainButton } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { formatFigure, formatShare } from '../format.ts';
import type { Diagram, PathNode } from './layout.ts';
import { type Direction, isChoosable, nameNode, type Through } from './use-paths.ts';

interface StepListProps {
  diagram: Diagram;
  direction: Direction;
  through: Through[];
  onToggle: (node: PathNode) => void;
  onBack: (text: string) => void;
}

/** One step of the paths at a time, for phones: a tap on a page shows the steps that follow it. */
export function StepList({ diagram: { nodes }, direction, through, onToggle, onBack }: StepListProps) {
  const last = through.at(-1);
  const steps = Math.max(...nodes.map(({ step }) => step));
  const step = Math.min(steps, (last?.step ?? 0) + 1);
  const total = nodes[0]?.count ?? 0;
  return (
    <>
      <div className="path-step-head">
        <h3>{texts.step(step, direction)}</h3>
        {last && (
          <Button icon={<ChevronLeft size={15} />} onPress={() => onBack(last.text)}>
            {texts.back}
          </Button>
        )}
      </div>
      <ul className="path-steps">
        {nodes.map((node, index) => {
          if (node.step !== step) return null;
          const name = nameNode(node, direction);
          const share = total ? node.count / total : 0;
          const [count, shareText] = [formatFigure('visitors', node.count), formatShare(share)];
          const canOpen = isChoosable(node) && last?.step !== step;
          const content = (
            <>
              <span className="path-step-bar" style={{ width: `${share * 100}%` }} />
              <span className="path-name" dir="auto">
                {name}
              </span>
              <span className="number">{count}</span>
              <span className="number soft">{shareText}</span>
              {canOpen ? <ChevronRight size={15} aria-hidden /> : <span className="menu-gap" />}
            </>
          );
          return (
            <li key={index}>
              {canOpen ? (
                <PlainButton
                  className="path-step"
                  data-kind={node.kind}
                  aria-label={texts.node(name, count, shareText)}
                  onPress={() => onToggle(node)}
                >
                  {content}
                </PlainButton>
              ) : (
                <div className="path-step" data-kind={node.kind}>
                  {content}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
