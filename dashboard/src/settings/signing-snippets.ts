/** Code that signs user tokens, in several languages. */
export const LANGUAGES = [
  { id: 'node', label: 'Node.js' },
  { id: 'python', label: 'Python' },
  { id: 'ruby', label: 'Ruby' },
  { id: 'php', label: 'PHP' },
] as const;

export const SNIPPETS: Record<(typeof LANGUAGES)[number]['id'], (projectId: string) => string> = {
  node: (projectId) => `import { createHmac } from 'node:crypto';

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = part({ alg: 'HS256', typ: 'JWT' });
const body = part({
  sub: user.id,
  name: user.name,
  email: user.email,
  aud: '${projectId}',
  exp: Math.floor(Date.now() / 1000) + 3600,
});
const signature = createHmac('sha256', process.env.EARSHOT_IDENTITY_SECRET).update(\`\${head}.\${body}\`).digest('base64url');
const userToken = \`\${head}.\${body}.\${signature}\`;`,
  python: (projectId) => `import base64, hashlib, hmac, json, os, time

def part(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=")

head = part(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
body = part(json.dumps({
    "sub": str(user.id),
    "name": user.name,
    "email": user.email,
    "aud": "${projectId}",
    "exp": int(time.time()) + 3600,
}).encode())
signature = part(hmac.new(os.environ["EARSHOT_IDENTITY_SECRET"].encode(), head + b"." + body, hashlib.sha256).digest())
user_token = b".".join([head, body, signature]).decode()`,
  ruby: (projectId) => `require "base64"
require "json"
require "openssl"

part = ->(value) { Base64.urlsafe_encode64(value, padding: false) }
head = part.({ alg: "HS256", typ: "JWT" }.to_json)
body = part.({
  sub: user.id.to_s,
  name: user.name,
  email: user.email,
  aud: "${projectId}",
  exp: Time.now.to_i + 3600
}.to_json)
signature = part.(OpenSSL::HMAC.digest("SHA256", ENV.fetch("EARSHOT_IDENTITY_SECRET"), "#{head}.#{body}"))
user_token = "#{head}.#{body}.#{signature}"`,
  php: (projectId) => `<?php
$part = fn (string $value): string => rtrim(strtr(base64_encode($value), '+/', '-_'), '=');
$head = $part(json_encode(['alg' => 'HS256', 'typ' => 'JWT']));
$body = $part(json_encode([
    'sub' => (string) $user->id,
    'name' => $user->name,
    'email' => $user->email,
    'aud' => '${projectId}',
    'exp' => time() + 3600,
]));
$signature = $part(hash_hmac('sha256', "$head.$body", getenv('EARSHOT_IDENTITY_SECRET'), true));
$userToken = "$head.$body.$signature";`,
};
