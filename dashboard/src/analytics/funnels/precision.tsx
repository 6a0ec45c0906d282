import type { PRECISIONS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsFunnel } from '@earshot/sdk';
import { funnels as texts } from '../texts/en/funnels.ts';
import { Switch } from '../../ui/field.tsx';
import { formatShare } from '../format.ts';

interface PrecisionProps {
  funnel: AnalyticsFunnel | undefined;
  onChange: (precision: (typeof PRECISIONS)[number]) => void;
}

/** Switches between exact and estimated figures if an estimate is faster, because there are many events. */
export function Precision({ funnel, onChange }: PrecisionProps) {
  if (!funnel) return null;
  const { share, approximate_share: approximate } = funnel.precision;
  if (approximate === 1) return null;
  const isEstimated = share < 1;
  const [first, last] = [funnel.steps[0], funnel.steps.at(-1)].map(findRelativeError);
  return (
    <Switch
      label={texts.estimate(formatShare(approximate))}
      hint={
        isEstimated && first !== undefined
          ? texts.standardErrors(formatShare(first), formatShare(last ?? null))
          : texts.estimateHint
      }
      isSelected={isEstimated}
      onChange={(isSelected) => onChange(isSelected ? 'approximate' : 'exact')}
    />
  );
}

/** Returns the standard error as a share of the count. Undefined for nobody, and for visits. */
function findRelativeError(step: AnalyticsFunnel['steps'][number] | undefined): number | undefined {
  return step?.count && step.standard_error !== null ? step.standard_error / step.count : undefined;
}
