/** An amount from right to left that ends with letters and a sign, such as `US$`. */
const ENDS_WITH_SIGN = /^\u200F.*\p{Script=Latin}\p{Sc}$/u;

/**
 * Returns a function that formats amounts, such as 1234.5 EUR as “€1,234.50”. Exact decimals are texts, because numbers would be rounded. In
 * texts from right to left, the sign at the end would be shown before its letters (“$US”) without the mark of direction that follows it.
 */
export function createMoneyFormat(locale: string, currency: string): (amount: number | string) => string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return (amount) => format.format(amount as Intl.StringNumericLiteral).replace(ENDS_WITH_SIGN, '$&\u200E');
}
