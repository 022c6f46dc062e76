// The orders that would bring an account closer to its target plan, from the account, its orders and the last prices as
// its brokerage has them now. Stores and sends nothing: each order goes out through the ticket.
// Source: docs/rules/target-allocation.md, "Proposal".
import { type BodyOf, type OrderProposal, type ProposedOrder, Refusal } from '@clubfolio/contract'
import {
  closableOf,
  codeKey,
  divideHalfEven,
  formatCode,
  formatMoney,
  isOptionCode,
  millionth,
  type PlannedTrade,
  proposeTrades,
  type Proposal,
  type ProposalHolding,
  scaledText,
  toCents,
  unitsPerCent,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure, type BrokerAccount } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { instrumentNames } from '../account/instrument-names.ts'
import { accountMarketTime } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { readQuotesShared } from '../account/shared-broker-reads.ts'
import { findClaimedQuantity } from '../order/claimed-quantity.ts'
import { accessOf, requireTradable } from '../order/traded-account.ts'
import { findExits, findFillingEntries, type OpenOrder } from '../position-action/find-exits.ts'
import { readOrdersFirst } from '../position-action/look-at-position.ts'
import { listedClasses } from '../target-plan/listed-class.ts'
import { findAccountOfPlan, readPlan, type StoredPlan } from '../target-plan/own-plan.ts'
import { foreseeGains, type ForeseenGain } from './foresee-gains.ts'
import { findOpenTrades, type OpenTrade } from './open-trades.ts'
import { describeOmission, describeOpenTrade, describeReason } from './proposal-words.ts'

type Plan = NonNullable<StoredPlan['plan']>
type Asked = BodyOf<'target', 'proposeOrders'>

/** The ticket takes whole shares. */
const quantityDecimals = 0

interface Look {
  readonly values: BrokerAccount
  readonly readAtMs: number
  readonly open: readonly OpenTrade[]
  readonly holdings: readonly ProposalHolding[]
}

/** Throws `notFound`, `targetPlanMissing`, and what previews of orders are refused with. */
export async function proposeOrders(services: Services, ownerId: string, asked: Asked): Promise<OrderProposal> {
  const { db } = services
  const account = await findAccountOfPlan(db, ownerId, asked.accountId)
  await requireTradable(db, account)
  const { plan, version } = await readPlan(db, account.id)
  if (plan === null) throw new Refusal('targetPlanMissing')
  const look = await lookShared(services, account, plan)
  const proposal = proposeTrades(plan, accountOf(look), {
    mode: asked.mode,
    smallestOrder: asked.smallestOrder * unitsPerCent,
    feePerOrder: asked.feePerOrder * unitsPerCent,
    neverSold: asked.neverSold,
    quantityDecimals,
  })
  return present(services, account, { version, asked, look, proposal })
}

async function lookShared(services: Services, account: OwnAccount, plan: Plan): Promise<Look> {
  try {
    return await look(services, account, plan)
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

async function look(services: Services, account: OwnAccount, plan: Plan): Promise<Look> {
  const { db, clock, brokers } = services
  const broker = brokers.brokerOf(account)
  const access = accessOf(services, account)
  const readAtMs = clock.nowMs()
  const { orders, values } = await readOrdersFirst(services, account)
  const positions = values.positions.filter(({ quantity }) => Number(quantity) !== 0)
  const held = new Set(positions.map(({ symbol }) => codeKey(symbol)))
  const named = plan.classes
    .flatMap(({ leaf }) => leaf?.codes ?? [])
    .filter((code) => !held.has(codeKey(code)) && !isOptionCode(code))
  const shares = [...positions.map(({ symbol }) => symbol).filter((code) => !isOptionCode(code)), ...named]
  const symbols = [...positions.map(({ symbol }) => symbol), ...named]
  const [quotes, classOf] = await Promise.all([
    shares.length === 0 ? [] : readQuotesShared(broker, access, shares),
    listedClasses(db, { marketSource: account.market_source, symbols, grouping: plan.grouping }),
  ])
  const prices = new Map(quotes.map(({ symbol, last }) => [codeKey(symbol), last]))
  const asks = new Map(quotes.map(({ symbol, ask }) => [codeKey(symbol), ask]))
  const priceOf = (symbol: string): Decimal | null => {
    const last = prices.get(codeKey(symbol))
    return last === null || last === undefined || !(Number(last) > 0) ? null : new Decimal(last)
  }
  const open = findOpenTrades(orders, priceOf)
  const changeOf = (symbol: string): Decimal =>
    open
      .filter((one) => codeKey(one.symbol) === codeKey(symbol))
      .reduce((sum, { side, quantity }) => (side === 'BUY' ? sum.plus(quantity) : sum.minus(quantity)), new Decimal(0))
  const holdings = await Promise.all(
    symbols.map(async (symbol, index): Promise<ProposalHolding> => {
      const position = positions[index]
      const quantity = new Decimal(position?.quantity ?? 0)
      const claimed = quantity.greaterThan(0)
        ? await findClaimedQuantity(db, account.id, { orderId: '', symbol, instruction: 'SELL' })
        : new Decimal(0)
      const price = priceOf(symbol)
      const free = Decimal.max(0, quantity.minus(claimed))
      // A sale that counts as filled would be cancelled to make room for the close.
      const isBeingSold = open.some((one) => one.side === 'SELL' && codeKey(one.symbol) === codeKey(symbol))
      const closable = isBeingSold ? free : Decimal.max(free, closableAmong(orders, symbol, quantity))
      return {
        code: symbol,
        listed: classOf(symbol),
        isOption: position?.assetType === 'OPTION' || isOptionCode(symbol),
        quantity: millionthsOf(quantity.plus(changeOf(symbol))),
        price: price && millionthsOf(price),
        cost: price && millionthsOf(expectedCost(price, asks.get(codeKey(symbol)))),
        value: (position?.marketValueCents ?? 0n) * unitsPerCent,
        sellable: millionthsOf(closable),
        free: millionthsOf(free),
      }
    }),
  )
  return { values, readAtMs, open, holdings }
}

/** What a close of a part of the position can sell, whatever stops and targets claim. */
function closableAmong(orders: readonly OpenOrder[], symbol: string, held: Decimal): Decimal {
  if (!held.greaterThan(0) || isOptionCode(symbol)) return new Decimal(0)
  const of = { symbol, held }
  return closableOf({ ...of, exits: findExits(orders, of), entries: findFillingEntries(orders, of) })
}

/** An order at the market is filled at the ask. One that is far away is no price that somebody pays. */
const expectedCost = (last: Decimal, ask: string | null | undefined): Decimal =>
  Decimal.max(last, Decimal.min(ask ?? 0, last.times(mostSpread)))
const mostSpread = '1.02'

const millionthsOf = (value: Decimal): bigint =>
  BigInt(value.times(millionth.toString()).toDecimalPlaces(0, Decimal.ROUND_DOWN).toFixed(0))

/** Open orders count as filled; what they bring is not there yet. */
function accountOf({ values, open, holdings }: Look) {
  const sumOf = (side: OpenTrade['side']): bigint =>
    open.reduce((sum, one) => (one.side === side ? sum + unitsOf(one.value) : sum), 0n)
  const [spent, awaited] = [sumOf('BUY'), sumOf('SELL')]
  const own = values.cashCents * unitsPerCent - spent
  const power = values.buyingPowerCents * unitsPerCent
  return { cash: own + awaited, available: own < power ? own : power, awaited, instruments: holdings }
}

const unitsOf = (dollars: Decimal): bigint => millionthsOf(dollars) * millionth

const centsOf = (units: bigint) => toCents(divideHalfEven(units, unitsPerCent))

async function present(
  services: Services,
  account: OwnAccount,
  {
    version,
    asked,
    look: { values, readAtMs, open },
    proposal,
  }: { readonly version: number; readonly asked: Asked; readonly look: Look; readonly proposal: Proposal },
): Promise<OrderProposal> {
  const { trades, leaves, omissions } = proposal
  const { day } = await accountMarketTime(services.db, services.clock, account.market_source)
  const sales = trades.filter(({ side }) => side === 'SELL')
  const [gains, names] = await Promise.all([
    foreseeGains(services, account.id, {
      sales: sales.map(({ code, quantity, value }) => ({
        symbol: code,
        quantity: scaledText(quantity, 6),
        proceedsCents: centsOf(value),
        before: soldBefore(open, code),
      })),
      day,
    }),
    instrumentNames(
      services.db,
      trades.map(({ code }) => code),
    ),
  ])
  const leafNames = new Map(leaves.map(({ key, name }) => [key, name]))
  const orders = trades.map((trade) =>
    toOrder(trade, {
      account,
      name: names.get(trade.code) ?? formatCode(trade.code),
      className: leafNames.get(trade.leafKey)!,
      foreseen: gains.get(trade.code),
    }),
  )
  const sumOf = (directionality: 'BUY' | 'SELL') =>
    toCents(orders.reduce((sum, one) => (one.directionality === directionality ? sum + one.value : sum), 0n))
  return {
    version,
    mode: asked.mode,
    accountNumber: account.number,
    currency: account.currency,
    value: centsOf(proposal.value),
    cash: values.cashCents,
    buyingPower: values.buyingPowerCents,
    spendable: centsOf(proposal.spendable),
    readAt: readAtMs,
    quantityDecimals,
    smallestOrder: centsOf(proposal.smallestOrder),
    isWithinBands: proposal.isWithinBands,
    orders,
    fees: centsOf(proposal.fees),
    spread: centsOf(proposal.spread),
    sales: sumOf('SELL'),
    purchases: sumOf('BUY'),
    cashAfter: centsOf(proposal.cashAfter),
    valueAfter: centsOf(proposal.valueAfter),
    leaves: leaves.map(({ key, name, value, valueAfter, target, isWithin, isWithinAfter }) => ({
      key,
      name,
      value: centsOf(value),
      valueAfter: centsOf(valueAfter),
      targetValue: centsOf(target),
      isWithinBand: isWithin,
      isWithinBandAfter: isWithinAfter,
    })),
    gain: totalGain([...gains.values()]),
    notes: [
      ...open.map((one) => ({ kind: 'OPEN_ORDER' as const, code: one.symbol, text: describeOpenTrade(one) })),
      ...omissions.map((one) => ({
        kind: one.kind,
        code: one.code,
        text: describeOmission(one, leafNames.get(one.leafKey)!),
      })),
    ],
  }
}

const soldBefore = (open: readonly OpenTrade[], code: string): string =>
  open
    .filter(({ side, symbol }) => side === 'SELL' && codeKey(symbol) === codeKey(code))
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
    .toFixed()

function toOrder(
  trade: PlannedTrade,
  {
    account,
    name,
    className,
    foreseen,
  }: {
    readonly account: OwnAccount
    readonly name: string
    readonly className: string
    readonly foreseen: ForeseenGain | undefined
  },
): ProposedOrder {
  return {
    accountNumber: account.number,
    code: trade.code,
    directionality: trade.side,
    quantity: scaledText(trade.quantity, 6),
    name,
    price: scaledText(trade.price, 6),
    value: centsOf(trade.value),
    fee: centsOf(trade.fee),
    classKey: trade.leafKey,
    className,
    reason: describeReason(trade, className, formatMoney(centsOf(trade.distance))),
    closesPart: trade.closesPart,
    waitsForSales: trade.waitsForSales,
    gain: foreseen?.gain ?? null,
    lots: foreseen?.lots ?? [],
  }
}

function totalGain(gains: readonly ForeseenGain[]): OrderProposal['gain'] {
  const sumOf = (part: 'shortTerm' | 'longTerm' | 'total') =>
    toCents(gains.reduce((sum, { gain }) => sum + gain[part], 0n))
  return {
    shortTerm: sumOf('shortTerm'),
    longTerm: sumOf('longTerm'),
    total: sumOf('total'),
    isComplete: gains.every(({ gain }) => gain.isComplete),
  }
}
