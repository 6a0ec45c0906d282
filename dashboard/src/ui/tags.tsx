import { common as texts } from '#texts/common';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, Input, Tag, TagGroup, TagList, TextField } from 'react-aria-components';

interface TagsProps {
  tags: readonly string[];
  /** Name of the list and of the field, for items that are not tags. */
  label?: string;
  addLabel?: string;
  maxLength?: number;
  /** Renders the name of a tag, for example as a link. */
  renderTag?: (tag: string) => ReactNode;
  onChange?: ((tags: string[]) => void) | undefined;
}

/** List of tags with a field that adds one. */
export function Tags({
  tags,
  label = texts.tags,
  addLabel = texts.addTag,
  maxLength = 50,
  renderTag = (tag) => tag,
  onChange,
}: TagsProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    const tag = typed.trim();
    setTyped('');
    if (tag && !tags.includes(tag)) onChange?.([...tags, tag]);
  };
  return (
    <div className="tags">
      {tags.length > 0 && (
        <TagGroup aria-label={label} {...(onChange && { onRemove: (keys) => onChange(tags.filter((tag) => !keys.has(tag))) })}>
          <TagList className="tag-list">
            {tags.map((tag) => (
              <Tag key={tag} id={tag} textValue={tag} className="tag">
                {renderTag(tag)}
                {onChange && (
                  <Button slot="remove" className="tag-remove" aria-label={texts.removeTag(tag)}>
                    <X size={12} />
                  </Button>
                )}
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      )}
      {onChange && (
        <TextField aria-label={addLabel} value={typed} onChange={setTyped} maxLength={maxLength}>
          <Input
            dir="auto"
            className="input"
            placeholder={addLabel}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
        </TextField>
      )}
    </div>
  );
}
