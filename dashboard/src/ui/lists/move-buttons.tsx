import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '../button.tsx';

interface MoveButtonsProps {
  /** Place among all, from 0. */
  index: number;
  count: number;
  up: string;
  down: string;
  onMove: (to: number) => void;
}

/** Buttons that move a row of a table up and down. */
export const MoveButtons = ({ index, count, up, down, onMove }: MoveButtonsProps) => (
  <>
    <Button aria-label={up} icon={<ArrowUp size={15} />} isDisabled={index === 0} onPress={() => onMove(index - 1)} />
    <Button aria-label={down} icon={<ArrowDown size={15} />} isDisabled={index === count - 1} onPress={() => onMove(index + 1)} />
  </>
);
