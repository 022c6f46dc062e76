// Judges an order of several legs: its net price at the market, the most that it can lose at expiration, and the buying
// power that this takes. Closing legs count with their price only: what they free is known to the brokerage.
// Source: docs/rules/trading.md, "Kinds of orders".
import { Decimal } from 'decimal.js'
import { isSameCode } from '../market/instrument-key.ts'
import { formatMoney } from '../text/format-money.ts'
import {
  accountWarnings,
  heldWarnings,
  type OrderJudgement,
  type OrderSituation,
  powerWarnings,
  shareOfAccount,
  turnOverFaults,
} from './order-judgement.ts'
import { debitOf, netAt } from './net-price.ts'
import { contractShares, contractTerms, type ContractTerms } from './option-code.ts'
import { type DraftLeg, isOpening, type LegsDraft, sharesOfLeg, sideOf } from './order-draft.ts'
import { findOrderFaults, type OrderMarket, unknownMarket } from './order-fault.ts'

const money = (value: Decimal): string => formatMoney(value.toFixed(2))

/**
 * Judges the legs. Example: two units of a put at 45 sold and one at 40 bought for a net credit of 0.60: they can lose
 * 2 x (500.00 - 60.00) = 880.00, which a margin account reserves twice.
 */
export function judgeLegs(draft: LegsDraft, situation: OrderSituation): OrderJudgement {
  const markets = situation.legs ?? []
  const units = new Decimal(draft.quantity)
  const marketOf = ({ symbol }: DraftLeg): OrderMarket =>
    markets.find((one) => isSameCode(one.symbol, symbol)) ?? unknownMarket
  const trades = draft.legs.map(({ symbol, instruction, ratio }) => ({
    symbol,
    instruction,
    quantity: units.times(ratio).toFixed(),
  }))
  const heldOf = ({ symbol }: Pick<DraftLeg, 'symbol'>) => ({
    held: markets.find((one) => isSameCode(one.symbol, symbol))?.held ?? new Decimal(0),
  })
  const natural = netAt(draft.legs, (leg) => {
    const { last, bid, ask } = marketOf(leg)
    return (sideOf(leg.instruction) === 'BUY' ? ask : bid) ?? last
  })
  const debit = debitOf(draft.price) ?? natural
  const dollars = debit === null ? null : debit.times(contractShares).times(units)
  const greatestLoss = debit === null ? null : (lossOfLegs(draft.legs, debit)?.times(units) ?? null)
  const opens = draft.legs.some(({ instruction }) => isOpening(instruction))
  const reserved = opens ? Decimal.max(0, reservationOf(draft, greatestLoss ?? dollars, situation)) : new Decimal(0)
  const buyingPowerAfter = situation.buyingPower.minus(reserved)
  const inversion = dollars === null ? null : dollars.abs()
  return {
    price: debit,
    inversion,
    reserved,
    buyingPowerAfter,
    shareOfCapital: shareOfAccount(inversion, situation),
    lossAtStop: null,
    lossPercent: null,
    rewardAtTarget: null,
    rewardToRisk: null,
    greatestLoss,
    warnings: [
      ...trades.flatMap((trade) => heldWarnings(trade, heldOf(trade))),
      ...(opens ? powerWarnings(buyingPowerAfter) : []),
      ...accountWarnings(situation),
    ],
    faults: [
      ...findOrderFaults(draft, null, situation),
      ...trades.flatMap((trade) => turnOverFaults(trade, heldOf(trade))),
    ],
    breaches: opens ? breachesOf(Decimal.max(inversion ?? 0, greatestLoss ?? 0), situation) : [],
  }
}

/** Options have no loan value: a margin account reserves their risk twice. Shares among the legs have one. */
function reservationOf({ legs }: LegsDraft, risk: Decimal | null, { accountType }: OrderSituation): Decimal {
  if (risk === null) return new Decimal(0)
  const hasShares = legs.some(({ symbol }) => contractTerms(symbol) === null)
  return accountType === 'MARGIN' && !hasShares ? risk.times(2) : risk
}

function breachesOf(worth: Decimal, situation: OrderSituation): string[] {
  const { largestOrder } = situation.guard
  return largestOrder !== null && worth.greaterThan(largestOrder)
    ? [`The order is worth ${money(worth)}; the largest order of this account is ${money(largestOrder)}.`]
    : []
}

interface OptionLeg extends ContractTerms {
  readonly isBuy: boolean
  readonly shares: number
}

/**
 * Returns the most in dollars that a unit can lose when its written options expire; null where that has no limit, and
 * where a leg closes, because the position that it closes is not part of the order. A bought option that expires before
 * a written one is worth nothing then. The loss is a line between strikes, so its greatest value is at one of them, at
 * zero, or beyond the highest.
 */
export function lossOfLegs(legs: readonly DraftLeg[], debit: Decimal): Decimal | null {
  if (legs.some(({ instruction }) => !isOpening(instruction))) return null
  const options = legs.flatMap((leg): OptionLeg[] => {
    const terms = contractTerms(leg.symbol)
    return terms === null ? [] : [{ ...terms, isBuy: sideOf(leg.instruction) === 'BUY', shares: sharesOfLeg(leg) }]
  })
  const lastWritten = options
    .filter(({ isBuy }) => !isBuy)
    .map(({ expiration }) => expiration)
    .toSorted()
    .at(-1)
  const counted = options.filter(
    ({ isBuy, expiration }) => !isBuy || lastWritten === undefined || expiration >= lastWritten,
  )
  const held = legs
    .filter(({ symbol }) => contractTerms(symbol) === null)
    .reduce((sum, leg) => sum + sharesOfLeg(leg), 0)
  const slope =
    held +
    counted.reduce((sum, { right, isBuy, shares }) => (right === 'PUT' ? sum : sum + (isBuy ? shares : -shares)), 0)
  if (slope < 0) return null
  const worthAt = (price: Decimal): Decimal =>
    counted.reduce((sum, { right, strike, isBuy, shares }) => {
      const inside = Decimal.max(0, right === 'CALL' ? price.minus(strike) : new Decimal(strike).minus(price))
      return isBuy ? sum.plus(inside.times(shares)) : sum.minus(inside.times(shares))
    }, price.times(held))
  const points = [new Decimal(0), ...counted.map(({ strike }) => new Decimal(strike))]
  const worst = Decimal.min(...points.map(worthAt))
  return Decimal.max(0, debit.times(contractShares).minus(worst))
}
