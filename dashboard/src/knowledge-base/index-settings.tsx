import type { KnowledgeIndex } from '@earshot/sdk';
import { common } from '#texts/common';
import { audience, knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh, refreshRoute, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { type Audience, AudienceFields } from './audience.tsx';
import { IndexLayout } from './index-layout.tsx';

export const IndexSettings = () => <IndexLayout>{(index) => <Fields key={index.id} index={index} />}</IndexLayout>;

/** One group per line: `invoice, bill` */
const parseGroups = (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )
    .filter((group) => group.length > 0);

function Fields({ index }: { index: KnowledgeIndex }) {
  const { slug } = useProject();
  const maySet = useMay('admin');
  const call = useClient();
  const navigate = useNavigate();
  const [mode, setMode] = useState(index.mode);
  const [readers, setReaders] = useState<Audience>({ audience: index.audience ?? 'everyone', segment: index.segment_id ?? '' });
  const path = { id: index.id };
  return (
    <>
      <Form
        className="form settings-form"
        onSubmit={async (text) => {
          await call('PATCH /v1/indexes/{id}', {
            path,
            body: {
              name: text('name'),
              description: text('description'),
              synonyms: parseGroups(text('synonyms')),
              ...(mode !== index.mode && { mode }),
              audience: readers.audience,
              segment_id: readers.audience === 'segment' ? readers.segment || null : null,
            },
          });
          showToast(texts.saved);
          await refresh('/v1/indexes');
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.name} defaultValue={index.name} isReadOnly={!maySet} maxLength={100} />
            <TextField
              name="description"
              label={texts.description}
              hint={texts.descriptionHint}
              defaultValue={index.description}
              isReadOnly={!maySet}
              maxLength={300}
            />
            <TextField
              name="synonyms"
              label={texts.synonyms}
              hint={texts.synonymsHint}
              rows={5}
              defaultValue={index.synonyms.map((group) => group.join(', ')).join('\n')}
              isReadOnly={!maySet}
            />
            <Select
              label={texts.mode}
              hint={texts.modeHint}
              name="mode"
              options={[
                { id: 'lexical', label: texts.modes.lexical },
                { id: 'hybrid', label: texts.modes.hybrid },
              ]}
              value={mode}
              onChange={setMode}
              isDisabled={!maySet}
            />
            <AudienceFields
              label={audience.label}
              hint={audience.collectionHint}
              value={readers}
              onChange={setReaders}
              isDisabled={!maySet}
            />
            {maySet && (
              <div className="actions">
                <Button type="submit" look="primary" isPending={isBusy}>
                  {common.save}
                </Button>
              </div>
            )}
          </>
        )}
      </Form>
      {maySet && (
        <section className="danger-zone">
          <p className="soft">{texts.deleteIndexHint}</p>
          <Confirm
            trigger={<Button look="danger">{texts.deleteIndex}</Button>}
            title={texts.deleteIndexTitle(index.name)}
            label={texts.deleteIndex}
            onConfirm={async () => {
              await call('DELETE /v1/indexes/{id}', { path });
              await navigate({ to: '/projects/$slug/help', params: { slug } });
              await refreshRoute('GET /v1/indexes');
            }}
          >
            <p>{texts.deleteIndexHint}</p>
          </Confirm>
        </section>
      )}
    </>
  );
}
