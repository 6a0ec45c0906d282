/** Whether tests run in their long versions: more random cases, longer outages, more kills (`npm run test:long`). */
export const IS_LONG = process.env.EARSHOT_TEST_LONG === '1';
