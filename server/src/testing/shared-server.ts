// Program of the global setup: runs the server that test files share (`sharedTestServer`) until its standard input ends. It is a process of
// its own, because the process of the global setup reads the results of all tests.
import { openTestServer } from './server.ts';
import { throwRejected } from './tenancy/check-statements.ts';

const { server, databaseUrl, remove } = await openTestServer();
process.stdout.write(`${JSON.stringify({ url: server.url, databaseUrl })}\n`);
for await (const _ of process.stdin);
await server.stop();
await remove();
throwRejected();
