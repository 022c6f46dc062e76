// What happens between two statements of a look is reported by the next one.
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker } from '../../testing/test-broker.ts'
import { OrderFollower, type TradeUpdate } from './order-follower.ts'

it('reports the last execution as the fill, also when it is made while the order is read', async () => {
  const test = await startTestBroker({ settings: { partialFills: { seed: 'halves', percent: 100 } } })
  test.market.set('ACME', 50)
  const account = await alpacaAccount(test, 'reader')
  let betweenReads = (): Promise<void> => Promise.resolve()
  const pause: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const act = betweenReads
      betweenReads = () => Promise.resolve()
      await act()
      return result
    },
  }
  const database = connect(test.databaseUrl, () => {})
  const { account_id: accountId } = await test.database
    .selectFrom('paper.account')
    .select('account_id')
    .executeTakeFirstOrThrow()
  const follower = new OrderFollower(database.withPlugin(pause), accountId)
  await follower.start()
  const order = { symbol: 'ACME', qty: '100', side: 'buy', type: 'limit', limit_price: '60', time_in_force: 'gtc' }
  await account.expect(200, 'POST', '/v2/orders', order)

  const advance = async (): Promise<void> => {
    test.clock.advance(1000)
    await test.broker.advance()
  }
  const updates: TradeUpdate[] = []
  for (let n = 0; n < 12; n += 1) {
    betweenReads = advance
    updates.push(...(await follower.changes()))
  }
  updates.push(...(await follower.changes()))
  const parts = updates.slice(1)
  expect(updates[0]?.event).toBe('new')
  expect(parts.map(({ event }) => event)).toEqual([...parts.slice(1).map(() => 'partial_fill'), 'fill'])
  expect(parts.reduce((sum, { qty }) => sum + Number(qty), 0)).toBe(100)
  await database.destroy()
  await test.close()
})
