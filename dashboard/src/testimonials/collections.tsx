import type { Testimonial, TestimonialCollection } from '@earshot/sdk';
import { common } from '#texts/common';
import { walls as texts } from './texts/en/walls.ts';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';

export const useCollections = () => useRead('GET /v1/testimonials/collections').data?.data ?? [];

interface CollectionDialogProps {
  /** Collection to change. Without it, the dialog creates one. */
  collection?: TestimonialCollection;
  onSaved: (collection: TestimonialCollection) => void;
  onClose: () => void;
}

/** Dialog that creates a collection, or changes its name and URL. */
export function CollectionDialog({ collection, onSaved, onClose }: CollectionDialogProps) {
  const call = useClient();
  return (
    <NameDialog
      title={collection ? texts.editTitle : texts.newCollection}
      label={texts.name}
      hint={texts.nameHint}
      name={collection?.name}
      verb={collection ? common.save : texts.create}
      onClose={onClose}
      onSubmit={async (name, text) => {
        const saved = collection
          ? await call('PATCH /v1/testimonials/collections/{id}', {
              path: { id: collection.id },
              body: { name, slug: text('slug') },
            })
          : await call('POST /v1/testimonials/collections', { body: { name } });
        await refresh('/v1/testimonials');
        onSaved(saved);
      }}
    >
      {collection && <TextField name="slug" label={texts.slug} defaultValue={collection.slug} isRequired isCode maxLength={60} />}
    </NameDialog>
  );
}

interface CollectionMenuProps {
  collection: TestimonialCollection;
  onSaved: (collection: TestimonialCollection) => void;
  onDeleted: () => void;
}

/** Menu that edits and deletes a collection. */
export function CollectionMenu({ collection, onSaved, onDeleted }: CollectionMenuProps) {
  const call = useClient();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  const label = texts.actions(collection.name);
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton label={label}>
            <MoreHorizontal size={16} />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setDialog('edit')}>{texts.rename}</MenuItem>
        <MenuItem isDanger onAction={() => setDialog('delete')}>
          {texts.delete}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <CollectionDialog collection={collection} onSaved={onSaved} onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          title={texts.deleteTitle(collection.name)}
          label={texts.deleteLabel}
          onClose={close}
          onConfirm={async () => {
            await call('DELETE /v1/testimonials/collections/{id}', { path: { id: collection.id } });
            await refresh('/v1/testimonials');
            onDeleted();
          }}
        >
          <p>{texts.deleteHint}</p>
        </Confirm>
      )}
    </>
  );
}

/** Dialog with the collections of one testimonial. */
export function CollectDialog({ testimonial, onClose }: { testimonial: Testimonial; onClose: () => void }) {
  const call = useClient();
  const collections = useCollections();
  const [chosen, setChosen] = useState(testimonial.collection_ids ?? []);
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.collectionsOf(testimonial.author_name)}>
      <Form
        onSubmit={async () => {
          await call('PATCH /v1/testimonials/{id}', { path: { id: testimonial.id }, body: { collection_ids: chosen } });
          await refresh('/v1/testimonials');
          onClose();
        }}
      >
        {({ isBusy }) => (
          <>
            {collections.length === 0 && <p className="soft">{texts.noCollections}</p>}
            {collections.map(({ id, name }) => (
              <Checkbox
                key={id}
                isSelected={chosen.includes(id)}
                onChange={(isIn) => setChosen((before) => (isIn ? [...before, id] : before.filter((one) => one !== id)))}
              >
                <span dir="auto">{name}</span>
              </Checkbox>
            ))}
            <FormActions label={common.save} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
