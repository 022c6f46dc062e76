// The brokerages at which this installation can link accounts, and what the owner needs at each.
import { type Brokerage, type LinkWay, Refusal } from '@clubfolio/contract'
import { liveBrokerName, paperBrokerName } from '../../adapters/broker/broker-settings.ts'
import type { Brokers } from '../../adapters/broker/brokers.ts'
import type { BrokerPort } from '../../adapters/broker/port.ts'

/** Returns every configured brokerage, in the order of the configuration. */
export const findBrokerages = (brokers: Brokers): Brokerage[] =>
  brokers.names.flatMap((name) => {
    const port = brokers.find(name)
    return port ? [{ name, title: port.title, isPaper: port.isPaper, ways: waysOf(port), needs: needsOf(port) }] : []
  })

/** Returns the brokerage of that name, by default the first. Throws `brokerNotConfigured`. */
export function brokerageToLink(brokers: Brokers, name: string | undefined): BrokerPort {
  if (name !== undefined && !brokers.find(name)) throw new Refusal('brokerNotConfigured')
  return brokers.toLink(name)
}

const waysOf = ({ hasConsentPage, keyPair }: BrokerPort): LinkWay[] => [
  ...(hasConsentPage ? (['popup'] as const) : []),
  ...(keyPair ? (['keyPair'] as const) : []),
]

const needs: Readonly<Record<string, string>> = {
  [paperBrokerName]: 'Practice money. Its page makes a login and an account for you.',
  [liveBrokerName]:
    'Real money. You need your login at Charles Schwab; you allow the access on its page and renew it every 7 days.',
}

function needsOf({ name, title, isPaper, hasConsentPage, keyPair }: BrokerPort): string {
  const login = keyPair ? `your login at ${title}, or a key pair that you generate there` : `your login at ${title}`
  const proof = hasConsentPage ? login : `a key pair that you generate at ${title}`
  return needs[name] ?? `${isPaper ? 'Practice money' : 'Real money'}. You need ${proof}.`
}
