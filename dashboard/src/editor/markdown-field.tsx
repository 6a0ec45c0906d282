import { editor as texts } from '#texts/editor';
import { Bold, Code, Heading2, Image, Italic, Link2, List } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { FileTrigger, Toolbar } from 'react-aria-components';
import { IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { IMAGE_TYPES, type UploadImage } from '../projects/use-upload.ts';

const ROWS = 18;

interface MarkdownFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  uploadImage: UploadImage;
}

/** Text that a toolbar button inserts around the selection, or before each of its lines. */
type Mark = { around: string } | { before: string };

const TOOLS: { label: string; icon: ReactNode; mark: Mark; keys?: string }[] = [
  { label: texts.bold, icon: <Bold size={16} />, mark: { around: '**' }, keys: 'b' },
  { label: texts.italic, icon: <Italic size={16} />, mark: { around: '_' }, keys: 'i' },
  { label: texts.heading, icon: <Heading2 size={16} />, mark: { before: '## ' } },
  { label: texts.listItem, icon: <List size={16} />, mark: { before: '- ' } },
  { label: texts.code, icon: <Code size={16} />, mark: { around: '`' } },
];

/** Markdown view of a text, with formatting buttons and shortcuts, and image upload by button, drop or paste. */
export function MarkdownField({ label, value, onChange, maxLength, uploadImage }: MarkdownFieldProps) {
  const place = useRef<HTMLDivElement>(null);

  /** Inserts text as if it was typed, so that the browser can undo it. */
  const insert = (text: string, select?: { from: number; to: number }) => {
    const field = place.current?.querySelector('textarea');
    if (!field) return;
    field.focus();
    const start = field.selectionStart;
    document.execCommand('insertText', false, text);
    if (select) field.setSelectionRange(start + select.from, start + select.to);
  };
  const selected = () => {
    const field = place.current?.querySelector('textarea');
    return field ? field.value.slice(field.selectionStart, field.selectionEnd) : '';
  };
  const apply = (mark: Mark) => {
    const text = selected();
    if ('around' in mark)
      insert(mark.around + text + mark.around, { from: mark.around.length, to: mark.around.length + text.length });
    else
      insert(
        text
          .split('\n')
          .map((line) => mark.before + line)
          .join('\n'),
      );
  };
  const link = () => {
    const text = selected() || texts.linkText;
    insert(`[${text}](https://)`, { from: text.length + 3, to: text.length + 11 });
  };
  const upload = async (files: Iterable<File>) => {
    for (const file of files) {
      const image = await uploadImage(file);
      if (image) insert(`![${image.alt}](${image.src})\n`);
    }
  };

  return (
    <div
      ref={place}
      className="markdown-editor"
      onKeyDown={(event) => {
        const tool = (event.metaKey || event.ctrlKey) && TOOLS.find(({ keys }) => keys === event.key);
        if (!tool) return;
        event.preventDefault();
        apply(tool.mark);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (!event.dataTransfer.files.length) return;
        event.preventDefault();
        void upload(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (!event.clipboardData.files.length) return;
        event.preventDefault();
        void upload(event.clipboardData.files);
      }}
    >
      <Toolbar aria-label={texts.toolbar} className="toolbar">
        {TOOLS.map(({ label: name, icon, mark }) => (
          <IconButton key={name} label={name} onPress={() => apply(mark)}>
            {icon}
          </IconButton>
        ))}
        <IconButton label={texts.link} onPress={link}>
          <Link2 size={16} />
        </IconButton>
        <FileTrigger acceptedFileTypes={IMAGE_TYPES} allowsMultiple onSelect={(files) => files && void upload(files)}>
          <IconButton label={texts.image}>
            <Image size={16} />
          </IconButton>
        </FileTrigger>
      </Toolbar>
      <TextField label={label} isLabelHidden value={value} onChange={onChange} rows={ROWS} maxLength={maxLength} isCode />
    </div>
  );
}
