import type { Flavor } from './markdown/parse.ts';
import { useRichText } from './text-editor.tsx';

interface ShownTextProps {
  /** Accessible name of the text. */
  label: string;
  text: string;
  flavor: Flavor;
}

/** A Markdown text that cannot be changed, as rich text. A text that rich text would change is shown as Markdown. */
export function ShownText({ label, text, flavor }: ShownTextProps) {
  const richText = useRichText();
  if (!richText) return undefined;
  return richText === 'failed' || richText.findLoss(text, flavor) ? (
    <pre className="mail" tabIndex={0}>
      {text}
    </pre>
  ) : (
    <richText.RichEditor label={label} value={text} flavor={flavor} />
  );
}
