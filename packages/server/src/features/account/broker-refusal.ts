// Maps a brokerage failure to the refusal that a call returns.
import { Refusal } from '@clubfolio/contract'
import type { BrokerFailure } from '../../adapters/broker/port.ts'

export function brokerRefusalOf(failure: BrokerFailure, accountNumber: string | undefined): Refusal {
  if (failure.kind === 'UNAVAILABLE') return new Refusal('brokerUnavailable')
  if (failure.kind === 'UNCONFIGURED') return new Refusal('brokerNotConfigured')
  if (failure.kind === 'NONSENSE') return new Refusal('brokerNonsense')
  if (failure.kind === 'UNKNOWN_SYMBOL') return new Refusal('symbolUnknown', { code: failure.message })
  if (failure.kind === 'REFUSED') return new Refusal('brokerRefused', { reason: failure.message })
  return accountNumber === undefined
    ? new Refusal('authorisationRefused')
    : new Refusal('accountLapsed', { number: accountNumber })
}
