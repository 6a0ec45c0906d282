/** Codes of ISO 4217 that Unicode knows, including those of former currencies, which imported events may have. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => code !== 'XXX'));

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);
