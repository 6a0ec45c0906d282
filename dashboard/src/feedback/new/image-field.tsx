import { common } from '#texts/common';
import { editor as texts } from '#texts/editor';
import { feedback } from '../texts/en/feedback.ts';
import { Image, X } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { Button, IconButton } from '../../ui/button.tsx';
import { IMAGE_TYPES, useUpload } from '../../projects/use-upload.ts';

/** Field for one image: by button, drop or paste. `url` is the uploaded image. */
export function ImageField({ url, onChange }: { url: string | undefined; onChange: (url: string | undefined) => void }) {
  const { uploadImage, isUploading } = useUpload();
  const upload = async (files: Iterable<File> | null) => {
    const file = [...(files ?? [])].find(({ type }) => IMAGE_TYPES.includes(type));
    const image = file && (await uploadImage(file));
    if (image) onChange(image.src);
  };
  return (
    <div
      className="dropzone"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload(event.dataTransfer.files);
      }}
      onPaste={(event) => void upload(event.clipboardData.files)}
    >
      {url && (
        <>
          <img className="picture" src={url} alt={feedback.image} />
          <IconButton label={common.delete} onPress={() => onChange(undefined)}>
            <X size={15} />
          </IconButton>
        </>
      )}
      <FileTrigger acceptedFileTypes={IMAGE_TYPES} onSelect={(files) => void upload(files)}>
        <Button icon={<Image size={16} />} isPending={isUploading}>
          {texts.image}
        </Button>
      </FileTrigger>
    </div>
  );
}
