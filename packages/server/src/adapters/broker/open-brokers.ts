// Builds the adapter of every configured brokerage.
import type { Config } from '../../kernel/config.ts'
import { createBrokers, type Brokers } from './brokers.ts'
import { brokerSettings } from './broker-settings.ts'
import type { RequestAllowance } from './http/request-allowance.ts'
import { createSchwabBroker, type SchwabSettings } from './schwab/schwab-broker.ts'

export interface OpenBrokersOptions {
  readonly paperSecret: string
  readonly allowance: RequestAllowance
  /** The wall clock. */
  readonly nowMs: () => number
}

export function openBrokers(config: Config, { paperSecret, allowance, nowMs }: OpenBrokersOptions): Brokers {
  const open = (settings: SchwabSettings) => createSchwabBroker(settings, allowance, nowMs)
  const [first, ...others] = brokerSettings(config, paperSecret)
  return createBrokers([open(first), ...others.map(open)])
}
