// The behaviour suite with a second adapter on a wire of another shape, to keep the suite free of the first one's.
import { describeBroker } from './broker-behaviour.ts'
import type { BrokerBench } from './broker-bench.ts'
import { startFaultyLine } from './faulty-line.ts'
import { ledgerStates } from './ledger-answers.ts'
import { createLedgerBooks } from './ledger-books.ts'
import { createLedgerBroker } from './ledger-broker.ts'
import { startLedgerBrokerage } from './ledger-brokerage.ts'

const ledgerTraits = {
  isFunded: false,
  isRenewed: true,
  keepsReferences: false,
  hasKeyPairs: false,
  entryType: 'STOP',
  hasPairs: false,
  hasLegs: false,
  hasGoodTill: false,
  extendedSessions: [],
} as const

describeBroker('on a wire of another shape', ledgerTraits, openBench)

async function openBench(): Promise<BrokerBench> {
  let nowMs = Date.parse('2026-03-04T15:00:00Z')
  const books = createLedgerBooks(() => nowMs)
  const brokerage = await startLedgerBrokerage(books)
  const line = await startFaultyLine(brokerage.url)
  return {
    line,
    clock: { nowMs: () => nowMs, advance: (ms) => void (nowMs += ms) },
    connect: ({ breaker = { failures: 1_000, pauseMs: 0 }, totalMs = 2_000 } = {}) =>
      createLedgerBroker({ url: line.url, breaker, totalMs, nowMs: () => nowMs }),
    consent: () => Promise.resolve(brokerage.consent()),
    endConsents: () => Promise.resolve(brokerage.endConsents()),
    setPrice: (code, price) => books.setPrice(code, price),
    fillInParts: (isInParts) => books.fillInParts(isInParts),
    spell: (status) => [...ledgerStates].find(([, ours]) => ours === status)?.[0],
    strange: {
      status: (body, word) => body.replaceAll('"state":"live"', `"state":"${word}"`),
      instruction: (body, word) => body.replaceAll('"side":"b"', `"side":"${word}"`),
      kind: (body, word) => body.replaceAll('"what":"deal"', `"what":"${word}"`),
      fields: (body) => body.replaceAll('{"', '{"mood":{"level":[1,null,"x"]},"'),
    },
    async stop() {
      await line.stop()
      await brokerage.stop()
    },
  }
}
