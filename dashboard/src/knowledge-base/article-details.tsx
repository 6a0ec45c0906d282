import type { ArticleAudience } from '@earshot/contract/services/knowledge-base/values';
import type { Body, KnowledgeDocumentWithContent } from '@earshot/sdk';
import { common } from '#texts/common';
import { articleDetails as texts, audience as audiences } from './texts/en/knowledge-base.ts';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/field.tsx';
import { SuggestField } from '../ui/suggest-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { type Audience, AudienceFields } from './audience.tsx';

interface ArticleDetailsProps {
  document: KnowledgeDocumentWithContent;
  mayWork: boolean;
  save: (change: Body<'PATCH /v1/indexes/{id}/documents/{document_id}'>) => Promise<void>;
}

const INHERIT = 'inherit';
type Chosen = Audience<ArticleAudience | typeof INHERIT>;

const toAudience = ({
  audience = 'everyone',
  inherits_audience: inherits,
  segment_id: segment,
}: KnowledgeDocumentWithContent): Chosen =>
  inherits ? { audience: INHERIT, segment: '' } : { audience, segment: segment ?? '' };

/** Form of the category and the readers of an article, which change immediately. Give it a key, so that it shows changes of the server. */
export function ArticleDetails({ document, mayWork, save }: ArticleDetailsProps) {
  const [category, setCategory] = useState(document.category ?? '');
  const [chosen, setChosen] = useState(toAudience(document));
  const index = useRead('GET /v1/indexes/{id}', { path: { id: document.index_id } });
  const order = useRead('GET /v1/indexes/{id}/order', { path: { id: document.index_id } });
  const categories = order.data?.categories.flatMap(({ name }) => name ?? []) ?? [];
  const { audience, segment } = toAudience(document);
  const changesCategory = category.trim() !== (document.category ?? '');
  const changesAudience = chosen.audience !== audience || (chosen.audience === 'segment' && chosen.segment !== segment);
  const inherited = index.data?.audience;
  return (
    <Form
      onSubmit={async () => {
        await save({
          ...(changesCategory && { category: category.trim() || null }),
          ...(changesAudience && {
            audience: chosen.audience === INHERIT ? null : chosen.audience,
            segment_id: chosen.audience === 'segment' ? chosen.segment : null,
          }),
        });
        showToast(common.saved);
      }}
    >
      {({ isBusy }) => (
        <>
          <SuggestField
            name="category"
            label={texts.category}
            value={category}
            onChange={setCategory}
            maxLength={100}
            suggestions={categories}
            placeholder={texts.noCategory}
            isReadOnly={!mayWork}
          />
          <AudienceFields<typeof INHERIT>
            label={audiences.label}
            before={[
              { id: INHERIT, label: inherited ? audiences.inherits(audiences.audiences[inherited]) : audiences.inheritsAny },
            ]}
            value={chosen}
            onChange={setChosen}
            isDisabled={!mayWork}
          />
          {mayWork && (changesCategory || changesAudience) && (
            <Button type="submit" isPending={isBusy}>
              {texts.save}
            </Button>
          )}
        </>
      )}
    </Form>
  );
}
