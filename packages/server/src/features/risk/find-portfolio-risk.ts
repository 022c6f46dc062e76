// The risk of the positions of several accounts: what they are exposed to, how they move with SPY and with each other,
// and what a move of SPY would do to them. Positions without the prices for a figure are named with the reason.
// Source: docs/rules/trading.md, "Portfolio risk".
import {
  riskBenchmark,
  riskMostMove,
  type BetaWeighted,
  type BodyOf,
  type Exposure,
  type PortfolioRisk,
  type RiskGap,
  type RiskPosition,
} from '@clubfolio/contract'
import {
  addSessions,
  benchmarkShares,
  betaWeighted,
  codeKey,
  correlateReturns,
  countReturns,
  dailyReturns,
  exposureOf,
  gainPerPercent,
  groupExposures,
  measureBeta,
  minReturns,
  roundToCents,
  sessionsBetween,
  stressMoves,
  stressPosition,
  sumExposures,
  totalGain,
  toCents,
  type Cents,
  type ExposureSum,
  type ModelInput,
  type ReturnSeries,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { modelRates, readDividendYields, type BarMarket } from '../option/model-rates.ts'
import { sectorName } from '../stock/sector-name.ts'
import { riskOfOption } from './option-risk.ts'
import { pricePositions, type PricedHolding } from './price-positions.ts'
import { readCloses, readListed, type ListedShare } from './read-closes.ts'
import { isSameMarket, readRiskAccounts, type RiskAccount } from './risk-accounts.ts'

/** Holdings in the matrix of correlations, the largest ones. */
const mostCorrelated = 25

/** Throws `notFound` and `accountsNotAddable`. */
export async function findPortfolioRisk(
  services: Services,
  ownerId: string,
  { accountIds, window, step, volatilityShift }: BodyOf<'risk', 'findPortfolioRisk'>,
): Promise<PortfolioRisk> {
  const accounts = await readRiskAccounts(services, ownerId, accountIds)
  const [{ account, market }] = accounts
  const priced = await Promise.all(accounts.map((one) => pricePositions(services, one, riskBenchmark)))
  const holdings = priced.flatMap((one) => one.holdings)
  const prices = await readMarketPrices(services, market, window, holdings)
  const quoted = priced[0]?.benchmarkPrice ?? prices.lastClose(riskBenchmark)
  // The closes of SPY are in dollars, and so are its shares.
  const benchmarkPrice = account.currency === 'USD' ? quoted : null
  const accountValue = accounts.reduce((sum, one) => sum + one.account.float_value_cents, 0n)
  const moves = stressMoves(riskMostMove, step)
  const positions = holdings.map((holding) =>
    toRiskPosition(holding, {
      prices,
      market,
      accountValue: toCents(accountValue),
      benchmarkPrice,
      moves,
      volatilityShift,
    }),
  )
  const exposures = positions.map(({ exposure }) => exposure ?? toCents(0n))
  const weighted = totalGain(positions.map((one) => one.betaWeighted?.dollars ?? toCents(0n)))
  const exposureOn = (sum: ExposureSum): Exposure => withPercents(sum, toCents(accountValue))
  const underlyings = groupExposures(
    positions,
    ({ underlying }) => codeKey(underlying),
    ({ exposure }) => exposure ?? toCents(0n),
  )
  return {
    currency: account.currency,
    accountValue: toCents(accountValue),
    readAt: earliestReading(accounts),
    window,
    throughDay: market.throughDay,
    leastReturns: minReturns,
    benchmark: { price: benchmarkPrice, returns: countReturns(prices.returnsOf(riskBenchmark)) },
    exposure: exposureOn(sumExposures(exposures)),
    optionValue: totalGain(positions.flatMap((one, index) => (holdings[index]!.isOption ? one.marketValue : []))),
    betaWeighted: toBetaWeighted(weighted, benchmarkPrice),
    beta: accountValue <= 0n ? null : round(Number(weighted) / Number(accountValue), 2),
    positions,
    sectors: groupExposures(
      positions,
      ({ sector }) => sector,
      ({ exposure }) => exposure ?? toCents(0n),
    ).map(({ key, sum, positions: members }) => ({ name: key, positions: members.length, exposure: exposureOn(sum) })),
    underlyings: underlyings.map(({ sum, positions: members }) => ({
      code: members[0]!.underlying,
      name: prices.listed(members[0]!.underlying)?.name ?? members[0]!.name,
      positions: members.length,
      marketValue: totalGain(members.map(({ marketValue }) => marketValue)),
      exposure: exposureOn(sum),
    })),
    stress: {
      moves,
      gains: moves.map((_, index) => totalGain(positions.flatMap(({ gains }) => gains?.[index] ?? []))),
    },
    correlation: correlate(
      underlyings.map(({ positions: members }) => members.find(({ gap }) => gap !== 'OTHER_MARKET') ?? members[0]!),
      prices,
    ),
  }
}

const round = (value: number, places: number): number => new Decimal(value).toDecimalPlaces(places).toNumber() + 0

const percentOf = (part: Cents, whole: Cents): number | null =>
  whole <= 0n ? null : new Decimal(part.toString()).times(100).div(whole.toString()).toNumber()

const inPercent = (fraction: number | null): number | null => (fraction === null ? null : fraction * 100)

const withPercents = (sum: ExposureSum, accountValue: Cents): Exposure => ({
  ...sum,
  longPercent: percentOf(sum.long, accountValue),
  shortPercent: percentOf(sum.short, accountValue),
  netPercent: percentOf(sum.net, accountValue),
  grossPercent: percentOf(sum.gross, accountValue),
})

const toBetaWeighted = (dollars: Cents, benchmarkPrice: number | null): BetaWeighted => ({
  dollars,
  shares: benchmarkShares(dollars, benchmarkPrice),
  percentGain: gainPerPercent(dollars),
})

function earliestReading(accounts: readonly RiskAccount[]): number | null {
  const times = accounts.map(({ account }) => account.synced_at?.getTime() ?? null)
  return times.reduce((first, one) => (first === null || one === null ? null : Math.min(first, one)))
}

/** Prices of one market: returns over its sessions, by any code of an instrument. */
interface MarketPrices {
  readonly listed: (code: string) => ListedShare | undefined
  readonly returnsOf: (code: string) => ReturnSeries
  readonly lastClose: (code: string) => number | null
  /** Undefined without recorded dividends. */
  readonly dividendYield: (code: string) => number | undefined
}

async function readMarketPrices(
  { db, raw }: Services,
  market: BarMarket,
  window: number,
  holdings: readonly PricedHolding[],
): Promise<MarketPrices> {
  const { source, throughDay } = market
  const sessions = sessionsBetween(addSessions(throughDay, -window), throughDay)
  const keys = [...new Set([riskBenchmark, ...holdings.map(({ underlying }) => codeKey(underlying))])]
  const [listed, closes] =
    source === undefined
      ? [new Map<string, ListedShare>(), new Map<string, never>()]
      : await Promise.all([
          readListed(db, source, keys),
          readCloses(raw, { source, keys, from: sessions[0]!, through: throughDay }),
        ])
  const optioned = holdings.flatMap(({ isOption, underlying }) => (isOption ? [underlying] : []))
  const yields = await readDividendYields(db, market, optioned)
  const none = dailyReturns(sessions, new Map())
  const returns = new Map([...closes].map(([key, its]) => [key, dailyReturns(sessions, its)]))
  return {
    listed: (code) => listed.get(codeKey(code)),
    dividendYield: (code) => yields.get(codeKey(code)),
    returnsOf: (code) => returns.get(codeKey(code)) ?? none,
    lastClose: (code) => {
      const its = closes.get(codeKey(code))
      return sessions.map((day) => its?.get(day)).findLast((close) => close !== undefined) ?? null
    },
  }
}

interface Basis {
  readonly prices: MarketPrices
  readonly market: BarMarket
  readonly accountValue: Cents
  readonly benchmarkPrice: number | null
  readonly moves: readonly number[]
  readonly volatilityShift: number
}

interface Sensitivity {
  readonly sharePrice: Decimal
  readonly delta: number
  readonly volatility: number | null
  readonly option: Omit<ModelInput, 'spot'> | null
}

/** Returns null for an option whose share has no price; `prices` are those of its own market, if they are known. */
function sensitivityOf(holding: PricedHolding, prices: MarketPrices | undefined): Sensitivity | null {
  const { isOption, code, lastPrice, owner } = holding
  if (!isOption) return { sharePrice: lastPrice, delta: 1, volatility: null, option: null }
  const close = prices?.lastClose(holding.underlying) ?? null
  const sharePrice = holding.sharePrice ?? (close === null ? null : new Decimal(close))
  if (sharePrice === null || !sharePrice.isPositive()) return null
  const risk = riskOfOption(code, {
    price: holding.modelPrice,
    spot: sharePrice.toNumber(),
    nowMs: owner.nowMs,
    rates: modelRates(undefined, prices?.dividendYield(holding.underlying)),
  })
  return risk === undefined ? null : { sharePrice, delta: risk.delta, volatility: risk.volatility, option: risk.terms }
}

function toRiskPosition(
  holding: PricedHolding,
  { prices, market, accountValue, benchmarkPrice, moves, volatilityShift }: Basis,
): RiskPosition {
  const { code, underlying, quantity, multiplier, lastPrice, owner } = holding
  const isOfMarket = isSameMarket(owner.market, market)
  const listed = isOfMarket ? prices.listed(underlying) : undefined
  const sensitivity = sensitivityOf(holding, isOfMarket ? prices : undefined)
  const exposure = sensitivity && exposureOf({ quantity, multiplier, ...sensitivity })
  const returns = isOfMarket ? prices.returnsOf(underlying) : []
  const measured = measureBeta(returns, prices.returnsOf(riskBenchmark))
  const beta = sensitivity === null ? null : measured.beta
  return {
    accountId: owner.account.id,
    code,
    name: (code === underlying ? listed?.name : undefined) ?? holding.description ?? listed?.name ?? code,
    underlying,
    sector: sectorName(listed),
    quantity: quantity.toNumber(),
    lastPrice: lastPrice.toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN).toNumber(),
    marketValue: roundToCents(quantity.times(multiplier).times(lastPrice)),
    delta: sensitivity && round(sensitivity.delta, 4),
    volatility: inPercent(sensitivity?.volatility ?? null),
    exposure,
    exposurePercent: exposure === null ? null : percentOf(exposure, accountValue),
    beta: beta === null ? null : round(beta, 2),
    sessions: measured.sessions,
    betaWeighted:
      beta === null || exposure === null ? null : toBetaWeighted(betaWeighted(exposure, beta), benchmarkPrice),
    gap: gapOf({ isOfMarket, isListed: countReturns(returns) > 0, hasPrice: sensitivity !== null, ...measured }),
    gains:
      beta === null || sensitivity === null
        ? null
        : moves.map((move) =>
            stressPosition(
              { quantity, multiplier, beta, ...sensitivity },
              { move: move / 100, volatilityShift: volatilityShift / 100 },
            ),
          ),
  }
}

function gapOf(facts: {
  readonly isOfMarket: boolean
  readonly isListed: boolean
  readonly hasPrice: boolean
  readonly beta: number | null
  readonly sessions: number
}): RiskGap | null {
  if (!facts.isOfMarket) return 'OTHER_MARKET'
  if (!facts.hasPrice) return 'NO_SHARE_PRICE'
  if (facts.beta !== null) return null
  if (!facts.isListed) return 'NO_PRICES'
  return facts.sessions < minReturns ? 'TOO_FEW_RETURNS' : 'NO_MOVE'
}

/** Holdings come with the largest first; an option correlates like its share. */
function correlate(holdings: readonly RiskPosition[], prices: MarketPrices): PortfolioRisk['correlation'] {
  const named = holdings.map(({ underlying, gap }) => ({
    code: underlying,
    returns: gap === 'OTHER_MARKET' ? [] : prices.returnsOf(underlying),
  }))
  const { codes, values, sessions, shortest, leftOut } = correlateReturns(named.slice(0, mostCorrelated))
  return {
    codes: [...codes],
    values: values.map((row) => row.map((value) => round(value, 4))),
    sessions,
    shortest,
    leftOut: [...leftOut, ...named.slice(mostCorrelated).map(({ code }) => code)],
  }
}
