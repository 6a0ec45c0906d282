import { CLUSTER_STATUSES, type ClusterStatus } from '@earshot/contract/services/knowledge-base/values';
import type { KnowledgeIndex, SearchCluster } from '@earshot/sdk';
import { suggestions } from '#texts/suggestions';
import { clusters as texts } from './texts/en/knowledge-base.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { FilePlus2, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useSuggestedArticle } from '../proposals/draft.tsx';
import { useHasModel } from '../proposals/model.ts';
import { useMay, useProject, usePublicClient } from '../projects/projects.ts';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { showProblem, showUndoable } from '../ui/toast.tsx';

const PAGE_SIZE = 10;

/** Clusters of unanswered searches in all collections of the project. An article is written in one of the collections. */
export function Clusters({ collections }: { collections: readonly KnowledgeIndex[] }) {
  const [status, setStatus] = useState<ClusterStatus>('open');
  const [page, setPage] = useState(1);
  const found = useRead('GET /v1/search-clusters', { query: { status, page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <section className="panel unanswered">
      <header className="panel-head">
        <h2>{texts.title}</h2>
        <Select
          label={texts.status}
          isLabelHidden
          options={CLUSTER_STATUSES.map((id) => ({ id, label: texts.statuses[id] }))}
          value={status}
          onChange={(chosen) => {
            setStatus(chosen);
            setPage(1);
          }}
        />
      </header>
      <p className="soft">{texts.hint}</p>
      <PagedList query={found} skeleton={<Skeleton lines={4} />} empty={<p>{texts.none}</p>} onPage={setPage}>
        {(items) => (
          <ul className="rows">
            {items.map((cluster) => (
              <Row key={cluster.id} cluster={cluster} collections={collections} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

interface RowProps {
  cluster: SearchCluster;
  collections: readonly KnowledgeIndex[];
}

function Row({ cluster, collections }: RowProps) {
  const { query, examples, searches, last_searched_at, feedback_id, document_id, index_id, watched } = cluster;
  const { slug } = useProject();
  const mayWork = useMay('member');
  return (
    <li className="row">
      <span className="row-main">
        <strong dir="auto">{query}</strong>
        <span className="row-meta">
          <span>{texts.searches(searches)}</span>
          {examples.length > 0 && <span dir="auto">{examples.join(', ')}</span>}
          {feedback_id && (
            <Link to="/projects/$slug/feedback/$id" params={{ slug, id: feedback_id }}>
              {texts.request}
            </Link>
          )}
          {document_id && index_id && (
            <Link to="/projects/$slug/help/$index/documents/$document" params={{ slug, index: index_id, document: document_id }}>
              {texts.article}
            </Link>
          )}
          {watched && <span>{texts.answered(watched.answered, watched.searches)}</span>}
          <Time iso={last_searched_at} />
        </span>
      </span>
      {mayWork && <Actions cluster={cluster} collections={collections} />}
    </li>
  );
}

function Actions({ cluster, collections }: RowProps) {
  const { id, query, status } = cluster;
  const call = useClient();
  const submit = usePublicClient();
  const [isLinking, link] = useState(false);
  const change = (body: { status?: 'open' | 'dismissed'; feedback_id?: string | null; document_id?: string | null }) =>
    call('PATCH /v1/search-clusters/{id}', { path: { id }, body });
  const restore = async () => {
    const { feedback_id, document_id } = cluster;
    await change(feedback_id || document_id ? { feedback_id, document_id } : { status: 'open' });
    if (status === 'dismissed') await change({ status });
  };
  /** Performs an action, and offers to undo it. */
  const act = async (message: string, run: () => Promise<unknown>, undo: () => Promise<unknown> = restore): Promise<void> => {
    try {
      await run();
      showUndoable(message, () => void act(texts.undone, undo, run));
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/search-clusters', '/v1/feedback');
  };
  const createFeedback = async () => {
    let created = '';
    const create = async () => {
      created = (await submit('POST /v1/feedback', { body: { title: query, type: 'feedback', from_query: query } })).id;
      await change({ feedback_id: created });
    };
    await act(texts.feedbackCreated, create, async () => {
      await call('DELETE /v1/feedback/{id}', { path: { id: created } });
      await restore();
    });
  };
  const isDecided = status === 'dismissed' || status === 'closed';
  const hasModel = useHasModel();
  const draft = useSuggestedArticle({ search_cluster_id: id });
  return (
    <span className="actions">
      {!isDecided && <WriteArticle collections={collections} search={{ title: query, cluster: id }} />}
      <Menu
        label={texts.more(query)}
        trigger={
          <IconButton label={texts.more(query)}>
            <MoreHorizontal size={16} />
          </IconButton>
        }
      >
        {isDecided || cluster.feedback_id ? (
          <></>
        ) : (
          <MenuItem onAction={() => void createFeedback()}>{texts.createFeedback}</MenuItem>
        )}
        <>
          {(hasModel && !isDecided ? collections : []).map((one) => (
            <MenuItem key={one.id} onAction={() => draft.ask(one.id)}>
              {suggestions.draftArticle(one.name)}
            </MenuItem>
          ))}
        </>
        <MenuItem onAction={() => link(true)}>{texts.link}</MenuItem>
        {status === 'dismissed' ? (
          <></>
        ) : (
          <MenuItem onAction={() => void act(texts.dismissed, () => change({ status: 'dismissed' }))}>{texts.dismiss}</MenuItem>
        )}
        {status === 'open' ? (
          <></>
        ) : (
          <MenuItem onAction={() => void act(texts.reopened, () => change({ status: 'open' }))}>{texts.reopen}</MenuItem>
        )}
      </Menu>
      {draft.dialog}
      {isLinking && (
        <LinkDialog
          query={query}
          onClose={() => link(false)}
          onFound={(target) => {
            link(false);
            void act(texts.linked, () => change(target));
          }}
        />
      )}
    </span>
  );
}

/** Link to a new article, or a menu that asks for its collection. */
function WriteArticle({ collections, search }: Pick<RowProps, 'collections'> & { search: { title: string; cluster: string } }) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const to = '/projects/$slug/help/$index/documents/$document';
  const toParams = (index: string) => ({ slug, index, document: 'new' });
  const [first] = collections;
  if (!first) return undefined;
  return collections.length === 1 ? (
    <LinkButton icon={<FilePlus2 size={15} />} to={to} params={toParams(first.id)} search={search}>
      {texts.writeArticle}
    </LinkButton>
  ) : (
    <Menu label={texts.collection} trigger={<Button icon={<FilePlus2 size={15} />}>{texts.writeArticleIn}</Button>}>
      {collections.map(({ id, name }) => (
        <MenuItem key={id} onAction={() => void navigate({ to, params: toParams(id), search })}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface LinkDialogProps {
  query: string;
  onFound: (target: { feedback_id: string } | { document_id: string }) => void;
  onClose: () => void;
}

/** Dialog that finds a request or an article, beginning with those that are similar to the searches. */
function LinkDialog({ query, onFound, onClose }: LinkDialogProps) {
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim()) || query;
  const entries = useRead('GET /v1/feedback', { query: { q, limit: PAGE_SIZE } }, { keep: true });
  const articles = useRead('POST /v1/indexes/search', { body: { query: q, limit: PAGE_SIZE, track: false } }, { keep: true });
  const items = [
    ...(entries.data?.data ?? []).map(({ id, title }) => ({ id, title, kind: texts.request, target: { feedback_id: id } })),
    ...(articles.data?.results ?? []).map(({ document_id, title }) => ({
      id: document_id,
      title,
      kind: texts.article,
      target: { document_id },
    })),
  ];
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.linkTitle(query)} size="wide">
      <p className="soft">{texts.linkHint}</p>
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <SearchField aria-label={texts.find} autoFocus>
          <Input className="input" placeholder={texts.find} dir="auto" />
        </SearchField>
        <ListBox
          aria-label={texts.find}
          className="menu choices"
          items={items}
          onAction={(key) => {
            const found = items.find(({ id }) => id === key);
            if (found) onFound(found.target);
          }}
          renderEmptyState={() => <p className="soft">{texts.nothingFound}</p>}
        >
          {({ id, title, kind }) => (
            <ListBoxItem id={id} textValue={title} className="menu-item">
              <span className="grow" dir="auto">
                {title}
              </span>
              <span className="soft">{kind}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}
