import { editor as texts } from '#texts/editor';
import { type Block, printKeys } from './blocks.tsx';

interface SlashMenuProps {
  id: string;
  blocks: Block[];
  active: number;
  position: { left: number; top: number };
  onChoose: (block: Block) => void;
}

/** Blocks to insert. The focus stays in the text, so that typing filters them. */
export const SlashMenu = ({ id, blocks, active, position, onChoose }: SlashMenuProps) => (
  <div id={id} role="listbox" tabIndex={0} aria-label={texts.insert} className="popover menu slash-menu" style={position}>
    {blocks.map((block, at) => (
      <div
        key={block.id}
        id={`${id}-${block.id}`}
        role="option"
        aria-selected={at === active}
        className="menu-item"
        data-focused={at === active || undefined}
        ref={at === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
        onMouseDown={(event) => {
          // Keeps the focus in the text.
          event.preventDefault();
          onChoose(block);
        }}
      >
        {block.icon}
        <span className="grow">{texts.blocks[block.id]}</span>
        {block.keys && <kbd>{printKeys(block.keys)}</kbd>}
      </div>
    ))}
  </div>
);
