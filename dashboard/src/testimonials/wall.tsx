import { WALL_LAYOUTS } from '@earshot/contract/services/testimonials/values';
import { testimonials as texts } from '#texts/testimonials';
import { createElement, useEffect } from 'react';
import { useProject } from '../projects/projects.ts';
import { Snippet } from '../ui/copy.tsx';
import { Select } from '../ui/field.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { parseOneOf } from '../ui/search.ts';
import { TestimonialTabs } from './testimonial-tabs.tsx';

const SCRIPT = '/widgets/testimonials.js';

/** Preview of the testimonials widget with its embed code. */
export function Wall() {
  const { slug, api_key: key } = useProject();
  const [layout, setLayout] = useSearchParam('layout', (value) => parseOneOf(WALL_LAYOUTS, value), 'masonry');
  useEffect(() => {
    if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: SCRIPT }));
  }, []);
  const code = `<script type="module" src="${location.origin}${SCRIPT}"></script>
<earshot-testimonials project-key="${key}" layout="${layout}"></earshot-testimonials>`;
  return (
    <Page title={texts.title} tabs={<TestimonialTabs slug={slug} />} lead={texts.wallHint}>
      <div className="wall-tools">
        <Select
          label={texts.layout}
          options={WALL_LAYOUTS.map((id) => ({ id, label: texts.layouts[id] }))}
          value={layout}
          onChange={setLayout}
        />
        <Snippet title={texts.embed} code={code} />
      </div>
      {createElement('earshot-testimonials', { key: layout, 'project-key': key, layout })}
    </Page>
  );
}
