import type { Import } from '@earshot/sdk';
import { imports as texts } from '#texts/settings/imports';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { refresh, toSentence, useClient } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { showProblem } from '../../ui/toast.tsx';
import { uploadFiles } from './upload.ts';

/** Button that continues an upload: with the files of this page, or with the same ones that are chosen again. */
export function ContinueUpload({ item: { id, files: wanted }, files }: { item: Import; files: File[] }) {
  const call = useClient();
  const [isUploading, setUploading] = useState(false);
  const upload = async (chosen: File[]) => {
    setUploading(true);
    try {
      await uploadFiles(call, id, chosen);
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/imports');
    setUploading(false);
  };
  const label = isUploading ? texts.uploading : files.length ? texts.resume : texts.chooseFiles;
  if (files.length || isUploading)
    return (
      <Button look="primary" isPending={isUploading} onPress={() => void upload(files)}>
        {label}
      </Button>
    );
  return (
    <FileTrigger
      allowsMultiple
      acceptDirectory={wanted.some(({ name }) => name.includes('/'))}
      onSelect={(list) => void upload([...(list ?? [])])}
    >
      <Button look="primary">{label}</Button>
    </FileTrigger>
  );
}
