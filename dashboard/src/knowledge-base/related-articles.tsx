import type { Body, KnowledgeDocumentWithContent } from '@earshot/sdk';
import { relatedArticles as texts } from './texts/en/knowledge-base.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { toSentence, useRead } from '../api.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { SortableList } from '../ui/lists/sortable-list.tsx';
import { showProblem } from '../ui/toast.tsx';

const MAX_RELATED = 5;
const MAX_FOUND = 10;

interface RelatedArticlesProps {
  document: KnowledgeDocumentWithContent;
  mayWork: boolean;
  save: (change: Body<'PATCH /v1/indexes/{id}/documents/{document_id}'>) => Promise<void>;
}

interface Related {
  id: string;
  title: string;
}

/** Related articles: those that a search finds, or those that the team chose in their order. */
export function RelatedArticles({ document, mayWork, save }: RelatedArticlesProps) {
  const found = useRead(
    'GET /v1/indexes/{id}/documents/{document_id}',
    { path: { id: document.index_id, document_id: document.id }, query: { related: true } },
    { keep: true },
  );
  const items: Related[] = (found.data?.related ?? []).map(({ document_id: id, title }) => ({ id, title }));
  const isChosen = Boolean(document.related_ids);
  const choose = (ids: string[] | null) =>
    void save({ related_ids: ids }).catch((error: unknown) => showProblem(toSentence(error)));
  const ids = items.map(({ id }) => id);
  const move = ([moved = '']: string[], before: string | undefined) => {
    const others = ids.filter((id) => id !== moved);
    choose(others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, moved));
  };
  return (
    <section>
      <h2>{texts.title}</h2>
      <p className="hint">{isChosen ? texts.chosenHint : texts.computedHint}</p>
      {items.length === 0 ? (
        <p className="soft">{texts.none}</p>
      ) : (
        <SortableList
          label={texts.title}
          type="earshot-related"
          items={items}
          nameOf={({ title }) => title}
          onMove={mayWork && items.length > 1 ? move : undefined}
        >
          {({ id, title }) => (
            <>
              <span className="grow" dir="auto">
                {title}
              </span>
              {mayWork && (
                <IconButton label={texts.remove(title)} onPress={() => choose(ids.filter((one) => one !== id))}>
                  <X size={15} />
                </IconButton>
              )}
            </>
          )}
        </SortableList>
      )}
      {mayWork && (
        <div className="actions">
          {items.length < MAX_RELATED && (
            <DialogTrigger>
              <Button icon={<Plus size={15} />}>{texts.add}</Button>
              <FindArticle taken={[document.id, ...ids]} onFound={(id) => choose([...ids, id])} />
            </DialogTrigger>
          )}
          {isChosen && <Button onPress={() => choose(null)}>{texts.compute}</Button>}
        </div>
      )}
    </section>
  );
}

function FindArticle({ taken, onFound }: { taken: string[]; onFound: (id: string) => void }) {
  const [words, setWords] = useState('');
  const query = useDebounced(words.trim());
  const found = useRead(
    'POST /v1/indexes/search',
    { body: { query, limit: MAX_FOUND, track: false } },
    { keep: true, enabled: query !== '' },
  );
  const items = (query ? (found.data?.results ?? []) : [])
    .map(({ document_id: id, title }) => ({ id, title }))
    .filter(({ id }) => !taken.includes(id));
  return (
    <Dialog title={texts.add} size="wide">
      {(close) => (
        <Autocomplete inputValue={words} onInputChange={setWords}>
          <SearchField aria-label={texts.find} autoFocus>
            <Input className="input" placeholder={texts.find} dir="auto" />
          </SearchField>
          <ListBox
            aria-label={texts.find}
            className="menu choices"
            items={items}
            onAction={(key) => {
              onFound(String(key));
              close();
            }}
            renderEmptyState={() => <p className="soft">{query ? texts.nothingFound : texts.findHint}</p>}
          >
            {({ id, title }) => (
              <ListBoxItem id={id} textValue={title} className="menu-item">
                <span className="grow" dir="auto">
                  {title}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
      )}
    </Dialog>
  );
}
