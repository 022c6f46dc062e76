// Builds the adapter of every configured brokerage.
import type { Config } from '../../kernel/config.ts'
import { createBrokers, type Brokers } from './brokers.ts'
import { alpacaRequestsPerMinute, createAlpacaBroker } from './alpaca/alpaca-broker.ts'
import { alpacaSettings, brokerSettings } from './broker-settings.ts'
import type { RequestAllowance } from './http/request-allowance.ts'
import { createSchwabBroker, requestsPerMinute, type SchwabSettings } from './schwab/schwab-broker.ts'

export interface OpenBrokersOptions {
  readonly paperSecret: string
  /** Returns an allowance that counts the requests of all processes. */
  readonly allowanceOf: (perMinute: number) => RequestAllowance
  /** The wall clock. */
  readonly nowMs: () => number
}

export function openBrokers(config: Config, { paperSecret, allowanceOf, nowMs }: OpenBrokersOptions): Brokers {
  const allowance = allowanceOf(requestsPerMinute)
  const open = (settings: SchwabSettings) => createSchwabBroker(settings, allowance, nowMs)
  const alpaca = alpacaSettings(config)
  const [first, ...others] = brokerSettings(config, paperSecret)
  return createBrokers([
    open(first),
    ...others.map(open),
    ...(alpaca === undefined ? [] : [createAlpacaBroker(alpaca, allowanceOf(alpacaRequestsPerMinute), nowMs)]),
  ])
}
