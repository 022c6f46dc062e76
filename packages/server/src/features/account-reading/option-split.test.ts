// Options across a split of their underlying shares, as the server reads them from the real paper brokerage: contracts
// in old shares are paid out, orders in them end with an explanation, and the account's value is unchanged.
import { marketDay, marketDaySpan } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { loginAccess } from '../account/broker-access.ts'
import { syncAccount } from './sync-account.ts'

const openedAt = Date.parse('2026-03-04T15:00:00Z')

let app: TestBrokerage
beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

const order = (orderType: string, instruction: string, quantity: number, symbol: string, more: object = {}) => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [
    { instruction, quantity, instrument: { symbol, assetType: symbol.length === 21 ? 'OPTION' : 'EQUITY' } },
  ],
  ...more,
})

test.each([
  ['4', 'ACME', 400, true],
  ['50', 'BOLT', 5_000, false],
  ['0.02', 'BASK', 2, true],
] as const)('a split of %s of %s', async (ratio, symbol, shares, isQuoted) => {
  app.clock.set(openedAt)
  const [call, put] = [`${symbol}  260320C00052500`, `${symbol}  260320P00045000`]
  app.market.set(symbol, 50)
  app.market.set(call, 2.4)
  app.market.set(put, 0.8)
  let owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `splits-${symbol}`)
  const account = await app.services.db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  const place = async (body: object): Promise<void> => {
    const answer = await fetch(`${app.brokerUrl}/trader/v1/accounts/${account.hash_value}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await loginAccess(app.services, account.broker_login_id).accessToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(`The order answered ${answer.status}: ${await answer.text()}`)
  }
  await place(order('MARKET', 'BUY', 100, symbol, { duration: 'DAY' }))
  await place(order('MARKET', 'SELL_TO_OPEN', 1, call, { duration: 'DAY' }))
  await place(order('MARKET', 'BUY_TO_OPEN', 2, put, { duration: 'DAY' }))
  await place(order('LIMIT', 'BUY_TO_CLOSE', 1, call, { price: 0.05 }))
  await place(order('STOP', 'SELL_TO_CLOSE', 2, put, { stopPrice: 0.1 }))
  await syncAccount(app.services, account.id)
  const operations = () =>
    owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } })
  const ordersOf = (orderType: ('WORKING' | 'CANCELED')[]) =>
    owner.client.order.findOrders({ body: { accountNumber: account.number, orderType } })
  expect(await operations()).toHaveLength(3)
  expect(await ordersOf(['WORKING'])).toHaveLength(2)

  const day = marketDay('2026-03-05')
  app.market.act(symbol, { day, kind: 'SPLIT', value: ratio })
  app.market.setFrom(symbol, 50 / Number(ratio), marketDaySpan(day).fromMs)
  app.market.close(symbol, day, 50 / Number(ratio))
  if (!isQuoted) for (const contract of [call, put]) app.market.unset(contract)
  app.clock.set(Date.parse('2026-03-05T22:00:00Z'))
  expect(await syncAccount(app.services, account.id)).toBe('READ')

  owner = await app.signIn(owner.email)
  expect(await operations()).toMatchObject([{ code: symbol, longQuantity: shares }])
  expect(await ordersOf(['WORKING'])).toEqual([])
  expect((await ordersOf(['CANCELED'])).map(({ code }) => code).toSorted()).toEqual([call, put])
  const { rows } = await app.services.pool.query<{ description: string; net: string }>(
    `select description, net_amount_cents::text as net from account_transaction where account_id = $1 and (description ~ '^Paid out' or kind = 'RECEIVE_AND_DELIVER') order by net_amount_cents`,
    [account.id],
  )
  expect(rows.map(({ net }) => net)).toEqual(isQuoted ? ['-24000', '0', '16000'] : ['0', '0', '0'])
  // Two puts for 162.00, a call for 239.00 and 100 shares for 5,001.00: only the cents of the spreads, and contracts
  // that no longer had a quote, are lost.
  const closes = await app.services.db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'is_reconciled'])
    .where('account_id', '=', account.id)
    .orderBy('day')
    .execute()
  expect(closes.at(-1)).toEqual({
    day: '2026-03-05',
    broker_value_cents: isQuoted ? 9_999_600n : 10_007_600n,
    is_reconciled: true,
  })
})
