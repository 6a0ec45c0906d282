import type { ReactNode } from 'react';
import { common } from '#texts/common';

/** Layout of the pages for people who are not signed in. */
export const Narrow = ({ children }: { children: ReactNode }) => (
  <main className="narrow card">
    <p className="brand">
      <img src="/favicon.ico" alt="" width={32} height={32} />
      {common.brand}
    </p>
    {children}
  </main>
);
