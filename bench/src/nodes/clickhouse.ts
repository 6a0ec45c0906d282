// Serves the HTTP interface of ClickHouse in front of chDB, in its own process, until SIGTERM: npm does not have the server.
import { startClickHouseFront } from '@earshot/server/testing/clickhouse-front';

const front = await startClickHouseFront();
console.log(front.url);
process.once('SIGTERM', () => void front.stop().then(() => process.exit()));
