import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { InputRule, inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
import { TextSelection } from 'prosemirror-state';
import { goToNextCell, isInTable, selectedRect, TableMap } from 'prosemirror-tables';
import { schema } from '../markdown/schema.ts';
import { findNode, toggleBlock, toggleList, toggleTask, toggleWrap } from './commands.ts';

const { nodes, marks } = schema;

/** Typed Markdown around a text becomes the mark. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = '', text = ''] = match;
    const from = start + before.length;
    if (!text.trim() || state.doc.rangeHasMark(from, end, marks.code)) return null;
    // The last character of the match is not in the document yet.
    const open = whole.indexOf(text, before.length) - before.length;
    const { tr } = state;
    tr.delete(from + open + text.length, end);
    tr.delete(from, from + open);
    tr.addMark(from, from + text.length, type.create());
    return tr.removeStoredMark(type);
  });

const setTask = (checked: boolean) =>
  ((state, _match, start, end) => {
    const item = findNode(state, nodes.list_item);
    const isFirst = item && state.selection.$from.index(-1) === 0 && state.selection.$from.node(-1) === item.node;
    if (!isFirst) return null;
    return state.tr.delete(start, end).setNodeMarkup(item.at, undefined, { checked });
  }) satisfies ConstructorParameters<typeof InputRule>[1];

const createRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
      textblockTypeInputRule(/^```([\w+#-]*)\s$/, nodes.code_block, ([, params]) => ({ params })),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^\s*[-*+]\s$/, nodes.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.ordered_list,
        ([, order]) => ({ order: Number(order) }),
        ([, order], list: Node) => list.childCount + (list.attrs.order as number) === Number(order),
      ),
      new InputRule(/^(?:---|\*\*\*)$/, (state, _match, start) => {
        const { $from } = state.selection;
        if ($from.parent.type !== nodes.paragraph || $from.depth > 1) return null;
        const { tr } = state;
        tr.replaceWith(start - 1, $from.after(), [nodes.horizontal_rule.create(), nodes.paragraph.create()]);
        return tr.setSelection(TextSelection.create(tr.doc, start + 1));
      }),
      new InputRule(/^\[ ?\]\s$/, setTask(false)),
      new InputRule(/^\[[xX]\]\s$/, setTask(true)),
      markRule(/(^|[^*])\*\*([^*]+)\*\*$/, marks.strong),
      markRule(/(^|[^*])\*([^*]+)\*$/, marks.em),
      markRule(/(^|\W)_([^_]+)_$/, marks.em),
      markRule(/(^|[^~])~~([^~]+)~~$/, marks.strike),
      markRule(/(^|[^`])`([^`]+)`$/, marks.code),
    ],
  });

/** Moves to the same column of the next row. After the last row, leaves the table. */
const nextRow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { table, tableStart, left, bottom, map } = selectedRect(state);
  const { tr } = state;
  if (bottom < map.height) {
    const cell = TableMap.get(table).map[bottom * map.width + left] ?? 0;
    tr.setSelection(TextSelection.near(tr.doc.resolve(tableStart + cell + 1)));
  } else {
    const end = tableStart - 1 + table.nodeSize;
    if (!tr.doc.nodeAt(end)) tr.insert(end, nodes.paragraph.create());
    tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1)));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

const breakLine: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

/** A new task is not done. */
const splitItem: Command = (state, dispatch) => {
  const item = findNode(state, nodes.list_item);
  return splitListItem(nodes.list_item, { checked: item?.node.attrs.checked === null ? null : false })(state, dispatch);
};

/** Mod is ⌘ on a Mac, and Ctrl elsewhere. Tab leaves the text, except in a table, where it moves to the next cell. */
const KEYS: Record<string, Command> = {
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  Backspace: undoInputRule,
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.em),
  'Mod-e': toggleMark(marks.code),
  'Shift-Mod-x': toggleMark(marks.strike),
  'Mod-Alt-0': setBlockType(nodes.paragraph),
  ...Object.fromEntries([1, 2, 3].map((level) => [`Mod-Alt-${level}`, toggleBlock(nodes.heading, { level })])),
  'Shift-Mod-7': toggleList(nodes.ordered_list, null),
  'Shift-Mod-8': toggleList(nodes.bullet_list, null),
  'Shift-Mod-9': toggleList(nodes.bullet_list, false),
  'Shift-Mod-b': toggleWrap(nodes.blockquote),
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
  'Shift-Enter': chainCommands(exitCode, breakLine),
  'Mod-Enter': chainCommands(toggleTask, exitCode),
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
  // In code, and next to images, Enter does what it does by default.
  Enter: chainCommands(nextRow, splitItem),
};

export const inputPlugins = (): Plugin[] => [createRules(), keymap(KEYS), keymap(baseKeymap)];
