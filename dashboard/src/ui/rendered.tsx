interface RenderedProps {
  /** As the server rendered it; without it, the text stands as it was written. */
  html: string | undefined;
  text: string;
}

/** A text in Markdown, as people read it. The server took out whatever could run. */
export const Rendered = ({ html, text }: RenderedProps) =>
  html === undefined ? <p className="said">{text}</p> : <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
