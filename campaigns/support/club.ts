// A manager with accounts at the paper brokerage and members who contribute, created by calls alone: no browser, no
// demonstration.
import { createClient, type Client } from '@clubfolio/contract'
import { demonstrationPassword } from '../../packages/server/src/demonstration/seed-demonstration.ts'
import { linkNewLogin } from '../../e2e/support/link-account.ts'
import type { Product } from '../../e2e/support/product.ts'

/** The second day of the fund: contributions are new money from now on. */
export const campaignStart = '2026-03-05T15:00:00Z'

export interface ClubAccount {
  readonly id: string
  readonly number: string
}

export interface Club {
  /** Connected to whichever product is running. */
  readonly client: Client
  readonly userId: string
  readonly token: string
  readonly accounts: readonly ClubAccount[]
  readonly memberIds: readonly string[]
}

export interface ClubOptions {
  readonly accountCount: number
  readonly memberCount: number
}

/** Links one login of the brokerage per account, so that each has its own request allowance there. */
export async function makeClub(
  product: Pick<Product, 'origin' | 'moveClock'>,
  { accountCount, memberCount }: ClubOptions,
): Promise<Club> {
  const first = await signInByCalls(product, 'manager@clubfolio.example')
  for (let number = 1; number <= accountCount; number++) await linkNewLogin(first, `campaign${number}`)
  await product.moveClock(campaignStart)
  const { client, id: userId, token } = await signInByCalls(product, 'manager@clubfolio.example')
  const linked = await client.account.viewMyAccount({ params: { userId } })
  const memberIds: string[] = []
  for (let number = 1; number <= memberCount; number++) {
    memberIds.push(
      (await client.member.create({ body: { firstName: 'Member', lastName: `Number ${number}`, phone: '2125550141' } }))
        .id,
    )
  }
  return { client, userId, token, accounts: linked.map(({ id, number }) => ({ id, number })), memberIds }
}

/** Signs in with e-mail and password, and the code from where a person would read it. */
export async function signInByCalls(
  product: Pick<Product, 'origin'>,
  email: string,
): Promise<{ client: Client; id: string; token: string }> {
  const before = await readCodes(product)
  const stranger = createClient({ baseUrl: product.origin, getToken: () => undefined })
  await stranger.security.login({ body: { email, password: demonstrationPassword } })
  for (;;) {
    const codes = await readCodes(product)
    if (codes.length === before.length) continue
    const { token, id } = await stranger.security.checkVerificationCode({ body: { email, code: codes[0]! } })
    return { client: createClient({ baseUrl: product.origin, getToken: () => token }), id, token }
  }
}

/** Newest first. */
async function readCodes({ origin }: Pick<Product, 'origin'>): Promise<string[]> {
  const page = await (await fetch(`${origin}/outbox`, { headers: { accept: 'text/html' } })).text()
  return [...page.matchAll(/Your Clubfolio code is (\d{6})/g)].map(([, code = '']) => code)
}
