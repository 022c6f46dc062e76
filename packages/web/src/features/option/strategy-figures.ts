// What a strategy costs, can win and lose, how likely it wins, what it takes of the buying power, and its greeks. Pure.
import { Decimal } from 'decimal.js'
import type { OptionContract, PositionGreeks, SpreadToPreview } from '@clubfolio/contract'
import {
  chanceWithin,
  contractTerms,
  describeTurnOver,
  dollarsOfNet,
  firstExpiration,
  type MarginKind,
  type NetQuote,
  netQuoteOf,
  type OptionGreeks,
  type Outcome,
  outcomeOf,
  positionGreeks,
  type PositionLeg,
  positionsAfter,
  type PowerPosition,
  type SpreadPower,
  spreadPower,
  type StrategyChain,
  type TradeInstruction,
  commonUnits,
  yearsUntil,
} from '@clubfolio/domain'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import { type LoadedChain, moneyVolatility, strategyContract } from './chain.ts'
import type { PayoffPosition } from './payoff.ts'
import type { StrategyForm } from './strategy-form.ts'

/** Returns a loaded chain as strategies read it; the shares have the chain's price on both sides. */
export const strategyChain = (chain: LoadedChain): StrategyChain => ({
  shares: { code: chain.code, bid: chain.price, ask: chain.price, last: chain.price },
  contracts: chain.contracts.map((contract: OptionContract) => strategyContract(contract)),
})

export interface StrategyFigures {
  readonly quote: NetQuote
  /** The net price per share that counts: as typed, else the mid; negative for a credit. */
  readonly net: Decimal | null
  readonly units: number
  /** Null while a price or a volatility is missing. */
  readonly priced: PricedStrategy | null
}

export interface PricedStrategy {
  readonly position: PayoffPosition
  readonly outcome: Outcome & { readonly isExact: boolean }
  /** From 0 to 1; null where the chain has no volatility. */
  readonly chance: number | null
  readonly power: SpreadPower
  readonly greeks: OptionGreeks
}

export interface FiguresInput {
  readonly form: StrategyForm
  readonly legs: readonly PositionLeg[]
  readonly chain: LoadedChain
  /** The account's positions, of any underlying. */
  readonly held: readonly PositionGreeks[]
  readonly accountType: MarginKind
}

/** Returns the units as typed; 0 for anything but a positive whole number. */
export function unitsOfForm({ units }: Pick<StrategyForm, 'units'>): number {
  return /^\d{1,6}$/.test(units) ? Number(units) : 0
}

/** Returns the net price that counts. A typed price is paid or received; without one it is the mid. */
export function netOfForm({ net, isCredit }: Pick<StrategyForm, 'net' | 'isCredit'>, quote: NetQuote): Decimal | null {
  if (net === '') return quote.mid
  if (isInvalidNumber(net)) return null
  return isCredit ? new Decimal(net).negated() : new Decimal(net)
}

const legsTimes = (legs: readonly PositionLeg[], units: number): PositionLeg[] =>
  legs.map((leg) => ({ ...leg, quantity: leg.quantity * units }))

/** Returns the positions of an underlying as the rule of buying power reads them. */
export function powerPositions(held: readonly PositionGreeks[], underlying: string): PowerPosition[] {
  return held
    .filter((position) => position.underlying === underlying)
    .map(({ code, quantity, multiplier, lastPrice }) => ({
      code,
      contract: contractTerms(code),
      quantity,
      multiplier,
      last: new Decimal(lastPrice),
    }))
}

export function figuresOf({ form, legs, chain, held, accountType }: FiguresInput): StrategyFigures {
  const quote = netQuoteOf(legs)
  const net = netOfForm(form, quote)
  const units = unitsOfForm(form)
  const { price: spot, quotedMs, interestRate, dividendYield } = chain
  const isModelled = legs.every(({ contract, volatility }) => contract === null || volatility !== null)
  if (net === null || units === 0 || spot === null || !isModelled) return { quote, net, units, priced: null }
  const cost = dollarsOfNet(net, 1)
  const rates = { spot, interestRate, dividendYield }
  const outcome = outcomeOf(legs, cost, rates)
  const first = firstExpiration(legs)
  const volatility = first === undefined ? null : moneyVolatility(chain, first)
  const before = powerPositions(held, chain.code)
  const changes = legsTimes(legs, units).map((leg) => ({ ...leg, last: new Decimal(leg.mark ?? 0) }))
  return {
    quote,
    net,
    units,
    priced: {
      position: { legs, units, cost, quotedMs, ...rates },
      outcome,
      chance:
        first === undefined || volatility === null
          ? null
          : chanceWithin(outcome.profitRanges, { ...rates, volatility, years: yearsUntil(first, quotedMs) }),
      power: spreadPower(accountType, {
        before,
        after: positionsAfter(before, changes),
        cost: cost.times(units),
      }),
      greeks: positionGreeks(legsTimes(legs, units), { ...rates, atMs: quotedMs, volatilityShift: 0 }),
    },
  }
}

/**
 * Returns the broker's instruction of a leg: it closes what is held on the other side, as far as that is enough, and
 * opens otherwise. Example: a bought leg of a contract that is written is BUY_TO_CLOSE.
 */
export function instructionOfLeg({ contract, quantity }: PositionLeg, held: number, units: number): TradeInstruction {
  if (contract === null) return quantity > 0 ? 'BUY' : 'SELL'
  const isClosing = quantity > 0 ? held <= -quantity * units : held >= -quantity * units
  if (quantity > 0) return held < 0 && isClosing ? 'BUY_TO_CLOSE' : 'BUY_TO_OPEN'
  return held > 0 && isClosing ? 'SELL_TO_CLOSE' : 'SELL_TO_OPEN'
}

/** Says which two orders to send where a leg would close a part of a position and open the other side. */
export function turnOverOf(
  legs: readonly PositionLeg[],
  heldOf: (code: string) => number,
  units: number,
): string | undefined {
  for (const leg of legs) {
    const held = heldOf(leg.code)
    const quantity = String(Math.abs(leg.quantity) * units)
    const instruction = instructionOfLeg(leg, held, units)
    const fault = describeTurnOver({ symbol: leg.code, instruction, quantity }, new Decimal(held))
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A leg with the broker's instruction for it. */
export interface InstructedLeg {
  readonly leg: PositionLeg
  readonly instruction: TradeInstruction
}

export interface SpreadTerms {
  readonly accountNumber: string
  readonly legs: readonly InstructedLeg[]
  readonly units: number
  /** Per share; negative for a credit. */
  readonly net: Decimal
  readonly duration: StrategyForm['duration']
}

/**
 * Returns the order of several legs as the call takes it, in the largest units. Example: 2 and 4 contracts of one unit
 * are 1 and 2 contracts of two units; the net price is then half as much for each.
 */
export function spreadOf({ accountNumber, legs, units, net, duration }: SpreadTerms): SpreadToPreview {
  const size = commonUnits(legs.map(({ leg }) => leg.quantity))
  const price = net.dividedBy(size)
  const isDivisible = price.decimalPlaces() <= 2
  const each = isDivisible ? size : 1
  const one = isDivisible ? price : net
  return {
    accountNumber,
    legs: legs.map(({ leg, instruction }) => ({
      ticket: leg.code,
      instruction,
      ratio: String(Math.abs(leg.quantity) / each),
    })),
    quantity: String(units * each),
    priceType: one.isZero() ? 'NET_ZERO' : one.isNegative() ? 'NET_CREDIT' : 'NET_DEBIT',
    netPrice: one.isZero() ? null : one.abs().toFixed(2),
    duration,
  }
}

/** Why an order cannot be sent, in words for its button; undefined when it can. */
export function strategyFault(
  legs: readonly PositionLeg[],
  { net, units }: Pick<StrategyFigures, 'net' | 'units'>,
): string | undefined {
  if (legs.length === 0) return 'Click a bid or an ask of the chain to add a leg'
  if (legs.length > 4) return 'An order of several legs has two to four'
  if (legs.length > 1 && legs.every(({ contract }) => contract === null)) return 'Add an option'
  if (units === 0) return 'Enter a whole number of units'
  if (net === null) return 'Enter a net price'
  if (net.decimalPlaces() > 2) return 'Enter the net price in whole cents'
  return undefined
}
