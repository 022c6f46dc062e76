// Option chains from the brokerage of an account: reading them requires the account's access.
import { roundPercent, toMarketDay } from '@clubfolio/domain'
import { Refusal, type OptionChain, type OptionContract, type OptionExpiration } from '@clubfolio/contract'
import { Decimal } from 'decimal.js'
import type { BrokerOption } from '../../adapters/broker/market-answers.ts'
import { BrokerFailure, type BrokerAccess, type BrokerPort } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { ratesOfChain } from './model-rates.ts'

export interface ChainWindow {
  readonly code: string
  readonly fromDate: string
  readonly toDate: string
}

export async function findOptionChains(
  services: Services,
  account: OwnAccount,
  { code, fromDate, toDate }: ChainWindow,
): Promise<OptionChain> {
  const chain = await askBroker(services, account, (broker, access) =>
    broker.optionChain(access, code, toMarketDay(fromDate), toMarketDay(toDate)),
  )
  return {
    symbol: chain.symbol,
    underlyingPrice: chain.underlyingPrice,
    quotedAt: new Date(chain.quotedMs ?? services.clock.nowMs()).toISOString(),
    ...(await ratesOfChain(services, account, chain)),
    isDelayed: chain.isDelayed,
    callExpDateMap: mapOf(chain.options.filter(({ right }) => right === 'CALL')),
    putExpDateMap: mapOf(chain.options.filter(({ right }) => right === 'PUT')),
  }
}

export async function findExpirations(
  services: Services,
  account: OwnAccount,
  code: string,
): Promise<OptionExpiration[]> {
  const expirations = await askBroker(services, account, (broker, access) => broker.optionExpirations(access, code))
  return expirations.map(({ day, daysToExpiration, isStandard }) => ({
    expirationDate: day,
    daysToExpiration,
    isStandard,
  }))
}

/** Asks the brokerage of an account, in words that a user understands when it fails. */
export async function askBroker<Answer>(
  services: Services,
  account: OwnAccount,
  question: (broker: BrokerPort, access: BrokerAccess) => Promise<Answer>,
): Promise<Answer> {
  if (!account.is_active) throw new Refusal('accountDisabled', { number: account.number })
  try {
    return await question(services.brokers.brokerOf(account), loginAccess(services, account.broker_login_id))
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

/** Returns strikes from low to high under `day:days`, days from near to far, as on the wire. */
function mapOf(options: readonly BrokerOption[]): OptionChain['callExpDateMap'] {
  const map: OptionChain['callExpDateMap'] = {}
  const ordered = options.toSorted((a, b) =>
    a.expiration < b.expiration ? -1 : a.expiration > b.expiration ? 1 : a.strike - b.strike,
  )
  for (const option of ordered) {
    const strikes = (map[`${option.expiration}:${option.daysToExpiration}`] ??= {})
    ;(strikes[strikeKey(option.strike)] ??= []).push(toContract(option))
  }
  return map
}

const strikeKey = (strike: number): string => (Number.isInteger(strike) ? strike.toFixed(1) : String(strike))

export function toContract(option: BrokerOption): OptionContract {
  const { right, strike, volume, volatility, isInTheMoney, expiration, ...rest } = option
  return {
    ...rest,
    volatility: volatility === null ? null : roundPercent(volatility),
    impliedVolatility: volatility === null ? null : new Decimal(volatility).dividedBy(100).toNumber(),
    putCall: right,
    strikePrice: strike,
    totalVolume: volume,
    inTheMoney: isInTheMoney,
    expirationDate: expiration,
  }
}
