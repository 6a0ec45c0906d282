import { createMoneyFormat } from '@earshot/contract/shared/money';
import { locale } from '../../texts/plural.ts';

/** Formats an exact decimal amount in the language of the reader. */
export const formatMoney = (amount: string, currency: string): string => createMoneyFormat(locale, currency)(amount);
