import type { FeedbackVoteBurst } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { period } from '../../ui/time.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';

const { bursts } = texts;

interface BurstsProps {
  id: string;
  /** Whether the user may keep or remove votes. */
  mayReview: boolean;
}

/** Unusually many anonymous votes on an entry that no member has reviewed. */
export function Bursts({ id, mayReview }: BurstsProps) {
  const found = useRead('GET /v1/feedback/{id}/vote-bursts', { path: { id } });
  const open = (found.data?.data ?? []).filter(({ state }) => state === 'open');
  return open.map((burst) => <Burst key={burst.id} burst={burst} mayReview={mayReview} />);
}

function Burst({ burst, mayReview }: { burst: FeedbackVoteBurst; mayReview: boolean }) {
  const { id: burst_id, feedback_id: id, votes, started_at, ended_at } = burst;
  const call = useClient();
  const review = async (state: FeedbackVoteBurst['state']) => {
    const reviewed = await call('PATCH /v1/feedback/{id}/vote-bursts/{burst_id}', { path: { id, burst_id }, body: { state } });
    showToast(state === 'removed' ? bursts.removed(reviewed.votes) : bursts.kept);
    await refresh('/v1/feedback');
  };
  return (
    <section className="notice warn" aria-label={bursts.label}>
      <p>{bursts.found(votes, period(started_at, ended_at))}</p>
      {mayReview && (
        <>
          <Button onPress={() => void review('dismissed').catch((error: unknown) => showProblem(toSentence(error)))}>
            {bursts.keep}
          </Button>
          <Confirm
            trigger={<Button>{bursts.remove}</Button>}
            title={bursts.removeTitle(votes)}
            label={bursts.removeLabel}
            onConfirm={() => review('removed')}
          >
            <p>{bursts.removeHint}</p>
          </Confirm>
        </>
      )}
    </section>
  );
}
