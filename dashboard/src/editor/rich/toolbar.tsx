import { editor as texts } from '#texts/editor';
import { Bold, Code, Image, Italic, Link2, Plus, Strikethrough } from 'lucide-react';
import { toggleMark } from 'prosemirror-commands';
import type { MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { ReactNode } from 'react';
import { FileTrigger, Toolbar as AriaToolbar } from 'react-aria-components';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { IMAGE_TYPES } from '../../projects/use-upload.ts';
import { schema } from '../markdown/schema.ts';
import { type Block, BLOCKS, printKeys } from './blocks.tsx';
import { hasMark } from './commands.ts';

const { marks } = schema;
const SIZE = 16;

const MARKS: { label: string; icon: ReactNode; type: MarkType; keys: string }[] = [
  { label: texts.bold, icon: <Bold size={SIZE} />, type: marks.strong, keys: 'Mod B' },
  { label: texts.italic, icon: <Italic size={SIZE} />, type: marks.em, keys: 'Mod I' },
  { label: texts.strikethrough, icon: <Strikethrough size={SIZE} />, type: marks.strike, keys: 'Mod Shift X' },
  { label: texts.code, icon: <Code size={SIZE} />, type: marks.code, keys: 'Mod E' },
];

interface ToolbarProps {
  state: EditorState;
  run: (command: Command) => void;
  onBlock: (block: Block) => void;
  onLink: () => void;
  onFiles: (files: FileList) => void;
}

export const Toolbar = ({ state, run, onBlock, onLink, onFiles }: ToolbarProps) => (
  <AriaToolbar aria-label={texts.toolbar} className="toolbar">
    <Menu
      label={texts.insert}
      placement="bottom start"
      trigger={
        <Button look="plain" icon={<Plus size={SIZE} />}>
          {texts.insert}
        </Button>
      }
    >
      {BLOCKS.filter(({ command }) => command).map((block) => (
        <MenuItem key={block.id} icon={block.icon} keys={block.keys && printKeys(block.keys)} onAction={() => onBlock(block)}>
          {texts.blocks[block.id]}
        </MenuItem>
      ))}
    </Menu>
    {MARKS.map(({ label, icon, type, keys }) => (
      <IconButton
        key={label}
        label={label}
        keys={printKeys(keys)}
        aria-pressed={hasMark(state, type)}
        onPress={() => run(toggleMark(type))}
      >
        {icon}
      </IconButton>
    ))}
    <IconButton label={texts.link} keys={printKeys('Mod K')} aria-pressed={hasMark(state, marks.link)} onPress={onLink}>
      <Link2 size={SIZE} />
    </IconButton>
    <FileTrigger acceptedFileTypes={IMAGE_TYPES} allowsMultiple onSelect={(files) => files && onFiles(files)}>
      <IconButton label={texts.image}>
        <Image size={SIZE} />
      </IconButton>
    </FileTrigger>
  </AriaToolbar>
);
