// One account of a test broker with every operation a client performs over the wire.
import { getJson, link, postToken } from './link.ts'
import type { TestBroker } from './test-broker.ts'

interface WireTransaction {
  readonly orderId?: number
  readonly netAmount: number
  readonly description: string
}

export interface TestAccount {
  /** The address of its orders. */
  readonly orders: string
  send(method: string, url: string, body?: unknown): Promise<{ status: number; location: string | null; text: string }>
  /** Places an order that must be accepted and returns its address. */
  place(body: unknown): Promise<string>
  read(location: string): Promise<Record<string, unknown>>
  balances(): Promise<Record<string, number>>
  positions(): Promise<unknown[]>
  transactions(type: string): Promise<WireTransaction[]>
  /** Moves the clock and refreshes the access token, which has expired by then. */
  moveTo(instant: string): Promise<void>
}

/** Registers a login, links it, and returns its first account. */
export async function testAccount(
  test: TestBroker,
  userName: string,
  accountType: 'MARGIN' | 'CASH' = 'MARGIN',
): Promise<TestAccount> {
  // This many registrations from one address would be throttled.
  await test.database.deleteFrom('paper.sign_in_try').execute()
  const tokens = await link(test.url, userName, accountType)
  let token = tokens.access_token
  const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
    hashValue: string
  }[]
  const address = `${test.url}/trader/v1/accounts/${first?.hashValue ?? ''}`
  const send = async (
    method: string,
    url: string,
    body?: unknown,
  ): Promise<{ status: number; location: string | null; text: string }> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  const securities = async (): Promise<{ currentBalances: Record<string, number>; positions: unknown[] }> =>
    (
      (await getJson(`${address}?fields=positions`, token)).body as {
        securitiesAccount: { currentBalances: Record<string, number>; positions: unknown[] }
      }
    ).securitiesAccount
  return {
    orders: `${address}/orders`,
    send,
    place: async (body) => {
      const answer = await send('POST', `${address}/orders`, body)
      if (answer.status !== 201 || answer.location === null)
        throw new Error(`The order was not taken: ${answer.status} ${answer.text}`)
      return answer.location
    },
    read: async (location) => (await getJson(location, token)).body as Record<string, unknown>,
    balances: async () => (await securities()).currentBalances,
    positions: async () => (await securities()).positions,
    transactions: async (type) => {
      const range = 'startDate=2026-03-01T00:00:00.000Z&endDate=2026-12-31T00:00:00.000Z'
      return (await getJson(`${address}/transactions?${range}&types=${type}`, token)).body as WireTransaction[]
    },
    moveTo: async (instant) => {
      test.clock.moveTo(Date.parse(instant))
      token = String(
        (await postToken(test.url, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).body[
          'access_token'
        ],
      )
    },
  }
}
