const SIDE_PX = 256;
const QUALITY = 0.85;

/** Returns the middle of an image as a small square, in base64. @throws {Error} when the browser cannot read the image */
export async function readAvatar(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE_PX;
  canvas
    .getContext('2d')
    ?.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE_PX, SIDE_PX);
  image.close();
  // Browsers that cannot write WebP return PNG, which may be too large for photos.
  const url = canvas.toDataURL('image/webp', QUALITY);
  return (url.startsWith('data:image/webp') ? url : canvas.toDataURL('image/jpeg', QUALITY)).replace(/^.*,/, '');
}
