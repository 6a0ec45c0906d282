import type { FeedbackEntryScore } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { CircleHelp } from 'lucide-react';
import { formatNumber } from '../../texts/plural.ts';
import { formatPoints } from './points.ts';

/** Score of an entry in a list, with the number of voters of whom it is unknown. */
export const EntryScore = ({ score: { value, unknown } }: { score: FeedbackEntryScore }) => (
  <>
    {unknown > 0 && (
      <span className="unknown-voters" title={texts.unknownVoters(unknown)}>
        <CircleHelp size={12} aria-hidden /> {formatNumber(unknown)}
        <span className="unseen">{texts.unknownVoters(unknown)}</span>
      </span>
    )}
    <span title={texts.score}>
      {formatPoints(value)}
      <span className="unseen">{texts.score}</span>
    </span>
  </>
);
