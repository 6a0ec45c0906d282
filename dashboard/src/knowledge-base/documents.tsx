import { DOCUMENT_STATUSES, FIGURE_SORTS } from '@earshot/contract/services/knowledge-base/values';
import type { DocumentFigures } from '@earshot/sdk';
import { common } from '#texts/common';
import { arrangement, knowledgeBase as texts, translations } from './texts/en/knowledge-base.ts';
import { Link, useParams } from '@tanstack/react-router';
import { ExternalLink, MoreHorizontal, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { DropZone, FileTrigger, Group } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { Confirm } from '../ui/confirm.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import type { Change } from '../ui/history/step.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';
import { Empty, Skeleton } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Time } from '../ui/time.tsx';
import { AudienceLock } from './audience.tsx';
import { IndexLayout } from './index-layout.tsx';
import { filesDropped, filesPicked, type Imported, useImport } from './import.ts';
import { formatNumber, locale } from '../texts/plural.ts';

const PAGE_SIZE = 50;
const COLUMNS = {
  [texts.documentTitle]: 'title',
  [texts.views]: 'views',
  [texts.helpful]: 'helpful',
  [texts.searches]: 'searches',
  [texts.changed]: 'updated',
};
const HEAD = [texts.documentTitle, texts.status, texts.category, texts.views, texts.helpful, texts.searches, texts.changed];

const readFilters = (search: Record<string, unknown>) =>
  withoutEmpty({
    q: parseText(search.q),
    category: parseText(search.category),
    status: parseOneOf(DOCUMENT_STATUSES, search.status),
    sort: parseOneOf(FIGURE_SORTS, search.sort),
    page: parsePage(search.page),
  });

/** Documents of an index. Folders of Markdown files can be dropped on the list. */
export function Documents() {
  const { slug } = useProject();
  const { index: id } = useParams({ from: '/app/projects/$slug/help/$index' });
  const call = useClient();
  const mayWork = useMay('member');
  const [{ category, ...filters }, setFilters] = useListSearch(readFilters);
  const documents = useRead(
    'GET /v1/indexes/{id}/figures',
    {
      path: { id },
      query: {
        ...filters,
        ...(category !== undefined && { category: category === NO_CATEGORY ? '' : category }),
        limit: PAGE_SIZE,
      },
    },
    { keep: true },
  );
  const isUnfiltered = !filters.q && !filters.status && category === undefined;
  const { state, importFiles } = useImport(id);
  return (
    <IndexLayout
      actions={
        <>
          <CsvMenu
            save={({ bom }) =>
              download(call, 'GET /v1/indexes/{id}/export.csv', { path: { id }, query: { bom } }, `${slug}-articles.csv`)
            }
          />
          {mayWork && (
            <>
              <FileTrigger acceptDirectory onSelect={(files) => files && void importFiles(filesPicked(files))}>
                <Button icon={<Upload size={16} />}>{texts.import}</Button>
              </FileTrigger>
              <LinkButton
                look="primary"
                icon={<Plus size={16} />}
                to="/projects/$slug/help/$index/documents/$document"
                params={{ slug, index: id, document: 'new' }}
              >
                {texts.newArticle}
              </LinkButton>
            </>
          )}
        </>
      }
    >
      {() => (
        <DropZone
          className="drop-zone"
          aria-label={texts.drop}
          isDisabled={!mayWork}
          getDropOperation={() => 'copy'}
          onDrop={({ items }) => void filesDropped(items).then(importFiles)}
        >
          <ImportState state={state} />
          {(!isUnfiltered || documents.data?.total !== 0) && (
            <FilterBar indexId={id} q={filters.q ?? ''} status={filters.status} category={category} onChange={setFilters} />
          )}
          <PagedList
            query={documents}
            skeleton={<Skeleton lines={6} height="2.25rem" />}
            empty={
              isUnfiltered ? (
                <Empty title={texts.noDocuments}>
                  <p>{texts.noDocumentsHint}</p>
                </Empty>
              ) : (
                <Empty title={texts.noMatches} />
              )
            }
            onPage={(page) => setFilters({ page }, 'page')}
          >
            {(items) => (
              <Table
                label={texts.tabs.documents}
                head={[...HEAD, ...(mayWork ? [''] : [])]}
                numbers={[texts.views, texts.helpful, texts.searches]}
                sorting={{
                  columns: COLUMNS,
                  ascending: ['title'],
                  value: filters.sort ?? '',
                  onChange: (sort) => setFilters({ sort: parseOneOf(FIGURE_SORTS, sort) }),
                }}
              >
                {items.map((document) => (
                  <Row key={document.id} document={document} />
                ))}
              </Table>
            )}
          </PagedList>
        </DropZone>
      )}
    </IndexLayout>
  );
}

function ImportState({ state }: { state: Imported | undefined }) {
  if (!state) return undefined;
  const { done, total, failures } = state;
  return (
    <div className="notice" role="status">
      {done < total ? (
        <>
          <progress value={done} max={total} aria-label={texts.import} />
          {texts.importing(done, total)}
        </>
      ) : total === 0 ? (
        texts.nothingToImport
      ) : (
        texts.imported(done - failures.length)
      )}
      {failures.length > 0 && (
        <ul className="bullets">
          {failures.map(({ name, why }) => (
            <li key={name}>
              {texts.notImported} {name}: {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Filter of articles without a category. */
const NO_CATEGORY = '-';

interface FilterBarProps {
  indexId: string;
  q: string;
  status: DocumentStatus | undefined;
  category: string | undefined;
  onChange: (
    changes: { q?: string; status?: DocumentStatus | undefined; category?: string | undefined },
    change?: Change,
  ) => void;
}

function FilterBar({ indexId, q, status, category, onChange }: FilterBarProps) {
  const order = useRead('GET /v1/indexes/{id}/order', { path: { id: indexId } });
  const names = order.data?.categories.map(({ name }) => name ?? NO_CATEGORY) ?? [];
  return (
    <Group className="filters" aria-label={texts.filters}>
      <SearchBox label={texts.searchTitles} value={q} onChange={(typed) => onChange({ q: typed }, 'typing')} />
      <FilterChoice
        label={texts.status}
        values={DOCUMENT_STATUSES}
        names={texts.statuses}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      {(names.length > 1 || category !== undefined) && (
        <FilterChoice
          label={texts.category}
          values={names}
          names={Object.fromEntries(names.map((name) => [name, name === NO_CATEGORY ? arrangement.none : name]))}
          value={category}
          onChange={(chosen) => onChange({ category: chosen })}
        />
      )}
    </Group>
  );
}

function Row({ document }: { document: DocumentFigures }) {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const {
    id,
    index_id: index,
    title,
    category,
    views,
    helpful,
    not_helpful: notHelpful,
    searches,
    updated_at: updated,
  } = document;
  const ratings = helpful + notHelpful;
  return (
    <tr>
      <td>
        <Link to="/projects/$slug/help/$index/documents/$document" params={{ slug, index, document: id }} dir="auto">
          {title}
        </Link>{' '}
        <AudienceLock audience={document.audience} />{' '}
        {document.is_outdated && <span className="tag">{translations.outdated}</span>}
      </td>
      <td>
        <span className={`status ${document.status}`}>
          {document.has_pending_changes ? texts.unpublishedChanges : texts.statuses[document.status]}
        </span>
      </td>
      <td className="soft">{category && <bdi>{category}</bdi>}</td>
      <td className="number">{formatNumber(views)}</td>
      <td className="number" title={ratings ? texts.ratings(helpful, ratings) : undefined}>
        {ratings > 0 && (
          <>
            {(helpful / ratings).toLocaleString(locale, { style: 'percent' })}{' '}
            <span className="soft">({formatNumber(ratings)})</span>
          </>
        )}
      </td>
      <td className="number">{formatNumber(searches)}</td>
      <td>
        <Time iso={updated} />
      </td>
      {mayWork && (
        <td className="end">
          <RowMenu document={document} />
        </td>
      )}
    </tr>
  );
}

function RowMenu({ document: { id, index_id: index, title, url, status } }: { document: DocumentFigures }) {
  const { slug, settings } = useProject();
  const call = useClient();
  const [isDeleting, setDeleting] = useState(false);
  const hasPage = status === 'published' && settings.pages.sections.includes('help');
  const publicUrl = url ?? (hasPage ? `/p/${slug}/help/${id}` : undefined);
  return (
    <>
      <Menu
        label={arrangement.more(title)}
        trigger={
          <IconButton label={arrangement.more(title)}>
            <MoreHorizontal size={16} />
          </IconButton>
        }
      >
        {publicUrl ? (
          <MenuItem icon={<ExternalLink size={15} />} href={publicUrl} target="_blank">
            {texts.open}
          </MenuItem>
        ) : undefined}
        <MenuItem icon={<Trash2 size={15} />} isDanger onAction={() => setDeleting(true)}>
          {common.delete}
        </MenuItem>
      </Menu>
      {isDeleting && (
        <Confirm
          title={texts.deleteDocument(title)}
          label={texts.delete}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await call('DELETE /v1/indexes/{id}/documents/{document_id}', { path: { id: index, document_id: id } });
            await refresh('/v1/indexes');
          }}
        >
          <p>{texts.deleteDocumentHint}</p>
        </Confirm>
      )}
    </>
  );
}
