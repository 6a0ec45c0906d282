import type { Metadata } from 'next';
import Script from 'next/script';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { readCommon } from './earshot';

export const metadata: Metadata = { title: 'Acme, in Next.js', icons: 'data:,' };

export default async function Layout({ children }: { children: ReactNode }) {
  // Reads the environment when a page is requested, not when the app is built.
  await connection();
  const { url, projectKey } = readCommon();
  return (
    <html lang="en">
      <body>
        {children}
        <Script src={`${url}/t.js`} data-key={projectKey} />
      </body>
    </html>
  );
}
