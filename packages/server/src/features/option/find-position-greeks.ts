// The greeks of an account's open positions and of the account. Contracts have those of the brokerage's chain; one that
// the chain no longer lists, such as a strike far from the price, has those of the model.
// Source: docs/rules/trading.md, "Option figures".
import { Refusal, type AccountGreeks, type Operation, type PositionGreeks } from '@clubfolio/contract'
import {
  calendarDaysBetween,
  type ContractTerms,
  contractTerms,
  impliedVolatilityOf,
  type ModelRates,
  modelOption,
  newYorkDateAt,
  toEpochMs,
  toMarketDay,
  yearsUntil,
} from '@clubfolio/domain'
import type { BrokerOption, BrokerOptionChain } from '../../adapters/broker/market-answers.ts'
import type { Services } from '../../services.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { findOperations } from '../operation/find-operations.ts'
import { askBroker } from './find-option-chains.ts'
import { ratesOfChain } from './model-rates.ts'

/** Greeks of one contract, per share, with the volatility they belong to. */
type ContractGreeks = Pick<PositionGreeks, 'impliedVolatility' | 'delta' | 'gamma' | 'theta' | 'vega' | 'rho'>

const shareGreeks: ContractGreeks = { impliedVolatility: null, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0 }
const unknownGreeks: ContractGreeks = {
  impliedVolatility: null,
  delta: null,
  gamma: null,
  theta: null,
  vega: null,
  rho: null,
}

export async function findPositionGreeks(services: Services, account: OwnAccount): Promise<AccountGreeks> {
  const operations = await findOperations(services, account)
  const held = operations.flatMap((operation) => {
    const terms = contractTerms(operation.code)
    return terms === null ? [] : [terms]
  })
  const chains = await readChains(services, account, held)
  const nowMs = services.clock.nowMs()
  const positions = operations.map((operation) => {
    const terms = contractTerms(operation.code)
    return greeksOfOperation(operation, terms === null ? undefined : chains.get(chainKey(terms)), nowMs)
  })
  return { positions, ...totalOf(positions) }
}

/** With the rates that go into the model. */
export type RatedChain = BrokerOptionChain & ModelRates

const chainKey = ({ underlying, expiration }: ContractTerms): string => `${underlying} ${expiration}`

/** Reads the chain of each expiration that is held, one after the other: the brokerage limits the calls of a minute. */
async function readChains(
  services: Services,
  account: OwnAccount,
  held: readonly ContractTerms[],
): Promise<Map<string, RatedChain>> {
  const chains = new Map<string, RatedChain>()
  for (const terms of held) {
    const key = chainKey(terms)
    if (chains.has(key)) continue
    const day = toMarketDay(terms.expiration)
    try {
      const chain = await askBroker(services, account, (broker, access) =>
        broker.optionChain(access, terms.underlying, day, day),
      )
      chains.set(key, { ...chain, ...(await ratesOfChain(services, account, chain)) })
    } catch (error) {
      // A share that is no longer listed leaves its contracts without greeks, and the others have theirs.
      if (!(error instanceof Refusal) || error.refusal !== 'symbolUnknown') throw error
    }
  }
  return chains
}

/** Returns a position with its greeks; `chain` is that of its expiration, undefined for shares. */
export function greeksOfOperation(operation: Operation, chain: RatedChain | undefined, nowMs: number): PositionGreeks {
  const { code, name, multiplier, averagePrice, lastPrice, plOpen } = operation
  const quantity = operation.longQuantity - operation.shortQuantity
  const terms = contractTerms(code)
  const atMs = chain?.quotedMs ?? nowMs
  const each = terms === null ? shareGreeks : contractGreeks(terms, chain, { lastPrice, atMs })
  const units = quantity * multiplier
  const times = (figure: number | null): number | null => (figure === null ? null : places(figure * units))
  const underlyingPrice = terms === null ? lastPrice : (chain?.underlyingPrice ?? null)
  return {
    code,
    name,
    underlying: terms?.underlying ?? code,
    contract: terms === null ? null : contractOf(terms, underlyingPrice, atMs),
    quantity,
    multiplier,
    averagePrice,
    lastPrice,
    plOpen,
    underlyingPrice,
    impliedVolatility: each.impliedVolatility,
    delta: times(each.delta),
    gamma: times(each.gamma),
    theta: times(each.theta),
    vega: times(each.vega),
    rho: times(each.rho),
  }
}

function contractOf(terms: ContractTerms, spot: number | null, atMs: number): PositionGreeks['contract'] {
  const { right, strike, expiration } = terms
  const today = newYorkDateAt(toEpochMs(atMs))
  return {
    putCall: right,
    strikePrice: strike,
    expirationDate: expiration,
    daysToExpiration: calendarDaysBetween(today, toMarketDay(expiration)),
    inTheMoney: spot === null ? null : right === 'CALL' ? spot > strike : spot < strike,
  }
}

function contractGreeks(
  terms: ContractTerms,
  chain: RatedChain | undefined,
  { lastPrice, atMs }: { readonly lastPrice: number; readonly atMs: number },
): ContractGreeks {
  const side = chain?.options.filter(({ right }) => right === terms.right) ?? []
  const listed = side.find(({ strike }) => strike === terms.strike)
  if (listed !== undefined && listed.delta !== null) {
    const { volatility, delta, gamma, theta, vega, rho } = listed
    return { impliedVolatility: volatility === null ? null : volatility / 100, delta, gamma, theta, vega, rho }
  }
  const spot = chain?.underlyingPrice ?? null
  if (chain === undefined || spot === null) return unknownGreeks
  const model = {
    right: terms.right,
    strike: terms.strike,
    spot,
    years: yearsUntil(terms.expiration, atMs),
    interestRate: chain.interestRate,
    dividendYield: chain.dividendYield,
  }
  const volatility = nearestVolatility(side, terms.strike) ?? impliedVolatilityOf(model, lastPrice)
  if (volatility === null) return unknownGreeks
  const { value: _value, ...greeks } = modelOption({ ...model, volatility })
  return { impliedVolatility: volatility, ...greeks }
}

/** Returns the volatility of the listed strike that is nearest, as a yearly fraction. */
function nearestVolatility(side: readonly BrokerOption[], strike: number): number | null {
  let best: BrokerOption | undefined
  for (const option of side) {
    const isNearer = best === undefined || Math.abs(option.strike - strike) < Math.abs(best.strike - strike)
    if (option.volatility !== null && isNearer) best = option
  }
  return best === undefined || best.volatility === null ? null : best.volatility / 100
}

/** Adds up what is known; a position without greeks or a price of its underlying is counted as unknown. */
export function totalOf(positions: readonly PositionGreeks[]): Pick<AccountGreeks, 'total' | 'unknown'> {
  const total = { deltaDollars: 0, gammaDollars: 0, theta: 0, vega: 0, rho: 0 }
  let unknown = 0
  for (const { delta, gamma, theta, vega, rho, underlyingPrice } of positions) {
    if (delta === null || underlyingPrice === null) {
      unknown += 1
      continue
    }
    total.deltaDollars += delta * underlyingPrice
    total.gammaDollars += (gamma ?? 0) * underlyingPrice * underlyingPrice * 0.01
    total.theta += theta ?? 0
    total.vega += vega ?? 0
    total.rho += rho ?? 0
  }
  return {
    total: {
      deltaDollars: cents(total.deltaDollars),
      gammaDollars: cents(total.gammaDollars),
      theta: cents(total.theta),
      vega: cents(total.vega),
      rho: cents(total.rho),
    },
    unknown,
  }
}

const places = (figure: number): number => Math.round(figure * 1e4) / 1e4
const cents = (figure: number): number => Math.round(figure * 100) / 100
