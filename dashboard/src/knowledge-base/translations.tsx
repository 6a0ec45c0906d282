import type { KnowledgeDocumentWithContent } from '@earshot/sdk';
import { common } from '#texts/common';
import { knowledgeBase, translations as texts } from './texts/en/knowledge-base.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';

const PAGE_SIZE = 100;
const NAMES: Record<string, string> = knowledgeBase.languages;
const nameLanguage = (language: string) => NAMES[language] ?? language;

interface TranslationsProps {
  document: KnowledgeDocumentWithContent;
  mayWork: boolean;
  /** Confirms that a translation is up to date. */
  confirm: () => Promise<void>;
}

/** The languages of an article, and the start of a translation. */
export function Translations({ document, mayWork, confirm }: TranslationsProps) {
  const { slug } = useProject();
  const { id, title, language, status, is_outdated: isOutdated } = document;
  const own = { document_id: id, index_id: document.index_id, title, language, status, is_source: true, is_outdated: false };
  const all = document.translations.length ? document.translations : [own];
  const source = all.find(({ is_source: isSource }) => isSource)?.document_id ?? id;
  return (
    <section>
      <h2>{texts.title}</h2>
      <ul className="plain-list">
        {all.map((one) => (
          <li key={one.document_id} className="linked">
            <span className="grow">
              {one.document_id === id ? (
                <strong>{nameLanguage(one.language)}</strong>
              ) : (
                <Link
                  to="/projects/$slug/help/$index/documents/$document"
                  params={{ slug, index: one.index_id, document: one.document_id }}
                >
                  {nameLanguage(one.language)}
                </Link>
              )}
            </span>
            {one.is_outdated && <span className="tag">{texts.outdated}</span>}
            {all.length > 1 && one.status !== 'published' && (
              <span className={`status ${one.status}`}>{knowledgeBase.statuses[one.status]}</span>
            )}
          </li>
        ))}
      </ul>
      {mayWork && isOutdated && (
        <>
          <p className="hint">{texts.outdatedHint}</p>
          <Button
            onPress={() =>
              void confirm().then(
                () => void showToast(common.saved),
                (error: unknown) => void showProblem(toSentence(error)),
              )
            }
          >
            {texts.confirm}
          </Button>
        </>
      )}
      {mayWork && (
        <DialogTrigger>
          <Button icon={<Plus size={15} />}>{texts.add}</Button>
          <NewTranslation document={document} source={source} taken={all.map((one) => one.language)} />
        </DialogTrigger>
      )}
    </section>
  );
}

interface NewTranslationProps {
  document: KnowledgeDocumentWithContent;
  /** Id of the source. */
  source: string;
  /** Languages of the source and its translations. */
  taken: string[];
}

/** Dialog that starts a draft with the text of an article. */
function NewTranslation({ document, source, taken }: NewTranslationProps) {
  const { slug } = useProject();
  const call = useClient();
  const navigate = useNavigate();
  const free = Object.keys(NAMES).filter((language) => !taken.includes(language));
  const [language, setLanguage] = useState(free[0] ?? '');
  const [chosen, setChosen] = useState<string>();
  const indexes = useRead('GET /v1/indexes', { query: { limit: PAGE_SIZE } }).data?.data ?? [];
  const index = chosen ?? indexes.find((one) => one.language === language)?.id ?? document.index_id;
  return (
    <Dialog title={texts.addTitle}>
      {(close) => (
        <Form
          onSubmit={async () => {
            const { title, content, content_type } = document;
            const created = await call('POST /v1/indexes/{id}/documents', {
              path: { id: index },
              body: { title, content, content_type, status: 'draft', language, translation_of: source },
            });
            close();
            await refresh('/v1/indexes');
            await navigate({
              to: '/projects/$slug/help/$index/documents/$document',
              params: { slug, index, document: created.id },
            });
          }}
        >
          {({ isBusy }) => (
            <>
              <p className="soft">{texts.addHint}</p>
              <Select
                name="language"
                label={knowledgeBase.language}
                options={free.map((id) => ({ id, label: nameLanguage(id) }))}
                value={language}
                onChange={setLanguage}
              />
              <Select
                label={texts.collection}
                hint={texts.collectionHint}
                options={indexes.map(({ id, name }) => ({ id, label: name }))}
                value={index}
                onChange={setChosen}
              />
              <FormActions label={common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
