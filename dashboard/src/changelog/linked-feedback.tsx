import { changelog as texts } from './texts/en/changelog.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { EntryFinder } from '../feedback/entry-finder.tsx';
import { StatusName } from '../feedback/status.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { useDebounced } from '../ui/debounce.ts';

interface LinkedFeedbackProps {
  ids: readonly string[];
  onChange?: ((ids: string[]) => void) | undefined;
}

/** Feedback entries that the changelog entry completes. */
export const LinkedFeedback = ({ ids, onChange }: LinkedFeedbackProps) => (
  <section>
    <h2>{texts.feedback}</h2>
    <p className="hint">{texts.feedbackHint}</p>
    {ids.length === 0 && <p className="soft">{texts.noFeedback}</p>}
    <ul className="plain-list">
      {ids.map((id) => (
        <Linked key={id} id={id} onRemove={onChange && (() => onChange(ids.filter((one) => one !== id)))} />
      ))}
    </ul>
    {onChange && (
      <DialogTrigger>
        <Button icon={<Plus size={15} />}>{texts.addFeedback}</Button>
        <FindFeedback taken={ids} onFound={(id) => onChange([...ids, id])} />
      </DialogTrigger>
    )}
  </section>
);

function Linked({ id, onRemove }: { id: string; onRemove: (() => void) | undefined }) {
  const entry = useRead('GET /v1/feedback/{id}', { path: { id } }, { staleTime: 60_000 });
  const title = entry.data?.title ?? id;
  return (
    <li className="linked">
      <span className="grow">{title}</span>
      {entry.data && <StatusName entry={entry.data} />}
      {onRemove && (
        <IconButton label={texts.removeFeedback(title)} onPress={onRemove}>
          <X size={15} />
        </IconButton>
      )}
    </li>
  );
}

function FindFeedback({ taken, onFound }: { taken: readonly string[]; onFound: (id: string) => void }) {
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim());
  const found = useRead('GET /v1/feedback', { query: { ...(q ? { q } : { sort: 'top' }), limit: 10 } }, { keep: true });
  const entries = (found.data?.data ?? []).filter(({ id }) => !taken.includes(id));
  return (
    <Dialog title={texts.addFeedback} size="wide">
      {(close) => (
        <EntryFinder
          label={texts.findFeedback}
          words={words}
          onWords={setWords}
          entries={entries}
          onFound={({ id }) => {
            onFound(id);
            close();
          }}
        />
      )}
    </Dialog>
  );
}
