// A paper brokerage on the simulated market with the fetch of this process pointed at it, for clients that know only
// the address of the real one.

import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { steerableClock } from '../kernel/clock.ts'
import { simulatedPaperMarket } from '../market/simulated-paper-market.ts'
import type { TokenAnswer } from '../oauth/token-answer.ts'
import { startPaperBroker } from '../start-paper-broker.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import { codeFor, link } from '../testing/link.ts'
import { TEST_CLIENT, TEST_NOW_MS } from '../testing/test-broker.ts'

const LIVE_ORIGIN = 'https://api.schwabapi.com'

/** What the brokerage answered, as it was on the wire. */
interface WireAnswer {
  readonly path: string
  /** The query as it was sent, with its question mark. */
  readonly query: string
  readonly status: number
  readonly body: unknown
}

export interface ConformanceBroker {
  readonly url: string
  link(userName: string): Promise<TokenAnswer>
  /** Returns the code that the consent page gives to the query of an authorisation address. */
  consent(userName: string, query: URLSearchParams): Promise<string>
  /** Returns the last answer to a replaced call. */
  lastAnswer(): WireAnswer
  close(): Promise<void>
}

export async function startConformanceBroker(): Promise<ConformanceBroker> {
  const own = await createBrokerDatabase()
  const broker = await startPaperBroker({
    databaseUrl: own.url,
    port: 0,
    clock: steerableClock(TEST_NOW_MS),
    market: simulatedPaperMarket(createSimulatedMarket({ seed: 'client', instrumentCount: 20 })),
    clients: [TEST_CLIENT],
    log: false,
  })
  const reachTheWorld = globalThis.fetch
  let last: WireAnswer = { path: '', query: '', status: 0, body: null }
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!address.startsWith(LIVE_ORIGIN)) return reachTheWorld(input, init)
    const url = address.replace(LIVE_ORIGIN, broker.url)
    const request = input instanceof Request ? new Request(url, input) : new Request(url, init)
    const answer = await reachTheWorld(request)
    const text = await answer.clone().text()
    const { pathname, search } = new URL(url)
    const body: unknown = text === '' ? null : JSON.parse(text)
    last = { path: pathname, query: search, status: answer.status, body }
    return answer
  }
  return {
    url: broker.url,
    link: async (userName) => link(broker.url, userName),
    consent: async (userName, query) => codeFor(broker.url, userName, 'MARGIN', Object.fromEntries(query)),
    lastAnswer: () => last,
    close: async () => {
      globalThis.fetch = reachTheWorld
      await broker.stop()
      await own.drop()
    },
  }
}
