import { statfs } from 'node:fs/promises';
import { Ref } from '@earshot/contract/shared/common';
import { Diagnostics } from '@earshot/contract/instance/diagnostics';
import type { FastifyPluginAsync } from 'fastify';
import type { Backups } from './recovery/backup/schedule.ts';
import { clientAddress, namesClient } from '../platform/client/address.ts';
import type { Config } from '../platform/config/config.ts';
import type { Readiness } from '../platform/observe/health.ts';
import { operation } from '../platform/api/operation.ts';
import type { Identity } from './identity/identity.ts';
import type { InboundMail } from './mail/inbound/inbound.ts';
import type { Outbox } from './mail/outbox.ts';
import { VERSION } from '../platform/observe/version.ts';

interface Options {
  config: Config;
  readiness: Readiness;
  identity: Pick<Identity, 'providers'>;
  outbox: Pick<Outbox, 'check' | 'serverName'>;
  inboundMail: Pick<InboundMail, 'check' | 'describe'>;
  publicUrl: () => string;
  backups: Pick<Backups, 'describe'>;
}

/** Maximum time for an answer of another server. */
const TIMEOUT_MS = 10_000;

/** Checks what an operator configures, for `earshot doctor`. */
export const diagnosticsRoutes: FastifyPluginAsync<Options> = async (
  app,
  { config, readiness, identity, outbox, inboundMail, publicUrl, backups },
) => {
  app.get(
    '/v1/diagnostics',
    operation({
      id: 'getDiagnostics',
      summary: 'Check the configuration of the instance',
      description:
        'Connects to the mail server, the mailbox of replies and the identity providers. Requires a token with the scope `admin`, which is not limited to projects.',
      tag: 'Service',
      access: { by: 'session' },
      returns: Ref(Diagnostics),
      limit: 'sensitive',
    }),
    async (request) => {
      const [state, mail, mailbox, providers, disk, backup] = await Promise.all([
        readiness(),
        findError(outbox.check),
        findError(inboundMail.check),
        Promise.all(identity.providers.map(async ({ id, name, check }) => ({ id, name, error: await findError(check) }))),
        findSpace(config.EARSHOT_DATA_DIR),
        backups.describe(),
      ]);
      const received = inboundMail.describe();
      return {
        version: VERSION,
        time: new Date().toISOString(),
        public_url: { url: publicUrl(), is_configured: config.EARSHOT_PUBLIC_URL !== undefined },
        request: {
          protocol: request.protocol,
          host: request.host,
          address: clientAddress(request),
          is_forwarded: request.headers['x-forwarded-for'] !== undefined,
          trusts_proxy: config.EARSHOT_TRUST_PROXY !== false,
          is_address_readable: namesClient(request),
        },
        mail: { server: outbox.serverName, from: config.EARSHOT_MAIL_FROM, error: mail },
        mail_in: received && { ...received, error: mailbox },
        sign_in: providers,
        engines: state.engines,
        disk,
        backup: backup && {
          target: backup.target,
          schedule: backup.schedule,
          last_success_at: backup.status?.succeeded_at?.toISOString() ?? null,
          last_size_bytes: backup.status?.bytes ?? null,
          error: backup.status?.error ?? null,
        },
      };
    },
  );
};

/** Returns the message of the error of a check, or null when it succeeds. */
async function findError(check: () => Promise<unknown>): Promise<string | null> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  try {
    await Promise.race([check(), timeout]);
    return null;
  } catch (error) {
    return messageOf(error as Error);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the message of an error with that of its cause: `fetch` reports only "fetch failed". */
function messageOf({ message, cause }: Error): string {
  const own = message || 'unknown error';
  return cause instanceof Error && !own.includes(cause.message) ? `${own}: ${messageOf(cause)}` : own;
}

const findSpace = (folder: string) =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free_bytes: bavail * bsize, total_bytes: blocks * bsize }),
    () => null,
  );
