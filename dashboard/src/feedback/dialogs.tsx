import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { useState } from 'react';
import { toSentence, useRead } from '../api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { EntryFinder } from './entry-finder.tsx';

interface MergeDialogProps {
  /** Entries to merge. */
  entries: Feedback[];
  onMerge: (into: Feedback) => Promise<void>;
  onClose: () => void;
}

/** Dialog that selects the target entry: similar entries first, then search results. */
export function MergeDialog({ entries, onMerge, onClose }: MergeDialogProps) {
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string>();
  const q = useDebounced(words.trim());
  const title = entries[0]?.title ?? '';
  const similar = useRead('GET /v1/feedback/similar', { query: { title } });
  const found = useRead('GET /v1/feedback', { query: { q, limit: 10 } }, { enabled: q !== '', keep: true });
  const others = ((q ? found : similar).data?.data ?? []).filter(
    ({ id, merged_into }) => !merged_into && !(entries.length === 1 && entries[0]?.id === id),
  );
  // With several entries, one of them may be the target.
  const targets = [...(q || entries.length === 1 ? [] : entries), ...others].filter(
    (entry, index, all) => all.findIndex(({ id }) => id === entry.id) === index,
  );
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.mergeTitle} size="wide">
      <p className="soft">{texts.mergeHint}</p>
      <EntryFinder
        label={texts.mergeSearch}
        words={words}
        onWords={setWords}
        entries={targets}
        onFound={(into) => void onMerge(into).then(onClose, (error: unknown) => setProblem(toSentence(error)))}
      />
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

export const TagDialog = ({ onTag, onClose }: { onTag: (tag: string) => void; onClose: () => void }) => (
  <Dialog isOpen onOpenChange={onClose} title={texts.addTag}>
    <Form
      onSubmit={(text) => {
        onTag(text('tag').trim());
        onClose();
      }}
    >
      {() => (
        <>
          <TextField name="tag" label={texts.tag} isRequired autoFocus maxLength={50} />
          <FormActions label={texts.addTag} onCancel={onClose} />
        </>
      )}
    </Form>
  </Dialog>
);

interface DeleteDialogProps {
  count: number;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

export const DeleteDialog = ({ count, onDelete, onClose }: DeleteDialogProps) => (
  <Confirm title={texts.deleteTitle(count)} label={texts.delete} onConfirm={onDelete} onClose={onClose}>
    <p>{texts.deleteHint}</p>
  </Confirm>
);
