import type { Feedback } from '@earshot/sdk';
import { common } from '#texts/common';
import { feedback as texts } from '#texts/feedback';
import { useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { sentenceOf, useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { useSettled } from '../ui/typed.ts';
import { StatusName } from './status.tsx';

interface MergeDialogProps {
  /** What is merged away. */
  entries: Feedback[];
  onMerge: (into: Feedback) => Promise<void>;
  onClose: () => void;
}

/** Finds the entry that stays: what is similar first, then by words. */
export function MergeDialog({ entries, onMerge, onClose }: MergeDialogProps) {
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string>();
  const q = useSettled(words.trim());
  const title = entries[0]?.title ?? '';
  const similar = useRead('GET /v1/feedback/similar', { query: { title } });
  const found = useRead('GET /v1/feedback', { query: { q, limit: 10 } }, { enabled: q !== '', keep: true });
  const others = ((q ? found : similar).data?.data ?? []).filter(
    ({ id, merged_into }) => !merged_into && !(entries.length === 1 && entries[0]?.id === id),
  );
  // Of several that are merged, one of them may be the one that stays.
  const targets = [...(q || entries.length === 1 ? [] : entries), ...others].filter(
    (entry, index, all) => all.findIndex(({ id }) => id === entry.id) === index,
  );
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.mergeTitle} size="wide">
      <p className="soft">{texts.mergeHint}</p>
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <SearchField aria-label={texts.mergeSearch} autoFocus>
          <Input className="input" placeholder={texts.mergeSearch} />
        </SearchField>
        <ListBox
          aria-label={texts.mergeSearch}
          className="menu choices"
          items={targets}
          onAction={(key) => {
            const into = targets.find(({ id }) => id === key);
            if (into) onMerge(into).then(onClose, (error: unknown) => setProblem(sentenceOf(error)));
          }}
          renderEmptyState={() => <p className="soft">{texts.noSimilar}</p>}
        >
          {(entry) => (
            <ListBoxItem id={entry.id} textValue={entry.title} className="menu-item">
              <span className="grow">{entry.title}</span>
              <span className="soft">{texts.voteCount(entry.upvote_count)}</span>
              <StatusName status={entry.status} />
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
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
          <div className="actions">
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button type="submit" look="primary">
              {texts.addTag}
            </Button>
          </div>
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
  <Dialog isOpen onOpenChange={onClose} title={texts.deleteTitle(count)}>
    <p>{texts.deleteHint}</p>
    <div className="actions">
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button autoFocus look="danger" onPress={() => void onDelete().then(onClose)}>
        {texts.delete}
      </Button>
    </div>
  </Dialog>
);
