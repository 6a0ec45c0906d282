import type { Client, Request, Route } from '@earshot/sdk';

/** Downloads the response of a route. A link can't send the access token. */
export async function download<R extends Route>(call: Client, route: R, input: Request<R>, fileName: string): Promise<void> {
  const response = await call.raw(route, input);
  saveBlob(await response.blob(), fileName);
}

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  URL.revokeObjectURL(url);
}
