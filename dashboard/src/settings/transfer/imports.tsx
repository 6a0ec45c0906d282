import { IMPORT_COLLECTIONS, IMPORT_SOURCES, type ImportCollection, type ImportSource } from '@earshot/contract/instance/values';
import type { Import } from '@earshot/sdk';
import { imports as texts } from '#texts/settings/imports';
import { FileInput } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { usePageNumber, useSearchParam } from '../../ui/history/page-search.ts';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Empty } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showProblem } from '../../ui/toast.tsx';
import { createCollection, createImport, createTarget, uploadFiles } from './upload.ts';
import { Wizard } from './wizard.tsx';

const ANY = 'any';
const TARGETS = ['this', 'new'] as const;
const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Imports of the project: a list, or the one that the URL names. */
export function Imports() {
  const [id, setId] = useSearchParam('import', readText, '');
  // Files of an upload that failed, which continues without choosing them again.
  const [files, setFiles] = useState<File[]>([]);
  const open = (opened: string, chosen: File[] = []) => {
    setFiles(chosen);
    setId(opened);
  };
  return id ? <Wizard key={id} id={id} files={files} onClose={() => setId('')} /> : <ImportList onOpen={open} />;
}

type Open = (id: string, files?: File[]) => void;

function ImportList({ onOpen }: { onOpen: Open }) {
  const [page, setPage] = usePageNumber();
  const list = useRead('GET /v1/imports', { query: { page } }, { keep: true });
  return (
    <>
      <Start onOpen={onOpen} />
      <section className="panel">
        <PagedList
          query={list}
          empty={
            <Empty icon={<FileInput size={24} />} title={texts.none}>
              <p>{texts.noneHint}</p>
            </Empty>
          }
          onPage={setPage}
        >
          {(items) => (
            <Table label={texts.list} head={[texts.file, texts.status, texts.records, texts.created, '']}>
              {items.map((one) => (
                <Row key={one.id} item={one} onOpen={onOpen} />
              ))}
            </Table>
          )}
        </PagedList>
      </section>
    </>
  );
}

const Row = ({ item: { id, files, source, status, counts, created_at }, onOpen }: { item: Import; onOpen: Open }) => (
  <tr>
    <td>
      <span dir="auto">{files[0]?.name}</span>
      <p className="soft">{texts.sources[source]}</p>
    </td>
    <td>
      <span className={status === 'failed' ? 'tag warn' : 'tag'}>{texts.statuses[status]}</span>
    </td>
    <td>
      {Object.entries(counts).map(([collection, of]) => (
        <p key={collection}>
          {texts.collections[collection as ImportCollection]}: {texts.counts(of)}
        </p>
      ))}
    </td>
    <td>
      <Time iso={created_at} />
    </td>
    <td className="end">
      <Button onPress={() => onOpen(id)}>{texts.open}</Button>
    </td>
  </tr>
);

/** Form for a new import. */
function Start({ onOpen }: { onOpen: Open }) {
  const call = useClient();
  const [source, setSource] = useState<ImportSource>('csv');
  const [collection, setCollection] = useState<ImportCollection | typeof ANY>(ANY);
  const [files, setFiles] = useState<File[]>([]);
  const [isUploading, setUploading] = useState(false);
  const { name: current } = useProject();
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('this');
  const [newName, setNewName] = useState('');
  const navigate = useNavigate();
  const upload = async () => {
    setUploading(true);
    const chosen = { source, collection: source !== 'csv' || collection === ANY ? undefined : collection, files };
    try {
      if (target === 'this') {
        const { id } = await createImport(call, chosen);
        try {
          await uploadFiles(call, id, files);
        } finally {
          // The page of the import continues an interrupted upload.
          void refresh('/v1/imports');
          onOpen(id, files);
        }
        return;
      }
      const { slug, client } = await createTarget(call, newName);
      let id: string | undefined;
      try {
        if (source === 'articles') await createCollection(client);
        ({ id } = await createImport(client, chosen));
        await uploadFiles(client, id, files);
      } finally {
        // The project exists now. Its page of imports tries again.
        await navigate({
          to: '/projects/$slug/settings/$section',
          params: { slug, section: 'imports' },
          search: { import: id },
        });
      }
    } catch (error) {
      showProblem(toSentence(error));
      setUploading(false);
    }
  };
  return (
    <section className="panel" aria-label={texts.start}>
      <p className="soft">{texts.hint}</p>
      <div className="import-start">
        <Select
          label={texts.source}
          options={IMPORT_SOURCES.map((id) => ({ id, label: texts.sources[id] }))}
          value={source}
          onChange={setSource}
        />
        {source === 'csv' && (
          <Select
            label={texts.collection}
            options={[
              { id: ANY, label: texts.recognize },
              ...IMPORT_COLLECTIONS.map((id) => ({ id, label: texts.collections[id] })),
            ]}
            value={collection}
            onChange={setCollection}
          />
        )}
        <Select
          label={texts.target}
          options={TARGETS.map((id) => ({ id, label: id === 'new' ? texts.newProject : texts.thisProject(current) }))}
          value={target}
          onChange={setTarget}
        />
        {target === 'new' && (
          <TextField label={texts.newName} value={newName} onChange={setNewName} isRequired autoFocus maxLength={100} />
        )}
        <div className="actions">
          <FileTrigger allowsMultiple onSelect={(list) => setFiles([...(list ?? [])])}>
            <Button>
              {files.length ? `${files[0]?.name}${files.length > 1 ? ` + ${files.length - 1}` : ''}` : texts.chooseFiles}
            </Button>
          </FileTrigger>
          {source === 'articles' && (
            <FileTrigger acceptDirectory onSelect={(list) => setFiles([...(list ?? [])])}>
              <Button>{texts.chooseFolder}</Button>
            </FileTrigger>
          )}
          <Button
            look="primary"
            isDisabled={!files.length || (target === 'new' && !newName.trim())}
            isPending={isUploading}
            onPress={() => void upload()}
          >
            {isUploading ? texts.uploading : texts.upload}
          </Button>
        </div>
      </div>
    </section>
  );
}
