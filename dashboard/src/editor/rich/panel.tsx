import { editor as texts } from '#texts/editor';
import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Group } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { ALIGNMENTS, CALLOUTS, isSafeAddress, schema } from '../markdown/schema.ts';
import { alignColumn, findAround, findNode, linkRange, setAttributes, setLink } from './commands.ts';

const { nodes, marks } = schema;

interface PanelProps {
  view: EditorView;
  state: EditorState;
  run: (command: Command) => void;
  isLinking: boolean;
  onLinked: () => void;
}

/** Settings of the link, image, table, callout or code at the cursor. */
export function Panel({ view, state, run, isLinking, onLinked }: PanelProps) {
  const { selection } = state;
  const image = selection instanceof NodeSelection && selection.node.type === nodes.image ? selection : undefined;
  const hasLink = isLinking || (selection.empty && marks.link.isInSet(selection.$from.marks()));
  const callout = findNode(state, nodes.callout);
  const code = findNode(state, nodes.code_block);
  return (
    <>
      {hasLink && <LinkPanel key={linkRange(state).href} view={view} isFocused={isLinking} onDone={onLinked} />}
      {image && <ImagePanel key={image.from} view={view} node={image.node} at={image.from} />}
      {callout && (
        <Row label={texts.callout}>
          <Select
            label={texts.calloutType}
            options={CALLOUTS.map((id) => ({ id, label: texts.callouts[id] }))}
            value={callout.node.attrs.type as (typeof CALLOUTS)[number]}
            onChange={(type) => setAttributes(view, callout.at, { type })}
          />
          <NodeField view={view} node={callout.node} at={callout.at} name="title" label={texts.calloutTitle} />
        </Row>
      )}
      {code && (
        <Row label={texts.codeBlock}>
          <NodeField view={view} node={code.node} at={code.at} name="params" label={texts.language} />
        </Row>
      )}
      {findNode(state, nodes.table) && <TablePanel state={state} run={run} />}
    </>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group aria-label={label} className="editor-panel">
    {children}
  </Group>
);

/** Runs an action on Enter, which would submit the form around the editor. */
const onEnter = (action: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  action();
};

interface NodeFieldProps {
  view: EditorView;
  node: Node;
  at: number;
  /** Attribute of the node. */
  name: string;
  label: string;
  hint?: string;
}

const NodeField = ({ view, node, at, name, label, hint }: NodeFieldProps) => (
  <div className="grow" onKeyDown={onEnter(() => view.focus())}>
    <TextField
      label={label}
      hint={hint}
      value={node.attrs[name] as string}
      onChange={(value) => setAttributes(view, at, { [name]: value })}
      maxLength={300}
    />
  </div>
);

function ImagePanel({ view, node, at }: { view: EditorView; node: Node; at: number }) {
  return (
    <Row label={texts.image}>
      <NodeField view={view} node={node} at={at} name="alt" label={texts.altText} hint={texts.altTextHint} />
      <NodeField view={view} node={node} at={at} name="title" label={texts.caption} hint={texts.captionHint} />
    </Row>
  );
}

function LinkPanel({ view, isFocused, onDone }: { view: EditorView; isFocused: boolean; onDone: () => void }) {
  const [href, setHref] = useState(linkRange(view.state).href);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) place.current?.querySelector('input')?.focus();
  }, [isFocused]);
  const isSafe = isSafeAddress(href);
  const apply = (url: string) => {
    if (!isSafeAddress(url)) return;
    setLink(view, url.trim());
    onDone();
    view.focus();
  };
  return (
    <Row label={texts.link}>
      <div
        ref={place}
        className="grow"
        onKeyDown={(event) => {
          onEnter(() => apply(href))(event);
          if (event.key !== 'Escape') return;
          onDone();
          view.focus();
        }}
      >
        <TextField
          label={texts.url}
          value={href}
          onChange={setHref}
          placeholder="https://"
          maxLength={2000}
          {...(!isSafe && { hint: texts.unsafeUrl })}
        />
      </div>
      <Button onPress={() => apply(href)} isDisabled={!isSafe}>
        {texts.apply}
      </Button>
      {linkRange(view.state).href && <Button onPress={() => apply('')}>{texts.removeLink}</Button>}
    </Row>
  );
}

function TablePanel({ state, run }: { state: EditorState; run: (command: Command) => void }) {
  const cell = findAround(state, ({ type }) => type === nodes.table_cell || type === nodes.table_header);
  const actions: [string, Command][] = [
    [texts.addRow, addRowAfter],
    [texts.addColumn, addColumnAfter],
    // The first row is the head, which every table of Markdown has.
    ...(cell?.node.type === nodes.table_cell ? [[texts.deleteRow, deleteRow] as [string, Command]] : []),
    [texts.deleteColumn, deleteColumn],
    [texts.deleteTable, deleteTable],
  ];
  return (
    <Row label={texts.table}>
      <Select
        label={texts.alignment}
        options={(['none', ...ALIGNMENTS] as const).map((id) => ({ id, label: texts.alignments[id] }))}
        value={(cell?.node.attrs.align as (typeof ALIGNMENTS)[number] | null) ?? 'none'}
        onChange={(align) => run(alignColumn(align === 'none' ? null : align))}
      />
      {actions.map(([label, command]) => (
        <Button key={label} onPress={() => run(command)}>
          {label}
        </Button>
      ))}
    </Row>
  );
}
