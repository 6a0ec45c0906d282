interface RenderedProps {
  /** HTML of the server. Without it, the plain text is shown. */
  html: string | undefined;
  text: string;
}

/** Rendered Markdown. The server has sanitized the HTML. */
export const Rendered = ({ html, text }: RenderedProps) =>
  html === undefined ? (
    <p className="said" dir="auto">
      {text}
    </p>
  ) : (
    <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
  );
