import { editor as texts } from '#texts/editor';
import type { SaveState } from './autosave.ts';

/** State of an editor that saves while the user types. */
export const SaveStatus = ({ state }: { state: SaveState }) => (
  <span role="status" className={typeof state === 'object' ? 'field-error' : 'soft'}>
    {typeof state === 'object' ? `${texts.notSaved} ${state.problem}` : texts[state]}
  </span>
);
