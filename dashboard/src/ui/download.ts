import type { Request, Route } from '@earshot/sdk';
import type { Client } from '@earshot/sdk';

/** Saves what a route answers as a file. A link could not: it bears no token. */
export async function download<R extends Route>(call: Client, route: R, input: Request<R>, fileName: string): Promise<void> {
  const response = await call.raw(route, input);
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
