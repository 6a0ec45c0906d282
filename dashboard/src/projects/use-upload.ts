import { useState } from 'react';
import { toSentence } from '../api.ts';
import { usePublicClient } from './projects.ts';
import { showProblem } from '../ui/toast.tsx';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Uploads an image. Returns undefined for another file, and for a refused one, which the user is told. */
export type UploadImage = (file: File) => Promise<{ src: string; alt: string } | undefined>;

/** Returns the function that uploads images, and whether an upload is running. The alternative text is empty: a file name describes no image. */
export function useUpload(): { uploadImage: UploadImage; isUploading: boolean } {
  const call = usePublicClient();
  const [uploads, setUploads] = useState(0);
  const uploadImage: UploadImage = async (file) => {
    if (!IMAGE_TYPES.includes(file.type)) return undefined;
    setUploads((count) => count + 1);
    try {
      const body = new FormData();
      body.append('file', file);
      const { url } = await call('POST /v1/uploads', { body });
      return { src: url, alt: '' };
    } catch (error) {
      showProblem(toSentence(error));
      return undefined;
    } finally {
      setUploads((count) => count - 1);
    }
  };
  return { uploadImage, isUploading: uploads > 0 };
}
