import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Lifetime of entries without an expiry. */
const DEFAULT_LIFETIME_S = 600;

interface Stored {
  payload: AdapterPayload;
  until: number;
}

/** Stores the local provider's state of running sign-ins in memory, each entry until its expiry. */
export function createMemory(now = Date.now): (model: string) => Adapter {
  const stored = new Map<string, Stored>();
  const removeExpired = () => {
    for (const [name, { until }] of stored) if (until <= now()) stored.delete(name);
  };

  return (model) => {
    const buildName = (id: string) => `${model} ${id}`;
    const find = async (isWanted: (payload: AdapterPayload, name: string) => boolean) => {
      removeExpired();
      return [...stored].find(([name, { payload }]) => name.startsWith(`${model} `) && isWanted(payload, name))?.[1].payload;
    };
    return {
      upsert: async (id, payload, seconds = DEFAULT_LIFETIME_S) => {
        removeExpired();
        stored.set(buildName(id), { payload, until: now() + seconds * 1000 });
      },
      find: (id) => find((_payload, name) => name === buildName(id)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const entry = stored.get(buildName(id));
        if (entry) entry.payload.consumed = Math.floor(now() / 1000);
      },
      destroy: async (id) => void stored.delete(buildName(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, { payload }] of stored) if (payload.grantId === grantId) stored.delete(name);
      },
    };
  };
}
