import { editor as texts } from '#texts/editor';
import { useRead } from '../api.ts';
import { Rendered } from './rendered.tsx';
import { useSettled } from './typed.ts';

/** Markdown as readers will see it: rendered by the server, as theirs is. */
export function MarkdownPreview({ title, content }: { title?: string; content: string }) {
  const settled = useSettled(content);
  const preview = useRead(
    'POST /v1/changelog/preview',
    { body: { content: settled } },
    { keep: true, staleTime: Infinity, enabled: settled.trim() !== '' },
  );
  return (
    <section className="preview" aria-label={texts.preview}>
      {title && <h2>{title}</h2>}
      {content.trim() !== '' && <Rendered html={preview.data?.content_html ?? ''} text="" />}
    </section>
  );
}
