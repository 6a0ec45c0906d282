import { projects } from '#texts/projects';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

const texts = projects.start;

/** Polling interval until a step is done. */
const POLL_MS = 1_500;

/** Returns the polling interval of a response that shows whether a step is done. */
export const pollUntil =
  <T,>(isDone: (answer: T) => boolean) =>
  (answer: T | undefined): number | false =>
    answer !== undefined && isDone(answer) ? false : POLL_MS;

interface StepProps {
  title: string;
  isDone: boolean;
  /** Whether somebody else has to do something, such as a visitor. */
  isWaiting?: boolean;
  children: ReactNode;
}

/** Step of the checklist. */
export const Step = ({ title, isDone, isWaiting = false, children }: StepProps) => (
  <li className={isDone ? 'step done' : 'step'}>
    <h2>
      {title}
      {isDone && <Check size={18} aria-label={texts.done} />}
      {isWaiting && !isDone && <span className="pulse" role="status" aria-label={texts.waiting} />}
    </h2>
    {children}
  </li>
);
