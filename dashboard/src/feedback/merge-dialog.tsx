import type { Feedback, FeedbackMergePreview } from '@earshot/sdk';
import { common } from '#texts/common';
import { merging as texts } from './texts/en/merging.ts';
import { feedback } from './texts/en/feedback.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { toSentence, useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import type { Mergeable } from './changes.ts';
import { EntryFinder } from './entry-finder.tsx';
import { StatusName } from './status.tsx';

interface MergeDialogProps {
  /** Entries to merge. A single one is merged into an entry that is searched for. */
  entries: Mergeable[];
  /** `reveal` allows that comments become readable for more people. */
  onMerge: (entries: Mergeable[], into: Mergeable, reveal: boolean) => Promise<void>;
  onClose: () => void;
}

/** Returns the entry with the most votes, the first of equals. */
const findMostVoted = (entries: Mergeable[]) =>
  entries.reduce<Mergeable | undefined>(
    (most, entry) => (most && most.upvote_count >= entry.upvote_count ? most : entry),
    undefined,
  );

/** Dialog that shows which entries are merged, which one stays, and the result. */
export function MergeDialog({ entries, onMerge, onClose }: MergeDialogProps) {
  const [found, setFound] = useState<Feedback>();
  const [isSearching, search] = useState(entries.length === 1);
  const [chosen, choose] = useState<string>();
  const all = [...entries, ...(found ? [found] : [])];
  const into = all.find(({ id }) => id === chosen) ?? findMostVoted(all);
  const others = all.filter(({ id }) => id !== into?.id);
  const isReady = !isSearching && into !== undefined && others.length > 0;
  const { data: preview, error } = useRead(
    'POST /v1/feedback/{id}/merge-preview',
    { path: { id: into?.id ?? '' }, body: { from: others.map(({ id }) => id) } },
    { keep: true, staleTime: 0, enabled: isReady },
  );
  // Only what the dialog has said is allowed. The server refuses other merges that reveal comments.
  const reveals = preview?.feedback_id === into?.id && (preview?.revealed_comment_count ?? 0) > 0;
  return (
    <Dialog isOpen onOpenChange={onClose} title={all.length > 1 ? texts.title(all.length) : texts.intoTitle} size="wide">
      {!isReady ? (
        <TargetFinder
          entries={entries}
          onFound={(target) => {
            setFound(target);
            choose(target.id);
            search(false);
          }}
        />
      ) : (
        <Form onSubmit={() => onMerge(others, into, reveals).then(onClose)}>
          {({ isBusy }) => (
            <>
              <RadioGroup className="merge-choice" aria-label={texts.stays} value={into.id} onChange={choose}>
                {all.map((entry) => (
                  <Radio key={entry.id} value={entry.id} className="radio" autoFocus={entry.id === into.id}>
                    <span className="dot" aria-hidden />
                    <span className="grow" dir="auto">
                      {entry.title}
                    </span>
                    {entry.id === into.id && <span className="tag">{texts.staysBadge}</span>}
                    <span className="soft">{feedback.voteCount(entry.upvote_count)}</span>
                    <StatusName entry={entry} />
                  </Radio>
                ))}
              </RadioGroup>
              <Button look="plain" icon={<Plus size={15} />} onPress={() => search(true)}>
                {found ? texts.otherTarget : texts.addTarget}
              </Button>
              <Preview into={into} others={others} preview={preview} error={error} />
              <FormActions label={texts.confirm(all.length)} onCancel={onClose} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** Search for the entry to merge into, with similar entries as suggestions. */
function TargetFinder({ entries, onFound }: { entries: Mergeable[]; onFound: (target: Feedback) => void }) {
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim());
  const similar = useRead('GET /v1/feedback/similar', { query: { title: entries[0]?.title ?? '', feedback_id: entries[0]?.id } });
  const found = useRead('GET /v1/feedback', { query: { q, limit: 10 } }, { enabled: q !== '', keep: true });
  const targets = ((q ? found : similar).data?.data ?? []).filter(
    ({ id, merged_into }) => !merged_into && !entries.some((entry) => entry.id === id),
  );
  return (
    <>
      <p className="soft">{texts.hint}</p>
      <EntryFinder label={texts.search} words={words} onWords={setWords} entries={targets} onFound={onFound} />
    </>
  );
}

interface PreviewProps {
  into: Mergeable;
  others: Mergeable[];
  preview: FeedbackMergePreview | undefined;
  error: Error | null;
}

/** The entry after the merge, as the server computes it. */
function Preview({ into, others, preview: data, error }: PreviewProps) {
  return (
    <section className="merge-result" aria-label={texts.result} aria-live="polite">
      <h3>{texts.result}</h3>
      <dl>
        <div>
          <dt>{feedback.votes}</dt>
          <dd>
            {data ? feedback.balance(data.upvote_count, data.downvote_count) : common.loading}
            {data && data.repeated_vote_count > 0 && <span className="soft"> {texts.repeated(data.repeated_vote_count)}</span>}
          </dd>
        </div>
        <div>
          <dt>{feedback.comments}</dt>
          <dd>{data?.comment_count ?? '–'}</dd>
        </div>
        <div>
          <dt>{texts.followers}</dt>
          <dd>{data?.follower_count ?? '–'}</dd>
        </div>
        <div>
          <dt>{feedback.newTitle}</dt>
          <dd dir="auto">{into.title}</dd>
        </div>
      </dl>
      {data && data.revealed_comment_count > 0 && <p className="notice warn">{texts.reveals(data.revealed_comment_count)}</p>}
      <p className="hint">{texts.titles(others.length)}</p>
      {error && (
        <p role="alert" className="field-error">
          {toSentence(error)}
        </p>
      )}
    </section>
  );
}
