import { common } from '#texts/common';
import { knowledgeBase as texts } from '#texts/knowledge-base';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/pagination.tsx';
import { Empty } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';

const LANGUAGES = Object.entries(texts.languages).map(([id, label]) => ({ id, label }));

/** List of indexes. */
export function Indexes() {
  const { slug } = useProject();
  const maySet = useMay('admin');
  const [page, setPage] = usePageNumber();
  const indexes = useRead('GET /v1/indexes', { query: { page } }, { keep: true });
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
          <ul className="rows" aria-label={texts.indexes}>
            {items.map(({ id, name, language, document_count, updated_at }) => (
              <li key={id} className="row">
                <span className="row-main">
                  <Link to="/projects/$slug/help/$index" params={{ slug, index: id }} className="row-title" dir="auto">
                    {name}
                  </Link>
                  <span className="row-meta">
                    <span>{texts.documentCount(document_count)}</span>
                    <span>{texts.languages[language as keyof typeof texts.languages] ?? language}</span>
                    <Time iso={updated_at} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
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
