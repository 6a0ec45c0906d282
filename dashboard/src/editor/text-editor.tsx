import { editor as texts } from '#texts/editor';
import { useEffect, useId, useRef, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Skeleton } from '../ui/state.tsx';
import type { Flavor } from './markdown/parse.ts';
import { MarkdownField } from './markdown-field.tsx';
import { useUpload } from '../projects/use-upload.ts';

type RichText = typeof import('./rich/rich-editor.tsx');

const VIEWS = ['rich', 'markdown'] as const;
type View = (typeof VIEWS)[number];

const VIEW_KEY = 'earshot.editor.view';
const readView = (): View => (localStorage.getItem(VIEW_KEY) === 'markdown' ? 'markdown' : 'rich');

interface TextEditorProps {
  label: string;
  hint?: string;
  value: string;
  /** Undefined for a text that can't be changed. */
  onChange?: (value: string) => void;
  maxLength: number;
  flavor: Flavor;
  /** Why the text is not Markdown: it has no rich text view. */
  otherFormat?: string;
}

let hasFailed = false;

/** Returns whether a style sheet was loaded. The rules of a failed one can't be read. */
function isStyled({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules.length);
  } catch {
    return false;
  }
}

/** Requests style sheets again that could not be loaded. Another import of their script does not. */
function reloadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!isStyled(link)) link.replaceWith(link.cloneNode());
}

async function loadRichText(): Promise<RichText | 'failed'> {
  if (hasFailed) reloadStyles();
  const script = await import('./rich/rich-editor.tsx').catch(() => 'failed' as const);
  hasFailed = script === 'failed';
  return script;
}

/** Loads the rich text view, which is large. Returns `failed` when it can't be loaded. */
export function useRichText(): RichText | 'failed' | undefined {
  const [loaded, setLoaded] = useState<RichText | 'failed'>();
  useEffect(() => void loadRichText().then(setLoaded), []);
  return loaded;
}

/**
 * Editor of a Markdown text with two views: rich text and Markdown. A text that the rich text view would change is shown as Markdown, with
 * the reason.
 */
export function TextEditor({ label, hint, value, onChange, maxLength, flavor, otherFormat }: TextEditorProps) {
  const richText = useRichText();
  const { uploadImage, isUploading } = useUpload();
  const [view, setView] = useState<View>(readView);
  const labelId = useId();
  /** The last text that the user typed. Another value is a new text, such as a restored version. */
  const typed = useRef<string>(undefined);
  const checked = useRef<{ text: string; reason: string | undefined }>(undefined);

  /** Returns why the text has no rich text view, checked when the text is opened, not while it is typed. */
  const reasonAgainst = (text: string): string | undefined => {
    if (otherFormat) return otherFormat;
    if (richText === undefined || richText === 'failed') return undefined;
    if (checked.current && text === typed.current) return checked.current.reason;
    const loss = richText.findLoss(text, flavor);
    checked.current = { text, reason: loss && texts.losses[loss] };
    typed.current = text;
    return checked.current.reason;
  };
  const reason = reasonAgainst(value);
  const isRich = view === 'rich' && !reason && richText !== 'failed';
  const change = (text: string) => {
    typed.current = text;
    onChange?.(text);
  };
  const choose = (chosen: View) => {
    // Typed Markdown is checked before it is shown as rich text.
    typed.current = undefined;
    localStorage.setItem(VIEW_KEY, chosen);
    setView(chosen);
  };

  return (
    <section className="text-editor" aria-labelledby={labelId}>
      <div className="text-editor-head">
        <span id={labelId} className="label">
          {label}
        </span>
        {isUploading && (
          <span role="status" className="soft">
            {texts.uploading}
          </span>
        )}
        <ToggleButtonGroup
          aria-label={texts.view}
          className="choice-bar"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[isRich ? 'rich' : 'markdown']}
          onSelectionChange={(keys) => choose([...keys][0] as View)}
        >
          {VIEWS.map((id) => (
            <ToggleButton
              key={id}
              id={id}
              className="choice"
              isDisabled={id === 'rich' && (otherFormat !== undefined || richText === 'failed')}
            >
              {texts.views[id]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {view === 'rich' && reason && (
        <p className="notice" role="status">
          {reason}
        </p>
      )}
      {!isRich ? (
        <MarkdownField label={label} value={value} onChange={change} maxLength={maxLength} uploadImage={uploadImage} />
      ) : richText ? (
        <richText.RichEditor
          label={label}
          value={value}
          flavor={flavor}
          onChange={onChange && change}
          uploadImage={uploadImage}
        />
      ) : (
        <Skeleton lines={8} height="2.25rem" />
      )}
      {hint && <p className="hint">{hint}</p>}
    </section>
  );
}
