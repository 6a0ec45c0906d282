import { DOCUMENT_STATUSES } from '@earshot/contract/services/knowledge-base/values';
import { common } from '#texts/common';
import { knowledgeBase as texts } from '#texts/knowledge-base';
import { Link, useParams } from '@tanstack/react-router';
import { Plus, Trash2, Upload } from 'lucide-react';
import { DropZone, FileTrigger, Group } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { Confirm } from '../ui/confirm.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { parseOneOf, parsePage, withoutEmpty } from '../ui/search.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { IndexLayout } from './index-layout.tsx';
import { filesDropped, filesPicked, type Imported, useImport } from './import.ts';

const PAGE_SIZE = 50;

const readFilters = (search: Record<string, unknown>) =>
  withoutEmpty({ status: parseOneOf(DOCUMENT_STATUSES, search.status), page: parsePage(search.page) });

/** Documents of an index. Folders of Markdown files can be dropped on the list. */
export function Documents() {
  const { slug } = useProject();
  const { index: id } = useParams({ from: '/app/projects/$slug/help/$index' });
  const call = useClient();
  const mayWork = useMay('member');
  const [{ page = 1, status }, setSearch] = useListSearch(readFilters);
  const documents = useRead(
    'GET /v1/indexes/{id}/documents',
    { path: { id }, query: { page, limit: PAGE_SIZE, status } },
    { keep: true },
  );
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
          <Group className="filters" aria-label={texts.filters}>
            <FilterChoice
              label={texts.status}
              values={DOCUMENT_STATUSES}
              names={texts.statuses}
              value={status}
              onChange={(chosen) => setSearch({ status: chosen })}
            />
          </Group>
          <PagedList
            query={documents}
            skeleton={<Skeleton lines={6} height="2.25rem" />}
            empty={
              status ? (
                <Empty title={texts.noMatches} />
              ) : (
                <Empty title={texts.noDocuments}>
                  <p>{texts.noDocumentsHint}</p>
                </Empty>
              )
            }
            onPage={(next) => setSearch({ page: next }, 'page')}
          >
            {(items) => (
              <Table
                label={texts.tabs.documents}
                head={[texts.documentTitle, texts.status, texts.chunks, texts.changed, ...(mayWork ? [''] : [])]}
                numbers={[texts.chunks]}
              >
                {items.map((document) => (
                  <tr key={document.id}>
                    <td>
                      <Link
                        to="/projects/$slug/help/$index/documents/$document"
                        params={{ slug, index: id, document: document.id }}
                      >
                        {document.title}
                      </Link>
                      {document.external_id && <p className="soft">{document.external_id}</p>}
                    </td>
                    <td>
                      <span className={`status ${document.status}`}>
                        {document.has_pending_changes ? texts.unpublishedChanges : texts.statuses[document.status]}
                      </span>
                    </td>
                    <td className="number">{document.chunks_created}</td>
                    <td>
                      <Time iso={document.updated_at} />
                    </td>
                    {mayWork && (
                      <td className="end">
                        <DeleteDocument indexId={id} id={document.id} title={document.title} />
                      </td>
                    )}
                  </tr>
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

function DeleteDocument({ indexId, id, title }: { indexId: string; id: string; title: string }) {
  const call = useClient();
  return (
    <Confirm
      trigger={
        <IconButton label={`${common.delete}: ${title}`}>
          <Trash2 size={15} />
        </IconButton>
      }
      title={texts.deleteDocument(title)}
      label={texts.delete}
      onConfirm={async () => {
        await call('DELETE /v1/indexes/{id}/documents/{document_id}', { path: { id: indexId, document_id: id } });
        await refresh('/v1/indexes');
      }}
    >
      <p>{texts.deleteDocumentHint}</p>
    </Confirm>
  );
}
