// The adapter at the Alpaca wire of our own paper brokerage, over HTTP.
import { isInSession, toEpochMs } from '@clubfolio/domain'
import { startTestBrokerage, testAlpacaSettings, type Consent } from '../../../testing/paper-brokerage.ts'
import { describeBroker } from '../testing/broker-behaviour.ts'
import type { BrokerBench } from '../testing/broker-bench.ts'
import { startFaultyLine } from '../testing/faulty-line.ts'
import { createMemoryAllowance } from '../testing/memory-allowance.ts'
import { createAlpacaBroker } from './alpaca-broker.ts'

const minuteMs = 60_000
const alpacaTraits = {
  isFunded: false,
  isRenewed: false,
  keepsReferences: true,
  hasKeyPairs: true,
  entryType: 'LIMIT',
  hasPairs: true,
  hasLegs: true,
  hasGoodTill: false,
  extendedSessions: ['SEAMLESS'],
} as const

const spelled = new Map([
  ['WORKING', 'new'],
  ['FILLED', 'filled'],
  ['CANCELED', 'canceled'],
  ['EXPIRED', 'expired'],
  ['REPLACED', 'replaced'],
  ['REJECTED', 'rejected'],
  ['PENDING_ACTIVATION', 'accepted'],
  ['ACCEPTED', 'accepted_for_bidding'],
  ['PENDING_ACKNOWLEDGEMENT', 'pending_new'],
  ['PENDING_CANCEL', 'pending_cancel'],
  ['PENDING_REPLACE', 'pending_replace'],
  ['AWAITING_STOP_CONDITION', 'held'],
  ['AWAITING_MANUAL_REVIEW', 'suspended'],
])

describeBroker('on the Alpaca wire', alpacaTraits, openBench)

async function openBench(): Promise<BrokerBench> {
  const partialFills = { seed: 'parts', percent: 0 }
  const app = await startTestBrokerage({ execution: { partialFills } })
  const line = await startFaultyLine(app.brokerUrl)
  const settings = testAlpacaSettings(line.url)
  let owners = 0
  let latest: Consent | undefined
  return {
    line,
    clock: app.clock,
    connect: ({ breaker = { failures: 1_000, pauseMs: 0 }, totalMs = 5_000 } = {}) =>
      createAlpacaBroker(
        { ...settings, limits: { connectMs: 2_000, totalMs, maxBytes: 1_000_000 }, breaker },
        createMemoryAllowance(),
        () => app.clock.nowMs(),
      ),
    async consent(broker) {
      // The brokerage limits the logins that one address may register per hour.
      app.clock.advance(10 * minuteMs)
      // Every test has the middle of a session, however many there are.
      while (![-20, 20].every((minutes) => isInSession(toEpochMs(app.clock.nowMs() + minutes * minuteMs))))
        app.clock.advance(30 * minuteMs)
      latest = await app.register(broker.authoriseUrl('state'), `behaviour${owners++}`)
      return (await latest.allow()).get('code') ?? ''
    },
    endConsents: () => app.endConsents(),
    makeKeyPair: () => latest!.makeKeyPair(),
    setPrice: (symbol, price) => app.market.set(symbol, price),
    fillInParts: (isInParts) => void (partialFills.percent = isInParts ? 100 : 0),
    spell: (status) => spelled.get(status),
    strange: {
      status: (body, word) => body.replaceAll('"status":"new"', `"status":"${word}"`),
      instruction: (body, word) => body.replaceAll('"side":"buy"', `"side":"${word}"`),
      kind: (body, word) => body.replaceAll('"activity_type":"FILL"', `"activity_type":"${word}"`),
      fields: (body) => body.replaceAll(/\{"(?=[a-z])/g, '{"mood":{"level":[1,null,"x"]},"'),
    },
    async stop() {
      await line.stop()
      await app.stop()
    },
  }
}
