// Prices in hundredths of a currency, as London and Tel Aviv quote them.
import { productOf } from './exact-decimal.ts'

const hundredths: Readonly<Record<string, string>> = { GBX: 'GBP', GBp: 'GBP', ILA: 'ILS', ZAC: 'ZAR', ZAc: 'ZAR' }

/** `inMajorUnit('496', 'GBX')` is `{ price: '4.96', priceCurrency: 'GBP' }`; other currencies stay as they are. */
export function inMajorUnit(
  price: string,
  currency: string,
): { readonly price: string; readonly priceCurrency: string } {
  const major = hundredths[currency]
  return major === undefined
    ? { price, priceCurrency: currency }
    : { price: productOf(price, '0.01'), priceCurrency: major }
}
