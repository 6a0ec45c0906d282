import { common } from '#texts/common';
import { editor as texts } from '#texts/editor';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';

interface AddressFormProps {
  slug: string;
  /** Address on another site, null for none. Undefined for texts that have no other address. */
  url?: string | null | undefined;
  /** Whether links to the text may exist. */
  wasPublished: boolean;
  mayWork: boolean;
  save: (change: { slug?: string; url?: string | null }) => Promise<void>;
}

/** Form of the address of a text, which changes immediately. Give it a key, so that it shows changes of the server. */
export function AddressForm({ slug: savedSlug, url: savedUrl, wasPublished, mayWork, save }: AddressFormProps) {
  const [slug, setSlug] = useState(savedSlug);
  const [url, setUrl] = useState(savedUrl ?? '');
  const isChanged = slug !== savedSlug || url !== (savedUrl ?? '');
  return (
    <Form
      onSubmit={async () => {
        await save({ ...(slug !== savedSlug && { slug }), ...(url !== (savedUrl ?? '') && { url: url || null }) });
        showToast(common.saved);
      }}
    >
      {({ isBusy }) => (
        <>
          <TextField
            name="slug"
            label={texts.slug}
            hint={wasPublished ? texts.slugHint : undefined}
            value={slug}
            onChange={setSlug}
            maxLength={100}
            isReadOnly={!mayWork}
          />
          {savedUrl !== undefined && (
            <TextField
              name="url"
              label={texts.ownUrl}
              hint={texts.ownUrlHint}
              value={url}
              onChange={setUrl}
              isReadOnly={!mayWork}
            />
          )}
          {mayWork && isChanged && (
            <Button type="submit" isPending={isBusy}>
              {texts.saveAddress}
            </Button>
          )}
        </>
      )}
    </Form>
  );
}
