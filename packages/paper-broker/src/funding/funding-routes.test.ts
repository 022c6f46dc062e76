import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { accountIdOf, fill } from '../testing/trade.ts'

let test: TestBroker
let token: string
let hash: string

async function post(path: string, body: unknown, bearer = token): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const answer = await fetch(`${test.url}/paper/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

const transfer = (amount: unknown, direction: string, reference: string): Promise<{ status: number; body: unknown }> =>
  post(`/accounts/${hash}/transfers`, { amount, direction, reference })

async function cash(): Promise<number> {
  const { body } = await getJson(`${test.url}/trader/v1/accounts/${hash}`, token)
  return (body as { securitiesAccount: { currentBalances: { cashBalance: number } } }).securitiesAccount.currentBalances
    .cashBalance
}

beforeAll(async () => {
  test = await startTestBroker()
  token = (await link(test.url, 'anna')).access_token
  const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
    hashValue: string
  }[]
  hash = first?.hashValue ?? ''
})
afterAll(async () => test.close())

describe('money in and out', () => {
  it('happens once per reference, however often it is asked for', async () => {
    const once = await transfer('1250.50', 'DEPOSIT', 'd-1')
    expect(once).toMatchObject({ status: 201, body: { netAmount: 1250.5, direction: 'DEPOSIT', reference: 'd-1' } })
    expect(await transfer(1250.5, 'DEPOSIT', 'd-1')).toEqual({ status: 200, body: once.body })
    expect(await cash()).toBe(101_250.5)
  })

  it('refuses a reference that stands for another transfer', async () => {
    expect((await transfer(1, 'DEPOSIT', 'd-1')).status).toBe(409)
    expect((await transfer('1250.50', 'WITHDRAWAL', 'd-1')).status).toBe(409)
  })

  it('lets one of two withdrawals that together overdraw win', async () => {
    const answers = await Promise.all([transfer(60_000, 'WITHDRAWAL', 'w-1'), transfer(60_000, 'WITHDRAWAL', 'w-2')])
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 400])
    expect(await cash()).toBe(41_250.5)
  })

  it('books parallel copies of one request once', async () => {
    const copies = await Promise.all(Array.from({ length: 8 }, () => transfer(10, 'DEPOSIT', 'copy')))
    expect(copies.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(copies.filter((answer) => answer.status === 200)).toHaveLength(7)
    expect(await cash()).toBe(41_260.5)
  })

  it('does not pay out short proceeds', async () => {
    await fill(test, await accountIdOf(test, 'anna'), 'SELL_SHORT', 100, 'BOLT', 50)
    const answer = await transfer(41_260.51, 'WITHDRAWAL', 'w-3')
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('$38,760.50') as string } })
  })

  it.each([['1.005'], [-5], [0], ['ten'], ['1e99'], ['NaN'], [null], [1e12]])(
    'refuses the amount %s',
    async (amount) => {
      expect((await transfer(amount, 'DEPOSIT', `odd-${String(amount)}`)).status).toBe(400)
    },
  )

  it("does not reach somebody else's account", async () => {
    const stranger = (await link(test.url, 'stranger')).access_token
    expect(
      (await post(`/accounts/${hash}/transfers`, { amount: 1, direction: 'DEPOSIT', reference: 'x' }, stranger)).status,
    ).toBe(404)
    expect(
      (await post(`/accounts/${hash}/transfers`, { amount: 1, direction: 'DEPOSIT', reference: 'x' }, 'nonsense'))
        .status,
    ).toBe(401)
  })
})

describe('opening a further account', () => {
  it('starts it with 100,000 dollars and lets the present access see it', async () => {
    const opened = await post('/accounts', { type: 'CASH', nickName: 'Savings', reference: 'o-1' })
    expect(opened).toMatchObject({ status: 201, body: { type: 'CASH', nickName: 'Savings' } })
    expect(await post('/accounts', { type: 'CASH', nickName: 'Savings', reference: 'o-1' })).toEqual({
      status: 200,
      body: opened.body,
    })
    expect((await post('/accounts', { type: 'MARGIN', reference: 'o-1' })).status).toBe(409)
    expect((await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body).toHaveLength(2)
  })
})

describe('the books', () => {
  it('agree with cash and positions after all of this', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })

  it('name the account that does not agree', async () => {
    const accountId = await accountIdOf(test, 'anna')
    await test.database
      .updateTable('paper.account')
      .set({ cash_cents: 1n })
      .where('account_id', '=', accountId)
      .execute()
    expect(await checkBooks(test.database)).toMatchObject([{ accountId, what: 'cash' }])
  })
})
