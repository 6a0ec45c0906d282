import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_LOCAL_LENGTH = 64;
/** Characters of a domain in ASCII (RFC 1035). */
const MAX_DOMAIN_LENGTH = 253;

const LOCAL = /^[^\s\p{Cc}\p{Cf}@"(),:;<>[\]\\]+$/u;
/** The parser of URLs would decode `%` and end the domain at `/`, and drops most invisible characters. Joiners are valid in some scripts. */
const DOMAIN_TEXT = /^(?:[A-Za-z\d.-]|[\u200C\u200D]|[^\p{ASCII}\s\p{Cc}\p{Cf}])+$/u;
/** At least two labels. The last one has a letter, otherwise the domain is an IP address. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[^.]*[a-z])[a-z\d][a-z\d-]{0,61}[a-z\d]$/;
const NON_ASCII = /\P{ASCII}/u;

/** Full-width Latin letters, digits and punctuation, and half-width kana (block Halfwidth and Fullwidth Forms). */
const WIDTH_FORMS = /[\uFF01-\uFFEF]/g;

const lowerAscii = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Returns an email address in the one spelling of its mailbox, except for the case of ASCII letters, or undefined if the text is not an
 * address. The local part follows UsernameCaseMapped (RFC 8265): width forms become ordinary characters, and letters outside of ASCII are in
 * lower case and composed (NFC). The domain is in Unicode, as people read it, by the rules of browsers (UTS #46): `xn--` labels are decoded.
 * ASCII addresses stay as they are typed. Quoted local parts (RFC 5321) are rejected because they are not used in practice.
 */
export function readEmail(text: string): string | undefined {
  const folded = text.replaceAll(WIDTH_FORMS, (form) => form.normalize('NFKC')).normalize('NFC');
  const at = folded.lastIndexOf('@');
  const local = spellLocal(folded.slice(0, Math.max(at, 0)));
  const domain = spellDomain(folded.slice(at + 1));
  return local !== undefined && domain !== undefined ? `${local}@${domain}` : undefined;
}

function spellLocal(typed: string): string | undefined {
  const local = NON_ASCII.test(typed) ? typed.toLowerCase().normalize('NFC') : typed;
  const isValid = LOCAL.test(local) && local.length <= MAX_LOCAL_LENGTH && !/^\.|\.\.|\.$/.test(local);
  return isValid ? local : undefined;
}

function spellDomain(typed: string): string | undefined {
  const ascii = toAsciiDomain(typed);
  if (ascii === undefined) return undefined;
  const unicode = domainToUnicode(ascii);
  // Some labels in ASCII are not the form of a valid Unicode label.
  const domain = toAsciiDomain(unicode) === ascii ? unicode : ascii;
  return lowerAscii(typed) === domain ? typed : domain;
}

/** Returns a domain as in DNS: `xn--mnchen-3ya.example` for `MÜNCHEN.example`. Returns undefined if the text is not a domain of two or more labels. */
export function toAsciiDomain(text: string): string | undefined {
  const ascii = DOMAIN_TEXT.test(text) ? domainToASCII(text) : '';
  return DOMAIN.test(ascii) && ascii.length <= MAX_DOMAIN_LENGTH ? ascii : undefined;
}

/** Returns whether the text is a valid email address. */
export const isEmail = (text: string): boolean => readEmail(text) !== undefined;

/** Returns an address in the one spelling of its mailbox (see `readEmail`), and text that is not an address unchanged. */
export const spellEmail = (text: string): string => readEmail(text) ?? text;

/**
 * Returns the key of the mailbox of an address: equal for all of its spellings. SQL computes the key of a stored address with
 * `lower(address COLLATE "C")` (`mailboxKey` of platform/postgres). Tags (`+news`) and dots belong to the mailbox, because only its own
 * server knows whether it ignores them.
 */
export const toMailboxKey = (address: string): string => lowerAscii(spellEmail(address));

/** Returns whether two addresses belong to one mailbox. */
export const isSameMailbox = (one: string, other: string): boolean => toMailboxKey(one) === toMailboxKey(other);

/** Returns the domain of an address as in DNS, or undefined if the text has none. */
export function toEmailDomain(address: string): string | undefined {
  const [, domain] = /@([^@]+)$/.exec(spellEmail(address)) ?? [];
  return domain && toAsciiDomain(domain);
}
