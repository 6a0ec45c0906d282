import { editor as texts } from '#texts/editor';
import {
  Code,
  Heading2,
  Heading3,
  Image,
  Info,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Quote,
  Superscript,
  Table,
  TriangleAlert,
  Type,
} from 'lucide-react';
import { setBlockType } from 'prosemirror-commands';
import type { Command } from 'prosemirror-state';
import type { ReactNode } from 'react';
import { schema } from '../markdown/schema.ts';
import { insertFootnote, insertRule, insertTable, toggleBlock, toggleList, toggleWrap } from './commands.ts';

const { nodes } = schema;
const SIZE = 16;

export interface Block {
  id: keyof typeof texts.blocks;
  icon: ReactNode;
  /** Undefined for an image, which is chosen first. */
  command?: Command;
  keys?: string;
}

export const BLOCKS: Block[] = [
  { id: 'text', icon: <Type size={SIZE} />, command: setBlockType(nodes.paragraph), keys: 'Mod Alt 0' },
  { id: 'heading2', icon: <Heading2 size={SIZE} />, command: toggleBlock(nodes.heading, { level: 2 }), keys: 'Mod Alt 2' },
  { id: 'heading3', icon: <Heading3 size={SIZE} />, command: toggleBlock(nodes.heading, { level: 3 }), keys: 'Mod Alt 3' },
  { id: 'bullets', icon: <List size={SIZE} />, command: toggleList(nodes.bullet_list, null), keys: 'Mod Shift 8' },
  { id: 'numbers', icon: <ListOrdered size={SIZE} />, command: toggleList(nodes.ordered_list, null), keys: 'Mod Shift 7' },
  {
    id: 'tasks',
    icon: <ListChecks size={SIZE} />,
    command: toggleList(nodes.bullet_list, false),
    keys: 'Mod Shift 9',
  },
  { id: 'quote', icon: <Quote size={SIZE} />, command: toggleWrap(nodes.blockquote), keys: 'Mod Shift B' },
  { id: 'note', icon: <Info size={SIZE} />, command: toggleWrap(nodes.callout) },
  {
    id: 'warning',
    icon: <TriangleAlert size={SIZE} />,
    command: toggleWrap(nodes.callout, { type: 'warning' }),
  },
  { id: 'code', icon: <Code size={SIZE} />, command: toggleBlock(nodes.code_block) },
  { id: 'table', icon: <Table size={SIZE} />, command: insertTable },
  { id: 'image', icon: <Image size={SIZE} /> },
  { id: 'rule', icon: <Minus size={SIZE} />, command: insertRule },
  { id: 'footnote', icon: <Superscript size={SIZE} />, command: insertFootnote },
];

/** Returns the blocks whose name or other names begin with a text. */
export function findBlocks(query: string): Block[] {
  const wanted = query.toLowerCase();
  return BLOCKS.filter(({ id }) =>
    [texts.blocks[id], ...texts.otherNames[id]].some((name) =>
      [name, ...name.split(' ')].some((part) => part.toLowerCase().startsWith(wanted)),
    ),
  );
}

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);
const NAMES: Record<string, string> = IS_MAC ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' } : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' };

/** Returns keys as they are printed on the keyboard of the user. */
export const printKeys = (keys: string) =>
  keys
    .split(' ')
    .map((key) => NAMES[key] ?? key)
    .join(IS_MAC ? '' : '+');
