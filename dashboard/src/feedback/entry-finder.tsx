import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from './texts/en/feedback.ts';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { StatusName } from './status.tsx';

interface EntryFinderProps {
  label: string;
  /** Search text. The caller provides the results. */
  words: string;
  onWords: (words: string) => void;
  entries: Feedback[];
  onFound: (entry: Feedback) => void;
}

/** Combobox that searches and selects an entry. The field keeps the focus. */
export const EntryFinder = ({ label, words, onWords, entries, onFound }: EntryFinderProps) => (
  <Autocomplete inputValue={words} onInputChange={onWords}>
    <SearchField aria-label={label} autoFocus>
      <Input className="input" placeholder={label} dir="auto" />
    </SearchField>
    <ListBox
      aria-label={label}
      className="menu choices"
      items={entries}
      onAction={(key) => {
        const found = entries.find(({ id }) => id === key);
        if (found) onFound(found);
      }}
      renderEmptyState={() => <p className="soft">{texts.nothingFound}</p>}
    >
      {(entry) => (
        <ListBoxItem id={entry.id} textValue={entry.title} className="menu-item">
          <span className="grow" dir="auto">
            {entry.title}
          </span>
          <span className="soft">{texts.voteCount(entry.upvote_count)}</span>
          <StatusName entry={entry} />
        </ListBoxItem>
      )}
    </ListBox>
  </Autocomplete>
);
