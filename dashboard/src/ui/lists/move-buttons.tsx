import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../button.tsx';

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
    <IconButton label={up} isDisabled={index === 0} onPress={() => onMove(index - 1)}>
      <ArrowUp size={15} />
    </IconButton>
    <IconButton label={down} isDisabled={index === count - 1} onPress={() => onMove(index + 1)}>
      <ArrowDown size={15} />
    </IconButton>
  </>
);
