import type { ContentVersion, ContentVersionSummary } from '@earshot/sdk';
import { editor as texts } from '#texts/editor';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import type { Flavor } from './markdown/parse.ts';
import { ShownText } from './shown-text.tsx';

/** All that the server keeps. */
const MAX_VERSIONS = 50;

type Restore = (version: { title: string; content: string }) => void;

interface HistoryProps {
  /** Undefined when the text can't be changed. */
  onRestore?: Restore;
  onClose: () => void;
}

/** Versions of a changelog entry. */
export function EntryHistory({ id, ...props }: HistoryProps & { id: string }) {
  const [chosen, choose] = useState<string>();
  const versions = useRead('GET /v1/changelog/{id}/versions', { path: { id }, query: { limit: MAX_VERSIONS } });
  const shown = chosen ?? versions.data?.data[0]?.id;
  const version = useRead(
    'GET /v1/changelog/{id}/versions/{version_id}',
    { path: { id, version_id: shown ?? '' } },
    { enabled: shown !== undefined },
  );
  return <History {...props} flavor="entry" versions={versions} version={version} shown={shown} onChoose={choose} />;
}

/** Versions of a document of the knowledge base. */
export function DocumentHistory({ indexId, documentId, ...props }: HistoryProps & { indexId: string; documentId: string }) {
  const path = { id: indexId, document_id: documentId };
  const [chosen, choose] = useState<string>();
  const versions = useRead('GET /v1/indexes/{id}/documents/{document_id}/versions', {
    path,
    query: { limit: MAX_VERSIONS },
  });
  const shown = chosen ?? versions.data?.data[0]?.id;
  const version = useRead(
    'GET /v1/indexes/{id}/documents/{document_id}/versions/{version_id}',
    { path: { ...path, version_id: shown ?? '' } },
    { enabled: shown !== undefined },
  );
  return <History {...props} flavor="article" versions={versions} version={version} shown={shown} onChoose={choose} />;
}

interface LoadedHistoryProps extends HistoryProps {
  flavor: Flavor;
  versions: UseQueryResult<{ data: ContentVersionSummary[] }>;
  version: UseQueryResult<ContentVersion>;
  shown: string | undefined;
  onChoose: (id: string) => void;
}

function History({ flavor, versions, version, shown, onChoose, onRestore, onClose }: LoadedHistoryProps) {
  return (
    <Dialog title={texts.history} size="wide" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Loaded query={versions}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{texts.noVersions}</p>
          ) : (
            <div className="version-history">
              <ol className="history-list" aria-label={texts.history}>
                {data.map(({ id, actor_name, updated_at }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className="history-item"
                      aria-current={id === shown ? 'true' : undefined}
                      onClick={() => onChoose(id)}
                    >
                      <Time iso={updated_at} />
                      <span className="soft">{actor_name ?? texts.unknownAuthor}</span>
                    </button>
                  </li>
                ))}
              </ol>
              <Loaded query={version}>
                {(found) => (
                  <section className="history-version" aria-label={found.title}>
                    <h3>{found.title}</h3>
                    <ShownText label={texts.history} text={found.content} flavor={flavor} />
                    {onRestore && (
                      <div className="actions">
                        <Button
                          look="primary"
                          onPress={() => {
                            onRestore({ title: found.title, content: found.content });
                            showToast(texts.restored);
                            onClose();
                          }}
                        >
                          {texts.restore}
                        </Button>
                      </div>
                    )}
                  </section>
                )}
              </Loaded>
            </div>
          )
        }
      </Loaded>
      <p className="hint">{texts.historyHint}</p>
    </Dialog>
  );
}
