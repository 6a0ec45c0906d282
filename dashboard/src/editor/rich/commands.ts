import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { Attrs, MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../markdown/schema.ts';

const { nodes, marks } = schema;
const TABLE_ROWS = 3;
const TABLE_COLUMNS = 3;

/** Returns the innermost node around the selection that matches, with its position. */
export function findAround({ selection }: EditorState, matches: (node: Node) => boolean): { node: Node; at: number } | undefined {
  if (selection instanceof NodeSelection && matches(selection.node)) return { node: selection.node, at: selection.from };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if (matches($from.node(depth))) return { node: $from.node(depth), at: $from.before(depth) };
  return undefined;
}

export const findNode = (state: EditorState, type: NodeType) => findAround(state, (node) => node.type === type);

/** Returns true when the whole selection, or the next typed text, has a mark. */
export function hasMark({ selection: { empty, $from, from, to }, doc, storedMarks }: EditorState, type: MarkType): boolean {
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type);
}

const isList = (node: Node) => node.type === nodes.bullet_list || node.type === nodes.ordered_list;

/** Changes the block into a list of a kind, another list into this kind, or a list of this kind into paragraphs. */
export function toggleList(type: NodeType, checked: boolean | null): Command {
  return (state, dispatch) => {
    const list = findAround(state, isList);
    if (!list) {
      if (checked === null) return wrapInList(type)(state, dispatch);
      return wrapInList(type)(state, (tr) => {
        const item = tr.selection.$from.node(-1);
        if (item.type === nodes.list_item) tr.setNodeMarkup(tr.selection.$from.before(-1), undefined, { checked });
        dispatch?.(tr);
      });
    }
    const isSame = list.node.type === type && (list.node.firstChild?.attrs.checked === null) === (checked === null);
    if (isSame) return liftListItem(nodes.list_item)(state, dispatch);
    const { tr } = state;
    tr.setNodeMarkup(list.at, type, { tight: list.node.attrs.tight as boolean });
    list.node.forEach((item, offset) => {
      const isTask = item.attrs.checked !== null;
      if (isTask !== (checked !== null)) tr.setNodeMarkup(list.at + 1 + offset, undefined, { checked });
    });
    dispatch?.(tr);
    return true;
  };
}

/** Marks a task as done or to do. */
export const toggleTask: Command = (state, dispatch) => {
  const item = findNode(state, nodes.list_item);
  if (!item || item.node.attrs.checked === null) return false;
  dispatch?.(state.tr.setNodeMarkup(item.at, undefined, { checked: !item.node.attrs.checked }));
  return true;
};

/** Wraps the block, or lifts it out of a block of this type. */
export const toggleWrap =
  (type: NodeType, attrs?: Attrs): Command =>
  (state, dispatch) =>
    findNode(state, type) ? lift(state, dispatch) : wrapIn(type, attrs)(state, dispatch);

/** Changes the block, or changes a block of this kind into a paragraph. */
export const toggleBlock =
  (type: NodeType, attrs?: Attrs): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from;
    return parent.hasMarkup(type, attrs ? { ...parent.attrs, ...attrs } : parent.attrs)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(type, attrs)(state, dispatch);
  };

/** Replaces an empty block, or adds the node after the block, and sets the cursor into it. */
function insertBlock(node: Node): Command {
  return (state, dispatch) => {
    if (isInTable(state)) return false;
    const { $from } = state.selection;
    const isEmpty = $from.parent.type === nodes.paragraph && $from.parent.content.size === 0;
    const [from, to] = isEmpty ? [$from.before(), $from.after()] : [$from.after(), $from.after()];
    const { tr } = state;
    tr.replaceWith(from, to, node);
    // An image or line as the last block would leave no place to type.
    if (node.isAtom && from + node.nodeSize === tr.doc.content.size) tr.insert(from + node.nodeSize, nodes.paragraph.create());
    tr.setSelection(TextSelection.near(tr.doc.resolve(from + (node.isAtom ? node.nodeSize : 1))));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const insertRule = insertBlock(nodes.horizontal_rule.create());

export const insertTable: Command = (state, dispatch) => {
  const isRowOf = (type: NodeType) =>
    nodes.table_row.create(
      null,
      Array.from({ length: TABLE_COLUMNS }, () => type.create()),
    );
  const rows = Array.from({ length: TABLE_ROWS }, (_, at) => isRowOf(at === 0 ? nodes.table_header : nodes.table_cell));
  return insertBlock(nodes.table.create(null, rows))(state, dispatch);
};

/** Adds a reference at the cursor and its footnote at the end, in which the cursor is afterwards. */
export const insertFootnote: Command = (state, dispatch) => {
  if (findNode(state, nodes.footnote)) return false;
  const labels = new Set<string>();
  state.doc.descendants((node) => {
    if (node.type === nodes.footnote) labels.add(node.attrs.label as string);
  });
  let number = 1;
  while (labels.has(String(number))) number++;
  const label = String(number);
  const { tr } = state;
  tr.replaceSelectionWith(nodes.footnote_ref.create({ label }), false);
  const end = tr.doc.content.size;
  tr.insert(end, nodes.footnote.create({ label }, nodes.paragraph.create()));
  tr.setSelection(TextSelection.create(tr.doc, end + 2));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Inserts an image and selects it, so that its description can be typed. */
export function insertImage(view: EditorView, attrs: { src: string; alt: string }): void {
  const { tr } = view.state;
  tr.replaceSelectionWith(nodes.image.create(attrs), false);
  const before = tr.selection.$from.nodeBefore;
  if (before?.type === nodes.image) tr.setSelection(NodeSelection.create(tr.doc, tr.selection.from - before.nodeSize));
  view.dispatch(tr.scrollIntoView());
}

/** Returns the range of the link at the cursor, or of the selection. */
export function linkRange(state: EditorState): { from: number; to: number; href: string } {
  const { from, to, empty, $from } = state.selection;
  const link = marks.link.isInSet($from.marks()) ?? $from.nodeAfter?.marks.find(({ type }) => type === marks.link);
  if (!link) return { from, to, href: '' };
  const href = link.attrs.href as string;
  if (!empty) return { from, to, href };
  let [start, end] = [$from.pos, $from.pos];
  $from.parent.forEach((child, offset) => {
    const at = $from.start() + offset;
    if (!link.isInSet(child.marks) || at > end || at + child.nodeSize < start) return;
    start = Math.min(start, at);
    end = Math.max(end, at + child.nodeSize);
  });
  return { from: start, to: end, href };
}

/** Links the selection, or inserts the address as a link. An empty address removes the link. */
export function setLink(view: EditorView, href: string): void {
  const { from, to } = linkRange(view.state);
  const { tr } = view.state;
  if (!href) tr.removeMark(from, to, marks.link);
  else if (from === to) tr.insert(from, schema.text(href, [marks.link.create({ href })]));
  else tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create({ href }));
  view.dispatch(tr);
}

/** Changes the attributes of a node. */
export function setAttributes(view: EditorView, at: number, attrs: Attrs): void {
  const node = view.state.doc.nodeAt(at);
  if (!node) return;
  const isSelected = view.state.selection instanceof NodeSelection && view.state.selection.from === at;
  const tr = view.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, ...attrs });
  if (isSelected) tr.setSelection(NodeSelection.create(tr.doc, at));
  view.dispatch(tr);
}

/** Sets the alignment of the column of the cell at the cursor. */
export function alignColumn(align: string | null): Command {
  return (state, dispatch) => {
    const [cell, table] = [
      findAround(state, ({ type }) => type.spec.tableRole === 'cell' || type.spec.tableRole === 'header_cell'),
      findNode(state, nodes.table),
    ];
    if (!cell || !table) return false;
    const column = state.doc.resolve(cell.at).index();
    const { tr } = state;
    table.node.forEach((row, rowOffset) => {
      row.forEach((one, offset, index) => {
        if (index === column) tr.setNodeMarkup(table.at + 2 + rowOffset + offset, undefined, { ...one.attrs, align });
      });
    });
    dispatch?.(tr);
    return true;
  };
}
