import { walls as texts } from './texts/en/walls.ts';
import { useState } from 'react';
import { refresh, useClient } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { showToast } from '../ui/toast.tsx';

const RATINGS = [5, 4, 3, 2, 1].map((stars) => ({ id: String(stars), label: texts.ratings(stars) }));

/** Dialog that adds a testimonial from an email, a review or a chat. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const call = useClient();
  const [rating, setRating] = useState('5');
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.add}>
      <Form
        onSubmit={async (text) => {
          const optional = (name: string) => text(name) || null;
          const { results } = await call('POST /v1/testimonials/batch', {
            body: {
              records: [
                {
                  status: 'approved',
                  content: text('content'),
                  rating: Number(rating),
                  author_name: text('author_name'),
                  author_title: optional('author_title'),
                  author_company: optional('author_company'),
                  source_url: optional('source_url'),
                  video_url: optional('video_url'),
                },
              ],
            },
          });
          const [result] = results;
          if (result?.outcome === 'failed') throw new Error(result.error);
          await refresh('/v1/testimonials');
          showToast(texts.wasAdded);
          onClose();
        }}
      >
        {({ isBusy }) => (
          <>
            <p className="soft">{texts.addHint}</p>
            <TextField name="content" label={texts.content} rows={4} isRequired autoFocus maxLength={5_000} />
            <Select label={texts.rating} options={RATINGS} value={rating} onChange={setRating} />
            <TextField name="author_name" label={texts.author} isRequired maxLength={100} />
            <div className="fields-row">
              <TextField name="author_title" label={texts.role} maxLength={100} />
              <TextField name="author_company" label={texts.company} maxLength={100} />
            </div>
            <TextField name="source_url" label={texts.source} hint={texts.sourceHint} type="url" maxLength={2_048} />
            <TextField name="video_url" label={texts.video} hint={texts.videoHint} type="url" maxLength={2_048} />
            <FormActions label={texts.add} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
