// Turns what the owner brings, the code from the broker's page or a key pair, into tokens and reads the accounts they
// cover, before anything is written.
import { Refusal } from '@clubfolio/contract'
import {
  type BrokerAccount,
  BrokerFailure,
  type BrokerPort,
  type BrokerTokens,
  type KeyPair,
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

/** What proves the owner's consent. */
export type Proof = { readonly code: string } | { readonly keyPair: KeyPair }

/** Throws `authorisationMissing` unless a call names one of the two. */
export function proofOf({
  code,
  keyPair,
}: {
  readonly code?: string | undefined
  readonly keyPair?: KeyPair | undefined
}): Proof {
  if (code !== undefined && keyPair === undefined) return { code }
  if (keyPair !== undefined && code === undefined) return { keyPair }
  throw new Refusal('authorisationMissing')
}

/** A code expires after 30 seconds and works once, so it is exchanged first. Throws refusals. */
export async function authorise({ clock }: Services, broker: BrokerPort, proof: Proof): Promise<Authorisation> {
  const loginId = newId(clock)
  const authorisedMs = clock.nowMs()
  try {
    const tokens = 'code' in proof ? await broker.exchange(proof.code) : tokensOf(broker, proof.keyPair)
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
    if (error.kind !== 'REFUSED' && error.kind !== 'LAPSED') throw brokerRefusalOf(error, undefined)
    throw new Refusal('code' in proof ? 'authorisationRefused' : 'keyPairRefused', { broker: broker.title })
  }
}

function tokensOf({ keyPair: linking, title }: BrokerPort, pair: KeyPair): BrokerTokens {
  if (linking === undefined) throw new Refusal('keyPairNotOffered', { broker: title })
  return linking.tokensOf(pair)
}
