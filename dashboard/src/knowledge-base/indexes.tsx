import type { KnowledgeIndex } from '@earshot/sdk';
import { common } from '#texts/common';
import { arrangement, knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { MoveButtons } from '../ui/lists/move-buttons.tsx';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { moveBefore, SortableList } from '../ui/lists/sortable-list.tsx';
import { Empty } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { showProblem } from '../ui/toast.tsx';
import { AudienceLock } from './audience.tsx';
import { Clusters } from './clusters.tsx';

const LANGUAGES = Object.entries(texts.languages).map(([id, label]) => ({ id, label }));

const PAGE_SIZE = 100;

/** List of collections. */
export function Indexes() {
  const maySet = useMay('admin');
  const [page, setPage] = usePageNumber();
  const indexes = useRead('GET /v1/indexes', { query: { page, limit: PAGE_SIZE } }, { keep: true });
  const create = maySet && (
    <DialogTrigger>
      <Button look="primary" icon={<Plus size={16} />}>
        {texts.newIndex}
      </Button>
      <NewIndex />
    </DialogTrigger>
  );
  return (
    <Page title={texts.title} actions={create}>
      <PagedList
        query={indexes}
        empty={
          <Empty icon={<BookOpen size={28} />} title={texts.empty}>
            <p>{texts.emptyHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => (
          <>
            <Collections items={items} offset={(page - 1) * PAGE_SIZE} />
            <Clusters collections={items} />
          </>
        )}
      </PagedList>
    </Page>
  );
}

/** Collections in their order, which members change. `offset` is the number of collections on earlier pages. */
function Collections({ items, offset }: { items: KnowledgeIndex[]; offset: number }) {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const call = useClient();
  const [moved, setMoved] = useState<KnowledgeIndex[]>();
  const shown = moved ?? items;
  const move = async ([id = '']: string[], before: string | undefined) => {
    const next = moveBefore(
      shown,
      shown.filter((one) => one.id === id),
      before,
    );
    setMoved(next);
    try {
      const position = offset + next.findIndex((one) => one.id === id);
      await call('PATCH /v1/indexes/{id}', { path: { id }, body: { position } });
      await refresh('/v1/indexes');
    } catch (error) {
      showProblem(toSentence(error));
    }
    setMoved(undefined);
  };
  return (
    <SortableList
      label={texts.indexes}
      type="earshot-collection"
      items={shown}
      nameOf={({ name }) => name}
      onMove={mayWork && items.length > 1 ? (ids, before) => void move(ids, before) : undefined}
    >
      {({ id, name, description, language, audience, document_count, updated_at }) => (
        <>
          <span className="row-main">
            <Link
              to="/projects/$slug/help/$index"
              params={{ slug, index: id }}
              className="row-title"
              draggable={false}
              dir="auto"
            >
              {name}
            </Link>
            <AudienceLock audience={audience} />
            {description && (
              <span className="soft" dir="auto">
                {description}
              </span>
            )}
            <span className="row-meta">
              <span>{texts.documentCount(document_count)}</span>
              <span>{texts.languages[language as keyof typeof texts.languages] ?? language}</span>
              <Time iso={updated_at} />
            </span>
          </span>
          {mayWork && shown.length > 1 && (
            <span className="actions end on-hover">
              <MoveButtons
                index={shown.findIndex((one) => one.id === id)}
                count={shown.length}
                up={arrangement.moveUp(name)}
                down={arrangement.moveDown(name)}
                onMove={(to) => {
                  const others = shown.filter((one) => one.id !== id);
                  void move([id], others[to]?.id);
                }}
              />
            </span>
          )}
        </>
      )}
    </SortableList>
  );
}

function NewIndex() {
  const { slug } = useProject();
  const call = useClient();
  const navigate = useNavigate();
  const [language, setLanguage] = useState('en');
  return (
    <Dialog title={texts.newIndex}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            const { id } = await call('POST /v1/indexes', { body: { name: text('name'), language } });
            close();
            await refresh('/v1/indexes');
            await navigate({ to: '/projects/$slug/help/$index', params: { slug, index: id } });
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="name" label={texts.name} hint={texts.nameHint} isRequired autoFocus maxLength={100} />
              <Select
                label={texts.language}
                hint={texts.languageHint}
                name="language"
                options={LANGUAGES}
                value={language}
                onChange={setLanguage}
              />
              <FormActions label={common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
