import { segments as texts } from '#texts/people/segments';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteSegment, SegmentDialog } from './segment-dialog.tsx';
import { SegmentSelect } from './segment-select.tsx';

/** Selection of the segment that the list of people shows, with buttons that create, change and delete segments. */
export function SegmentBar({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const { data } = useRead('GET /v1/people/segments');
  const [dialog, openDialog] = useState<'new' | 'edit' | 'delete'>();
  const segment = data?.data.find(({ id }) => id === value);
  const close = () => openDialog(undefined);
  return (
    <>
      <SegmentSelect isLabelHidden without={texts.everyone} value={value ?? ''} onChange={(id) => onChange(id || undefined)} />
      {/* In their place while the segments load. */}
      {(segment ?? (value && !data)) && (
        <>
          <Button aria-label={texts.edit} icon={<Pencil size={16} />} isDisabled={!segment} onPress={() => openDialog('edit')} />
          <Button
            aria-label={texts.delete}
            icon={<Trash2 size={16} />}
            isDisabled={!segment}
            onPress={() => openDialog('delete')}
          />
        </>
      )}
      <Button icon={<Plus size={16} />} onPress={() => openDialog('new')}>
        {texts.new}
      </Button>
      {(dialog === 'new' || dialog === 'edit') && (
        <SegmentDialog
          segment={dialog === 'edit' ? segment : undefined}
          onClose={close}
          onSaved={(saved) => onChange(saved.id)}
        />
      )}
      {dialog === 'delete' && segment && (
        <DeleteSegment segment={segment} onClose={close} onDeleted={() => onChange(undefined)} />
      )}
    </>
  );
}
