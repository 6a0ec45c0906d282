import { DEFAULT_WALL_STYLE, type WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import type { TestimonialCollection } from '@earshot/sdk';
import { common } from '#texts/common';
import { testimonials as testimonialTexts } from './texts/en/testimonials.ts';
import { walls as texts } from './texts/en/walls.ts';
import { ExternalLink, Plus } from 'lucide-react';
import { createElement, useEffect, useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Snippet } from '../ui/copy.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { Select } from '../ui/field.tsx';
import { usePageSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { parseText } from '../ui/search.ts';
import { showProblem, showToast } from '../ui/toast.tsx';
import { CollectionDialog, CollectionMenu } from './collections.tsx';
import { TestimonialTabs } from './testimonial-tabs.tsx';
import { isComplete, StyleFields, toAttributes } from './wall-style.tsx';

const SCRIPT = '/widgets/testimonials.js';
const ALL = 'all';

/** Walls of all testimonials and of collections: their look with a preview, and their embed codes. */
export function Wall() {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const [{ collection: chosen }, change] = usePageSearch((search) => ({ collection: parseText(search.collection) }));
  const [isCreating, setCreating] = useState(false);
  const collections = useRead('GET /v1/testimonials/collections').data?.data ?? [];
  const collection = collections.find((one) => one.slug === chosen);
  const open = (next: TestimonialCollection) => change({ collection: next.slug });
  useEffect(() => {
    if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: SCRIPT }));
  }, []);
  return (
    <Page
      title={testimonialTexts.title}
      tabs={<TestimonialTabs slug={slug} />}
      actions={
        mayWork && (
          <Button look="primary" icon={<Plus size={16} />} onPress={() => setCreating(true)}>
            {texts.newCollection}
          </Button>
        )
      }
    >
      <div className="filters">
        <Select
          label={texts.wall}
          isLabelHidden
          options={[{ id: ALL, label: texts.all }, ...collections.map(({ slug: id, name }) => ({ id, label: name }))]}
          value={collection?.slug ?? ALL}
          onChange={(next) => change({ collection: next === ALL ? undefined : next })}
        />
        {collection && mayWork && (
          <CollectionMenu
            key={collection.id}
            collection={collection}
            onSaved={open}
            onDeleted={() => change({ collection: undefined }, 'default')}
          />
        )}
        {collection && <span className="soft">{texts.count(collection.count)}</span>}
      </div>
      <Editor key={collection?.id ?? ALL} collection={collection} />
      {isCreating && <CollectionDialog onSaved={open} onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** Options of a wall next to its preview. */
function Editor({ collection }: { collection: TestimonialCollection | undefined }) {
  const { id, slug, api_key: key, settings } = useProject();
  const [isMember, isAdmin] = [useMay('member'), useMay('admin')];
  const call = useClient();
  const ofProject: WallStyle = { ...DEFAULT_WALL_STYLE, ...settings.testimonials.wall };
  const saved: WallStyle = { ...ofProject, ...collection?.style };
  const [changes, setChanges] = useState<Partial<WallStyle>>({});
  const style = { ...saved, ...changes };
  const isChanged = JSON.stringify(style) !== JSON.stringify(saved);
  const maySave = collection ? isMember : isAdmin;
  // Not each step of the color picker draws the wall again.
  const shown = useDebounced(JSON.stringify({ ...(collection && { collection: collection.slug }), ...toAttributes(style) }));
  const save = async (next: WallStyle | null) => {
    try {
      await (collection
        ? call('PATCH /v1/testimonials/collections/{id}', { path: { id: collection.id }, body: { style: next } })
        : call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { testimonials: { wall: next ?? undefined } } } }));
      await Promise.all([refresh('/v1/testimonials'), refresh('/v1/projects')]);
      setChanges({});
      showToast(texts.saved);
    } catch (error) {
      showProblem(toSentence(error));
    }
  };
  const attributes = collection ? ` collection="${collection.slug}"` : '';
  const embed = (element: string) => `<script type="module" src="${location.origin}${SCRIPT}"></script>
<${element} project-key="${key}"${attributes}></${element}>`;
  return (
    <div className="wall-editor">
      <section className="panel" aria-label={texts.options}>
        <StyleFields
          style={style}
          isReadOnly={!maySave}
          onChange={(changed) => setChanges((before) => ({ ...before, ...changed }))}
        />
        {maySave ? (
          <div className="actions">
            <Button look="primary" isDisabled={!isChanged || !isComplete(style)} onPress={() => void save(style)}>
              {common.save}
            </Button>
            {isChanged && <Button onPress={() => setChanges({})}>{texts.discard}</Button>}
            {!isChanged && collection?.style && <Button onPress={() => void save(null)}>{texts.inherit}</Button>}
          </div>
        ) : (
          <p className="hint">{texts.adminsOnly}</p>
        )}
      </section>
      <div className="panel wall-codes">
        <Snippet title={texts.embed} code={embed('earshot-testimonials')} />
        <Snippet title={texts.badge} code={embed('earshot-testimonials-badge')} />
      </div>
      <section className="wall-preview" aria-label={texts.preview}>
        <div className="wall-preview-head">
          <h2>{texts.preview}</h2>
          <a className="button quiet" href={collection?.url ?? `/p/${slug}/testimonials`} target="_blank" rel="noreferrer">
            <ExternalLink size={15} aria-hidden />
            {texts.openPage}
          </a>
        </div>
        {createElement('earshot-testimonials', { 'project-key': key, ...(JSON.parse(shown) as object) })}
      </section>
    </div>
  );
}
