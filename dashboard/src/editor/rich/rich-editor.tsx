// oxlint-disable-next-line import/no-unassigned-import -- Styles of this part only, which are loaded with it.
import './rich-text.css';
import { editor as texts } from '#texts/editor';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { type Node, Slice } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { type EditorProps, EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';
import type { UploadImage } from '../../projects/use-upload.ts';
import { type Flavor, parseMarkdown } from '../markdown/parse.ts';
import { parseWithSources, type Sources } from '../markdown/sources.ts';
import { serializeMarkdown } from '../markdown/serialize.ts';
import { schema } from '../markdown/schema.ts';
import type { Block } from './blocks.tsx';
import { insertImage, linkRange } from './commands.ts';
import { inputPlugins } from './input.ts';
import { nodeViews } from './node-views.ts';
import { Panel } from './panel.tsx';
import { applyBrowserSelection } from './selection.ts';
import { SlashMenu } from './slash-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { useSlashMenu } from './use-slash-menu.ts';

export { findLoss } from '../markdown/round-trip.ts';

interface RichEditorProps {
  label: string;
  value: string;
  flavor: Flavor;
  /** Undefined for a text that can't be changed. */
  onChange?: (value: string) => void;
  uploadImage?: UploadImage;
}

const createState = (doc: Node) =>
  EditorState.create({
    doc,
    schema,
    plugins: [...inputPlugins(), history(), tableEditing(), dropCursor({ color: false, class: 'drop-cursor' }), gapCursor()],
  });

/** Rich text view of a Markdown text. Texts that it would change must not be shown (`findLoss`). */
export function RichEditor({ label, value, flavor, onChange, uploadImage }: RichEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [state, setState] = useState<EditorState>();
  const [isLinking, setLinking] = useState(false);
  const own = useRef(value);
  const sources = useRef<Sources>(undefined);
  const latest = useRef<Pick<RichEditorProps, 'onChange' | 'uploadImage'>>({});
  useEffect(() => {
    latest.current = { onChange, uploadImage };
  });

  const focus = () => view.current?.focus();
  const run = (command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch, view.current);
    focus();
  };
  const insertFiles = async (files: Iterable<File>) => {
    for (const file of files) {
      const image = await latest.current.uploadImage?.(file);
      if (image && view.current) insertImage(view.current, image);
    }
  };
  const chooseFile = () => root.current?.querySelector<HTMLInputElement>('input[type=file]')?.click();
  const insert = (block: Block) => (block.command ? run(block.command) : chooseFile());

  const slashMenu = useSlashMenu({ view, place, onInsert: insert });

  const handleKey = (event: KeyboardEvent): boolean => {
    if (slashMenu.handleKey(event)) return true;
    const current = view.current?.state;
    // Without a text to link, ⌘K searches, as elsewhere.
    const isLink = event.key === 'k' && (event.metaKey || event.ctrlKey) && current;
    if (!isLink || (current.selection.empty && !linkRange(current).href)) return false;
    setLinking(true);
    return true;
  };

  const handleFiles = (data: DataTransfer | null, at?: number): boolean => {
    if (!data?.files.length || !latest.current.uploadImage || !view.current) return false;
    if (at !== undefined) {
      const { tr } = view.current.state;
      view.current.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))));
    }
    void insertFiles([...data.files]);
    return true;
  };

  /** Returns the state of the editor for a new text. */
  const open = (markdown: string) => {
    const parsed = parseWithSources(markdown, flavor);
    sources.current = parsed.sources;
    return createState(parsed.doc);
  };

  useEffect(() => {
    const isEditable = latest.current.onChange !== undefined;
    const created = new EditorView(place.current, {
      state: open(value),
      nodeViews,
      editable: () => isEditable,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text prose',
        dir: 'auto',
        ...(isEditable ? {} : { 'aria-readonly': 'true', tabindex: '0' }),
      },
      dispatchTransaction: (transaction) => {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (transaction.selectionSet && !transaction.docChanged) setLinking(false);
        if (isEditable) slashMenu.update(next, transaction.docChanged);
        if (!transaction.docChanged) return;
        own.current = serializeMarkdown(next.doc, sources.current);
        latest.current.onChange?.(own.current);
      },
      handleKeyDown: (_view, event) => handleKey(event),
      handleDOMEvents: { blur: slashMenu.close, keydown: applyBrowserSelection },
      handlePaste: (_view, event) => handleFiles(event.clipboardData),
      handleDrop: (shown, event) =>
        handleFiles(event.dataTransfer, shown.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
      ...clipboardAsMarkdown(flavor),
    });
    view.current = created;
    setState(created.state);
    return () => created.destroy();
    // The editor is created once; later values are set below.
  }, []);

  useEffect(() => {
    if (value === own.current || !view.current) return;
    own.current = value;
    const next = open(value);
    view.current.updateState(next);
    setState(next);
  }, [value, flavor]);

  return (
    <div ref={root} className="rich-editor">
      {state && onChange && (
        <Toolbar
          state={state}
          run={run}
          onBlock={insert}
          onLink={() => setLinking(true)}
          onFiles={(files) => void insertFiles([...files])}
        />
      )}
      <div className="rich-place">
        <div ref={place} />
        {state && onChange && isEmpty(state) && (
          <p className="rich-placeholder" aria-hidden>
            {texts.placeholder}
          </p>
        )}
        {slashMenu.shown && <SlashMenu {...slashMenu.shown} onChoose={slashMenu.choose} />}
      </div>
      {state && onChange && view.current && (
        <Panel view={view.current} state={state} run={run} isLinking={isLinking} onLinked={() => setLinking(false)} />
      )}
    </div>
  );
}

/** Pasted plain text is Markdown, and so is the plain text of what is copied. */
const clipboardAsMarkdown = (flavor: Flavor): Pick<EditorProps, 'clipboardTextParser' | 'clipboardTextSerializer'> => ({
  clipboardTextParser: (text) => {
    const { content } = parseMarkdown(text, flavor);
    return Slice.maxOpen(content);
  },
  clipboardTextSerializer: (slice) => {
    const inline = slice.content.firstChild?.isInline;
    const content = inline ? schema.nodes.paragraph.create(null, slice.content) : slice.content;
    return serializeMarkdown(schema.nodes.doc.create(null, content));
  },
});

const isEmpty = ({ doc }: EditorState) =>
  doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0;
