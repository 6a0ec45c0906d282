/** Returns an environment variable of the server. */
function read(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}`);
  return value;
}

/** Returns the props that all widgets need. */
export const readCommon = () => ({ baseUrl: read('EARSHOT_URL'), projectKey: read('EARSHOT_KEY') });

/** Returns the options that `signUserToken` needs. The secret stays on the server. */
export const readIdentity = () => ({ projectId: read('EARSHOT_PROJECT'), secret: read('EARSHOT_IDENTITY_SECRET') });
