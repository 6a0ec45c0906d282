import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the expression of the key of a mailbox (`toMailboxKey`) for an address in its one spelling (`spellEmail`), in which all addresses are
 * stored. Only ASCII letters are folded, in every locale of the server: the lower case of `I` would be `ı` in a Turkish database.
 */
export const mailboxKey = (address: RawBuilder<unknown>): RawBuilder<string> => sql<string>`lower(${address} COLLATE "C")`;
