import type { Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '../texts/en/feedback.ts';
import { merging } from '../texts/en/merging.ts';
import { Link } from '@tanstack/react-router';
import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showProblem, showUndoable } from '../../ui/toast.tsx';
import { MergeDialog } from '../merge-dialog.tsx';
import type { Mergeable } from '../changes.ts';
import { StatusName } from '../status.tsx';

interface SimilarDialogProps {
  entry: Feedback;
  onMerge: (entries: Mergeable[], into: Mergeable, reveal: boolean) => Promise<void>;
  onClose: () => void;
}

/** Entries that are probably duplicates of an entry: each is dismissed or merged with it. */
export function SimilarDialog({ entry, onMerge, onClose }: SimilarDialogProps) {
  const { slug } = useProject();
  const call = useClient();
  const [isMerging, merge] = useState(false);
  const [dismissed, setDismissed] = useState<string[]>([]);
  const others = (entry.similar ?? []).filter(({ id }) => !dismissed.includes(id));
  const dismiss = async (other: Mergeable) => {
    const pair = { path: { id: entry.id }, body: { feedback_id: other.id } };
    const restore = async () => {
      await call('POST /v1/feedback/{id}/restore-similar', pair);
      await refresh('/v1/feedback');
    };
    try {
      await call('POST /v1/feedback/{id}/dismiss-similar', pair);
      setDismissed((before) => [...before, other.id]);
      if (others.length === 1) onClose();
      await refresh('/v1/feedback');
      showUndoable(merging.dismissed(other.title), () => void restore().catch((error) => showProblem(toSentence(error))));
    } catch (error) {
      showProblem(toSentence(error));
    }
  };
  if (isMerging) return <MergeDialog entries={[entry, ...others]} onMerge={onMerge} onClose={onClose} />;
  return (
    <Dialog isOpen onOpenChange={onClose} title={merging.similarTitle(others.length)} size="wide">
      <p className="soft" dir="auto">
        {merging.similarTo(entry.title)}
      </p>
      <ul className="similar" aria-label={texts.similar}>
        {others.map((other) => (
          <li key={other.id}>
            <span className="votes" title={texts.voteCount(other.upvote_count)}>
              <ChevronUp size={14} aria-hidden />
              {other.upvote_count}
              <span className="unseen">{texts.votes}</span>
            </span>
            <Link to="/projects/$slug/feedback/$id" params={{ slug, id: other.id }} target="_blank" className="grow" dir="auto">
              {other.title}
              <span className="unseen"> {texts.newTab}</span>
            </Link>
            <StatusName entry={other} />
            <Button aria-label={merging.dismissNamed(other.title)} onPress={() => void dismiss(other)}>
              {merging.dismiss}
            </Button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" onPress={() => merge(true)}>
          {merging.merge}
        </Button>
      </div>
    </Dialog>
  );
}
