import type { Body } from '@earshot/sdk';
import { alerts as texts } from '../texts/en/alerts.ts';
import { useRead } from '../../api.ts';
import { useDebounced } from '../../ui/debounce.ts';
import { Problem, Skeleton } from '../../ui/state.tsx';
import { dateTime } from '../../ui/time.tsx';
import { hasThreshold } from './draft.ts';

type Rule = Body<'POST /v1/alerts/preview'>;

const MAX_SHOWN = 3;

/** States how often a rule would have been triggered. */
export function AlertPreview({ rule }: { rule: Rule }) {
  // A text, because each rendering makes a new object.
  const body = JSON.parse(useDebounced(JSON.stringify(rule))) as Rule;
  const isComplete = hasThreshold(body.condition) ? Number.isFinite(body.threshold ?? NaN) : true;
  const enabled = isComplete && (body.metric !== 'conversions' || Boolean(body.goal_id));
  const preview = useRead('POST /v1/alerts/preview', { body }, { enabled, keep: true });
  return (
    <section className="field" aria-label={texts.preview}>
      <span className="label">{texts.preview}</span>
      <div className="notice" aria-live="polite">
        {!enabled ? (
          texts.previewWaits
        ) : preview.error ? (
          <Problem error={preview.error} />
        ) : preview.data ? (
          <Result result={preview.data} />
        ) : (
          <Skeleton lines={1} />
        )}
      </div>
    </section>
  );
}

type PreviewResult = NonNullable<ReturnType<typeof useRead<'POST /v1/alerts/preview'>>['data']>;

function Result({ result: { windows, skipped_windows: skipped, trigger_count: count, triggers } }: { result: PreviewResult }) {
  return (
    <>
      {windows > 0 && <strong>{texts.previewCount(count)}</strong>}
      {skipped > 0 && <p>{texts.previewSkipped(windows, windows + skipped)}</p>}
      {triggers.length > 0 && (
        <ul>
          {triggers.slice(0, MAX_SHOWN).map(({ from, value, usual_low: low, usual_high: high }) => (
            <li key={from}>
              {dateTime(from)}: {texts.count(value)}
              {low !== null && high !== null && ` (${texts.usually(low, high)})`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
