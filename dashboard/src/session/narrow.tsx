import type { ReactNode } from 'react';
import { common } from '#texts/common';

/** Layout of the pages for people who are not signed in. */
export const Narrow = ({ children }: { children: ReactNode }) => (
  <main className="narrow card">
    <img src="/favicon.ico" alt={common.brand} width={40} height={40} />
    {children}
  </main>
);
