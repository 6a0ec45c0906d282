import { join } from 'node:path';
import { configFolder, type Profile, readJson, writeJson } from './config.ts';

const SERVICE = 'earshot';

const file = () => join(configFolder(), 'credentials.json');
const readFile = () => (readJson(file()) ?? {}) as Record<string, string>;

/**
 * Opens the entry of a profile in the keyring of the system. On Linux only the Secret Service, because the keyring of the kernel loses
 * its entries on restart. The package is optional: it has no build for some systems.
 */
async function openKeyring(profileName: string) {
  const { Entry } = await import('@napi-rs/keyring');
  return new Entry(SERVICE, profileName, { linux: { store: 'secret-service' } });
}

/** Stores the token of a profile. Returns its location: the file when no keyring is available or `insecure` is set. */
export async function storeToken(profileName: string, token: string, insecure: boolean): Promise<Profile['storage']> {
  if (!insecure) {
    try {
      const entry = await openKeyring(profileName);
      entry.setPassword(token);
      if (entry.getPassword() === token) {
        deleteFromFile(profileName);
        return 'keyring';
      }
    } catch {
      // No keyring on this machine, or a locked one.
    }
  }
  writeJson(file(), { ...readFile(), [profileName]: token });
  return 'file';
}

/** Returns the token of a profile, or undefined when there is none. @throws when the keyring is unavailable */
export async function findToken(profileName: string, { storage }: Profile): Promise<string | undefined> {
  if (storage === 'file') return readFile()[profileName];
  return (await openKeyring(profileName)).getPassword() ?? undefined;
}

export async function deleteToken(profileName: string, { storage }: Profile): Promise<void> {
  if (storage === 'file') deleteFromFile(profileName);
  else (await openKeyring(profileName)).deletePassword();
}

function deleteFromFile(profileName: string): void {
  const { [profileName]: deleted, ...others } = readFile();
  if (deleted !== undefined) writeJson(file(), others);
}
