// The adapter at our own paper brokerage over HTTP: the same wire as the live brokerage's.
import { isInSession, toEpochMs } from '@clubfolio/domain'
import { startTestBrokerage } from '../../../testing/paper-brokerage.ts'
import { paperBrokerSettings } from '../broker-settings.ts'
import { describeBroker } from '../testing/broker-behaviour.ts'
import type { BrokerBench } from '../testing/broker-bench.ts'
import { startFaultyLine } from '../testing/faulty-line.ts'
import { createMemoryAllowance } from '../testing/memory-allowance.ts'
import { createSchwabBroker } from './schwab-broker.ts'

const minuteMs = 60_000
const schwabTraits = {
  isFunded: true,
  isRenewed: true,
  keepsReferences: false,
  hasKeyPairs: false,
  entryType: 'STOP',
  hasPairs: true,
  hasLegs: true,
  hasGoodTill: true,
  extendedSessions: ['AM', 'PM', 'SEAMLESS'],
} as const

describeBroker('on the Schwab wire', schwabTraits, openBench)

async function openBench(): Promise<BrokerBench> {
  const partialFills = { seed: 'parts', percent: 0 }
  const app = await startTestBrokerage({ execution: { partialFills } })
  const line = await startFaultyLine(app.brokerUrl)
  const settings = paperBrokerSettings(
    { ...app.services.config, paperPublicUrl: line.url },
    'a secret that only this test knows',
  )
  let owners = 0
  return {
    line,
    clock: app.clock,
    connect: ({ breaker = { failures: 1_000, pauseMs: 0 }, totalMs = 5_000 } = {}) =>
      createSchwabBroker(
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
      const { allow } = await app.register(broker.authoriseUrl('state'), `behaviour${owners++}`)
      return (await allow()).get('code') ?? ''
    },
    endConsents: () => app.endConsents(),
    setPrice: (symbol, price) => app.market.set(symbol, price),
    fillInParts: (isInParts) => void (partialFills.percent = isInParts ? 100 : 0),
    spell: (status) => status,
    strange: {
      status: (body, word) => body.replaceAll('"status":"WORKING"', `"status":"${word}"`),
      instruction: (body, word) => body.replaceAll('"instruction":"BUY"', `"instruction":"${word}"`),
      kind: (body, word) => body.replaceAll('"type":"TRADE"', `"type":"${word}"`),
      fields: (body) => body.replaceAll(/\{"(?=[a-z])/g, '{"mood":{"level":[1,null,"x"]},"'),
    },
    async stop() {
      await line.stop()
      await app.stop()
    },
  }
}
