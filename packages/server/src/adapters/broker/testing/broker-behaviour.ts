// What every brokerage adapter must do, whatever its wire looks like. An adapter's test calls `describeBroker` with a
// bench: the adapter, connected to a brokerage over a line that the suite can disturb, and the few things that only
// that brokerage can do, such as an owner's consent. The parts of the suite are in the files beside this one.
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { BrokerAccess, BrokerPort } from '../port.ts'
import { describeAccounts } from './account-behaviour.ts'
import { describeAuthorisation } from './authorisation-behaviour.ts'
import { describeFaults } from './fault-behaviour.ts'
import type { BrokerBench, BrokerGround, BrokerTraits } from './broker-bench.ts'
import { describeFunding, describeNoFunding } from './funding-behaviour.ts'
import { describeMarketData } from './market-behaviour.ts'
import { describeKinds } from './kind-behaviour.ts'
import { describeOrders } from './order-behaviour.ts'
import { describeSending } from './sending-behaviour.ts'

export function describeBroker(name: string, traits: BrokerTraits, open: () => Promise<BrokerBench>): void {
  const describeMoney = traits.isFunded ? describeFunding : describeNoFunding
  describe(`the brokerage ${name}`, () => {
    let bench: BrokerBench
    const brokers: BrokerPort[] = []
    beforeAll(async () => {
      const opened = await open()
      bench = {
        ...opened,
        connect(options) {
          const broker = opened.connect(options)
          brokers.push(broker)
          return broker
        },
      }
    })
    beforeEach(() => {
      bench.setPrice('ACME', 50)
      bench.setPrice('BOLT', 20)
    })
    afterEach(() => {
      bench.line.disturb(undefined)
      bench.line.rewrite(undefined)
      bench.fillInParts(false)
    })
    afterAll(async () => {
      for (const broker of brokers) broker.close()
      await bench.stop()
    })

    describe('with an account of its own for each test', () => {
      let ground: BrokerGround
      beforeEach(async () => {
        ground = await link(bench, traits)
      })
      describeAuthorisation(traits, () => ground)
      describeAccounts(() => ground)
      describeOrders(traits, () => ground)
      describeKinds(traits, () => ground)
      describeMoney(() => ground)
    })

    describe('with one account', () => {
      let ground: BrokerGround
      beforeAll(async () => {
        ground = await link(bench, traits)
      })
      describeMarketData(() => ground)
      describeSending(traits, () => ground)
      describeFaults(() => ground)
    })
  })
}

let logins = 0

async function link(bench: BrokerBench, traits: BrokerTraits): Promise<BrokerGround> {
  const broker = bench.connect()
  const tokens = await broker.exchange(await bench.consent(broker))
  let token = tokens.accessToken
  const access: BrokerAccess = {
    key: `login ${logins++}`,
    accessToken: () => Promise.resolve(token),
    async tokenAfter() {
      token = (await broker.refresh(tokens.refreshToken ?? '')).accessToken
      return token
    },
  }
  const [account] = await broker.listAccounts(access)
  if (!account) throw new Error('The consent covers no account.')
  return { traits, bench, broker, access, account }
}
