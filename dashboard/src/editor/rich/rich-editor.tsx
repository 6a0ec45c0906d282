// oxlint-disable-next-line import/no-unassigned-import -- Styles of this part only, which are loaded with it.
import './rich-text.css';
import { editor as texts } from '#texts/editor';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { type Node, Slice } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { useEffect, useId, useRef, useState } from 'react';
import type { UploadImage } from '../../projects/use-upload.ts';
import { type Flavor, parseMarkdown } from '../markdown/parse.ts';
import { parseWithSources, type Sources } from '../markdown/sources.ts';
import { serializeMarkdown } from '../markdown/serialize.ts';
import { schema } from '../markdown/schema.ts';
import { type Block, findBlocks } from './blocks.tsx';
import { insertImage, linkRange } from './commands.ts';
import { inputPlugins } from './input.ts';
import { nodeViews } from './node-views.ts';
import { Panel } from './panel.tsx';
import { applyBrowserSelection } from './selection.ts';
import { findSlash, type Slash } from './slash.ts';
import { SlashMenu } from './slash-menu.tsx';
import { Toolbar } from './toolbar.tsx';

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

interface OpenMenu extends Slash {
  active: number;
  position: { left: number; top: number };
}

/** Rich text view of a Markdown text. Texts that it would change must not be shown (`findLoss`). */
export function RichEditor({ label, value, flavor, onChange, uploadImage }: RichEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [state, setState] = useState<EditorState>();
  const [menu, setMenu] = useState<OpenMenu>();
  const [isLinking, setLinking] = useState(false);
  const menuId = useId();
  const own = useRef(value);
  const sources = useRef<Sources>(undefined);
  const blocks = menu ? findBlocks(menu.query) : [];
  const latest = useRef<Pick<RichEditorProps, 'onChange' | 'uploadImage'>>({});
  const openMenu = useRef<{ menu: OpenMenu; blocks: Block[] }>(undefined);
  useEffect(() => {
    latest.current = { onChange, uploadImage };
    openMenu.current = menu && blocks.length ? { menu, blocks } : undefined;
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

  /** Replaces the typed command with the block. */
  const choose = (block: Block, from: number) => {
    if (!view.current) return;
    setMenu(undefined);
    view.current.dispatch(view.current.state.tr.delete(from, view.current.state.selection.from));
    insert(block);
  };

  const handleMenuKey = (event: KeyboardEvent): boolean => {
    if (!openMenu.current) return false;
    const { menu: open, blocks: found } = openMenu.current;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setMenu({ ...open, active: (open.active + step + found.length) % found.length });
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const block = found[open.active];
      if (block) choose(block, open.from);
    } else if (event.key === 'Escape') setMenu(undefined);
    else return false;
    return true;
  };

  const handleKey = (event: KeyboardEvent): boolean => {
    if (handleMenuKey(event)) return true;
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

  /** Shows the menu while a command is typed. */
  const showMenu = (next: EditorState, isTyped: boolean) => {
    const slash = findSlash(next);
    setMenu((open) => {
      if (!slash || !view.current || !place.current || !(isTyped || open)) return undefined;
      const { left, bottom } = view.current.coordsAtPos(slash.from);
      const box = place.current.getBoundingClientRect();
      return { ...slash, active: 0, position: { left: left - box.left, top: bottom - box.top + 4 } };
    });
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
        ...(isEditable ? {} : { 'aria-readonly': 'true', tabindex: '0' }),
      },
      dispatchTransaction: (transaction) => {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (transaction.selectionSet && !transaction.docChanged) setLinking(false);
        if (isEditable) showMenu(next, transaction.docChanged);
        if (!transaction.docChanged) return;
        own.current = serializeMarkdown(next.doc, sources.current);
        latest.current.onChange?.(own.current);
      },
      handleKeyDown: (_view, event) => handleKey(event),
      handleDOMEvents: { blur: () => setMenu(undefined), keydown: applyBrowserSelection },
      handlePaste: (_view, event) => handleFiles(event.clipboardData),
      handleDrop: (shown, event) =>
        handleFiles(event.dataTransfer, shown.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
      // Pasted plain text is Markdown.
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

  // The focus stays in the text, and the menu is announced.
  const activeBlock = menu && blocks[menu.active];
  useEffect(() => {
    const dom = view.current?.dom;
    if (!dom) return;
    if (activeBlock) {
      dom.setAttribute('aria-controls', menuId);
      dom.setAttribute('aria-activedescendant', `${menuId}-${activeBlock.id}`);
    } else {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    }
  }, [activeBlock, menuId]);

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
        {menu && activeBlock && (
          <SlashMenu
            id={menuId}
            blocks={blocks}
            active={menu.active}
            position={menu.position}
            onChoose={(block) => choose(block, menu.from)}
          />
        )}
      </div>
      {state && onChange && view.current && (
        <Panel view={view.current} state={state} run={run} isLinking={isLinking} onLinked={() => setLinking(false)} />
      )}
    </div>
  );
}

const isEmpty = ({ doc }: EditorState) =>
  doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0;
