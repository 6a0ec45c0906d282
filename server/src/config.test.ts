import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('without any variable the defaults hold: loopback, local sign-in', () => {
  const config = readConfig({});
  assert.deepEqual([config.HOST, config.PORT, config.isLocal], ['127.0.0.1', 4000, true]);
  assert.ok(config.EARSHOT_DATA_DIR.endsWith('/data'));
});

test('a variable that is wrong is named, and all of them at once', () => {
  const oidc = { EARSHOT_OIDC_ISSUER: 'https://id.example', EARSHOT_OIDC_CLIENT_ID: 'a', EARSHOT_OIDC_CLIENT_SECRET: 'b' };
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: '70000' }, /^PORT must be a port number from 0 to 65535$/],
    [{ PORT: '4e3' }, /^PORT must be/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL that begins with postgres:\/\//],
    [{ EARSHOT_DATABASE_CONNECTIONS: '1' }, /^EARSHOT_DATABASE_CONNECTIONS must be a whole number from 2 to 1000$/],
    [{ EARSHOT_PUBLIC_URL: 'feedback.example.com' }, /^EARSHOT_PUBLIC_URL must be a URL/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must be a URL that begins with smtp:\/\/ or smtps:\/\/$/],
    [{ EARSHOT_THROTTLE: 'no' }, /^EARSHOT_THROTTLE must be "on" or "off"$/],
    [{ EARSHOT_TRUST_PROXY: 'yes' }, /^EARSHOT_TRUST_PROXY must be/],
    [{ EARSHOT_LOG_LEVEL: 'loud' }, /^EARSHOT_LOG_LEVEL must be one of debug, info/],
    [{ EARSHOT_OIDC_ISSUER: 'https://id.example' }, /EARSHOT_OIDC_CLIENT_ID is required, since EARSHOT_OIDC_ISSUER is set/],
    [{ EARSHOT_GITHUB_CLIENT_ID: 'a' }, /EARSHOT_GITHUB_CLIENT_SECRET is required/],
    [{ EARSHOT_PUBLIK_URL: 'x' }, /^EARSHOT_PUBLIK_URL is not a variable that Earshot knows$/],
    [{ HOST: '0.0.0.0' }, /^HOST is 0\.0\.0\.0.*EARSHOT_OIDC_ISSUER.*EARSHOT_GITHUB_CLIENT_ID/],
    [{ HOST: '::' }, /^HOST is ::/],
    [{ PORT: 'x', SMTP_URL: 'y' }, /^PORT .*\nSMTP_URL /],
  ];
  for (const [env, message] of cases) {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && message.test(error.message),
      JSON.stringify(env),
    );
  }
  assert.equal(readConfig({ HOST: '0.0.0.0', ...oidc }).isLocal, false);
});
