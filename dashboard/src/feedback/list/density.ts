import { useState } from 'react';
import { parseOneOf } from '../../ui/search.ts';

export const ROW_DENSITIES = ['compact', 'comfortable'] as const;
export type RowDensity = (typeof ROW_DENSITIES)[number];

const KEY = 'earshot.inbox.rows';

/** Height of rows that the user chose last in this browser. */
export function useRowDensity(): [RowDensity, (density: RowDensity) => void] {
  const [density, setDensity] = useState<RowDensity>(() => parseOneOf(ROW_DENSITIES, localStorage.getItem(KEY)) ?? 'compact');
  return [
    density,
    (next) => {
      localStorage.setItem(KEY, next);
      setDensity(next);
    },
  ];
}
