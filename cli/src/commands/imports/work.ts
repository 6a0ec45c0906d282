import { setTimeout as sleep } from 'node:timers/promises';
import { RECORD_OUTCOMES } from '@earshot/contract/shared/values';
import type { Earshot, Import } from '@earshot/sdk';
import { CliError } from '../../errors.ts';
import type { OutputOptions } from '../../output.ts';
import { startProgress } from '../../progress.ts';

/** Options of `earshot import`. */
export interface ImportOptions extends OutputOptions {
  collection?: NonNullable<Import['options']['collection']>;
  map?: string[];
  value?: string[];
  encoding?: Import['options']['encoding'];
  dateOrder?: Import['options']['date_order'];
  index?: string;
  imageHost?: string[];
  redirects?: string;
  apiKey?: string;
  newProject?: string;
  dryRun?: boolean;
  yes?: boolean;
}

const POLL_MS = 500;
/** An import continues while its server is unavailable. Requests are repeated for at least 16 seconds, the delay of a 503 response times eight. */
export const PATIENT_RETRIES = 8;

export const countRecords = (counts: Import['counts']): number =>
  Object.values(counts).reduce((sum, of) => sum + of.created + of.updated + of.unchanged + of.failed, 0);

/** Returns a line for each collection, such as `feedback: 120 created, 1 failed`. */
export const renderCounts = (counts: Import['counts']): string =>
  Object.entries(counts)
    .map(([collection, of]) => {
      const parts = RECORD_OUTCOMES.filter((outcome) => of[outcome] > 0).map((outcome) => `${of[outcome]} ${outcome}`);
      return `${collection}: ${parts.join(', ') || 'none'}`;
    })
    .join('\n');

/** Waits until an import has finished its work, with a progress bar. @throws {CliError} when it failed */
export async function waitFor({ imports }: Earshot, id: string, signal: AbortSignal): Promise<Import> {
  let progress: ReturnType<typeof startProgress> | undefined;
  let shown = 0;
  try {
    for (;;) {
      const current = await imports.get(id, { signal, retries: PATIENT_RETRIES });
      const { status, processed, check_counts: checked } = current;
      if (status === 'failed') throw new CliError(current.error ?? 'The import failed');
      if (!['checking', 'running', 'undoing'].includes(status)) return current;
      progress ??= startProgress('Importing', status === 'running' && checked ? countRecords(checked) : 0);
      progress.advance(processed - shown);
      shown = processed;
      await sleep(POLL_MS, undefined, { signal });
    }
  } finally {
    progress?.stop();
  }
}
