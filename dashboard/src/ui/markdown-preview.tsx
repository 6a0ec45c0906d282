import { editor as texts } from '#texts/editor';
import { useRead } from '../api.ts';
import { Rendered } from './rendered.tsx';
import { useDebounced } from './debounce.ts';

/** Preview of Markdown, rendered by the server as for readers. */
export function MarkdownPreview({ title, content }: { title?: string; content: string }) {
  const settled = useDebounced(content);
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
