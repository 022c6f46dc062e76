// The currency of the money on a screen. A screen about an account names it once; every amount below is written in it.
import { createContext, use, useCallback, type ReactNode } from 'react'
import { formatMoney, withCurrency, type MoneyFormat, type MoneyValue } from '../format/money.ts'

const CurrencyContext = createContext('USD')

export interface CurrencyProviderProps {
  /** ISO code; while it is not known, that of the screen around it. */
  readonly currency: string | undefined
  readonly children: ReactNode
}

/** Everything inside is money of an account in this currency: `<CurrencyProvider currency={account?.currency}>`. */
export function CurrencyProvider({ currency, children }: CurrencyProviderProps) {
  const outer = useCurrency()
  return <CurrencyContext value={currency ?? outer}>{children}</CurrencyContext>
}

/** Returns the ISO code of the money shown here: dollars where no account is shown. */
export const useCurrency = (): string => use(CurrencyContext)

interface AmountAffix {
  readonly prefix?: string
  readonly suffix?: string
  readonly rightSectionWidth?: number
}

/** Room for a code of three letters at the right edge of a number field. */
const codePx = 44

/** Returns what a number field shows for its currency: `$` before the amount, or the code after it. */
export function useAmountAffix(currency?: string): AmountAffix {
  const shown = useCurrency()
  const code = currency ?? shown
  return code === 'USD' ? { prefix: '$' } : { suffix: code, rightSectionWidth: codePx }
}

/** Writes an amount in the currency shown here: `format(123456n)` is "1,234.56 EUR" for an account in euros. */
export type FormatAmount = (value: MoneyValue | null | undefined, format?: MoneyFormat) => string

/** Returns the formatter of amounts inside sentences; a figure of its own is a `<Money>`. */
export function useFormatAmount(): FormatAmount {
  const currency = useCurrency()
  return useCallback((value, format) => formatMoney(value, { currency, ...format }), [currency])
}

/**
 * A figure that is formatted already, in the currency shown here: `<InCurrency figure={formatHalfEven(value, 4)} />`.
 */
export function InCurrency({ figure }: { readonly figure: string }) {
  return <>{withCurrency(figure, useCurrency())}</>
}
