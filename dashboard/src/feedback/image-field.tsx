import { common } from '#texts/common';
import { editor as texts } from '#texts/editor';
import { feedback } from '#texts/feedback';
import { Image, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { sentenceOf } from '../api.ts';
import { usePublicClient } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { showProblem } from '../ui/toast.tsx';

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Field for one image: by button, drop or paste. `url` is the uploaded image. */
export function ImageField({ url, onChange }: { url: string | undefined; onChange: (url: string | undefined) => void }) {
  const call = usePublicClient();
  const [isUploading, setUploading] = useState(false);
  const upload = async (files: Iterable<File> | null) => {
    const file = [...(files ?? [])].find(({ type }) => IMAGES.includes(type));
    if (!file) return;
    setUploading(true);
    try {
      const body = new FormData();
      body.append('file', file);
      onChange((await call('POST /v1/uploads', { body })).url);
    } catch (error) {
      showProblem(sentenceOf(error));
    }
    setUploading(false);
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
      <FileTrigger acceptedFileTypes={IMAGES} onSelect={(files) => void upload(files)}>
        <Button icon={<Image size={16} />} isPending={isUploading}>
          {texts.image}
        </Button>
      </FileTrigger>
    </div>
  );
}
