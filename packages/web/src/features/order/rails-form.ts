// What is typed into the guard rails and the questions, and what it says to the calls. An empty field means no limit.
import type { OrderGuardRails, OrderQuestionLimits } from '@clubfolio/contract'
import { formatCents, isMalformedOptionCode, isOptionCode, parseCents } from '@clubfolio/domain'

const moneyFields = ['largestOrder', 'largestPosition', 'dailyLoss', 'openHeat'] as const
const percentFields = [
  'largestPositionPercent',
  'openHeatPercent',
  'heatWithoutStop',
  'priceDistance',
  'limitThrough',
  'buyingPower',
] as const

type Choice = 'symbolRule' | 'cancelsEntries'
type TextField = Exclude<keyof OrderGuardRails | keyof OrderQuestionLimits, Choice>

/** Every field as it is typed. */
export type TypedRails = Record<TextField, string> & {
  readonly symbolRule: 'ALLOW' | 'BLOCK' | ''
  readonly cancelsEntries: boolean
}
export type RailsFaults = Partial<Record<TextField, string>>

export function typedRails(rails: OrderGuardRails, limits: OrderQuestionLimits): TypedRails {
  const dollars = (value: OrderGuardRails['dailyLoss']): string => (value === null ? '' : formatCents(value))
  return {
    largestOrder: dollars(rails.largestOrder),
    largestPosition: dollars(rails.largestPosition),
    dailyLoss: dollars(rails.dailyLoss),
    openHeat: dollars(rails.openHeat),
    largestPositionPercent: rails.largestPositionPercent ?? '',
    openHeatPercent: rails.openHeatPercent ?? '',
    heatWithoutStop: rails.heatWithoutStop ?? '',
    priceDistance: rails.priceDistance ?? '',
    openPositions: rails.openPositions === null ? '' : String(rails.openPositions),
    symbolRule: rails.symbolRule ?? '',
    symbols: rails.symbols.join(', '),
    cancelsEntries: rails.cancelsEntries,
    limitThrough: limits.limitThrough ?? '',
    buyingPower: limits.buyingPower ?? '',
    usualQuantity: limits.usualQuantity ?? '',
  }
}

const centsOf = (text: string) => (text === '' ? null : (parseCents(text) ?? null))
const symbolsOf = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((symbol) => symbol !== ''),
  ),
]

/** Returns the limits of the account. */
export const railsOf = (typed: TypedRails): OrderGuardRails => ({
  largestOrder: centsOf(typed.largestOrder),
  largestPosition: centsOf(typed.largestPosition),
  dailyLoss: centsOf(typed.dailyLoss),
  openHeat: centsOf(typed.openHeat),
  largestPositionPercent: typed.largestPositionPercent || null,
  openHeatPercent: typed.openHeatPercent || null,
  heatWithoutStop: typed.heatWithoutStop || null,
  priceDistance: typed.priceDistance || null,
  openPositions: typed.openPositions === '' ? null : Number(typed.openPositions),
  symbolRule: typed.symbolRule === '' ? null : typed.symbolRule,
  symbols: symbolsOf(typed.symbols),
  cancelsEntries: typed.cancelsEntries,
})

export const typedQuestions = (typed: TypedRails): OrderQuestionLimits => ({
  limitThrough: typed.limitThrough || null,
  buyingPower: typed.buyingPower || null,
  usualQuantity: typed.usualQuantity || null,
})

export function railsFaults(typed: TypedRails): RailsFaults {
  const isMoney = (text: string) => text === '' || parseCents(text) !== undefined
  const isNumber = (text: string) => /^(\d{1,4}(\.\d{1,2})?)?$/.test(text)
  const found: RailsFaults = {}
  for (const field of moneyFields) if (!isMoney(typed[field])) found[field] = 'Enter dollars with at most 2 decimals.'
  for (const field of percentFields) if (!isNumber(typed[field])) found[field] = 'Enter a percentage.'
  if (isNumber(typed.heatWithoutStop) && Number(typed.heatWithoutStop) > 100)
    found.heatWithoutStop = 'Enter a percentage of at most 100.'
  if (!/^\d{0,4}$/.test(typed.openPositions) || Number(typed.openPositions) > 1_000)
    found.openPositions = 'Enter a whole number of at most 1,000.'
  if (!isNumber(typed.usualQuantity) || (typed.usualQuantity !== '' && Number(typed.usualQuantity) <= 1))
    found.usualQuantity = 'Enter a number above 1.'
  const symbols = symbolsOf(typed.symbols)
  const wrong = symbols.find((symbol) => isOptionCode(symbol) || isMalformedOptionCode(symbol))
  if (wrong !== undefined) found.symbols = `${wrong} is not the symbol of a share. A contract counts by its underlying.`
  else if (typed.symbolRule !== '' && symbols.length === 0) found.symbols = 'Enter at least one symbol.'
  return found
}
