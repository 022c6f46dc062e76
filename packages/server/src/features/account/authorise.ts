// Exchanges the code from the broker's page for tokens and reads the accounts they cover, before anything is written.
import { Refusal } from '@clubfolio/contract'
import {
  type BrokerAccount,
  BrokerFailure,
  type BrokerPort,
  type BrokerTokens,
  type PracticeMarket,
} from '../../adapters/broker/port.ts'
import { newId } from '../../kernel/id.ts'
import type { Services } from '../../services.ts'
import { freshAccess } from './broker-access.ts'
import { brokerRefusalOf } from './broker-refusal.ts'

export interface AuthorisedAccount extends BrokerAccount {
  readonly hashValue: string
  readonly market: 'live' | PracticeMarket
}

export interface Authorisation {
  readonly broker: string
  readonly loginId: string
  readonly tokens: BrokerTokens
  readonly authorisedMs: number
  readonly accounts: readonly AuthorisedAccount[]
}

/** The code expires after 30 seconds and works once, so it is exchanged first. Throws refusals. */
export async function authorise({ clock }: Services, broker: BrokerPort, code: string): Promise<Authorisation> {
  const loginId = newId(clock)
  const authorisedMs = clock.nowMs()
  try {
    const tokens = await broker.exchange(code)
    const access = freshAccess(tokens, loginId)
    const names = await broker.listAccounts(access)
    const read = await broker.readAccounts(access)
    const markets = await broker.funding?.markets(access)
    const accounts = names.flatMap(({ number, hashValue }) => {
      const account = read.find((one) => one.number === number)
      return account ? [{ ...account, hashValue, market: markets?.get(hashValue) ?? ('live' as const) }] : []
    })
    if (names.length === 0) throw new Refusal('authorisationEmpty')
    if (accounts.length !== names.length) throw new Refusal('brokerNonsense')
    return {
      broker: broker.name,
      loginId,
      tokens,
      authorisedMs,
      accounts: accounts.sort((a, b) => (a.number < b.number ? -1 : 1)),
    }
  } catch (error) {
    if (!(error instanceof BrokerFailure)) throw error
    throw error.kind === 'REFUSED' ? new Refusal('authorisationRefused') : brokerRefusalOf(error, undefined)
  }
}
