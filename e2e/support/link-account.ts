// Links accounts of the paper brokerage through the calls that the popup makes, without a browser. The popup itself is
// tested by the journeys of accounts.
import { paperBrowser } from '../../packages/paper-broker/src/testing/paper-browser.ts'
import type { BrokerKeyPair, Client } from '@clubfolio/contract'
import { brokeragePassword, demonstrationLogin } from '../screens/brokerage-popup.ts'

/** The user who gets the accounts. */
export interface Owner {
  readonly id: string
  readonly client: Client
}

/** Registers a login at the brokerage with margin accounts of $100,000.00 each, and links them. */
export function linkNewLogin(owner: Owner, name: string, accountCount = 1): Promise<void> {
  return link(owner, accountCount, (browser) =>
    browser.submit('/register', { name, password: brokeragePassword, accountType: 'MARGIN' }),
  )
}

/** Gives access to the accounts of a login once more; it lapses after 7 days. */
export function renewAccess(owner: Owner, name: string): Promise<void> {
  return link(owner, 1, (browser) => browser.submit('/sign-in', { name, password: brokeragePassword }))
}

/**
 * Links the demonstration's account: a year of trades, open positions, working stops. Only one user of a product can
 * hold it.
 */
export function linkDemonstrationLogin(owner: Owner): Promise<void> {
  return link(owner, 1, (browser) => browser.submit('/sign-in', demonstrationLogin))
}

/** Registers a login with a margin account at the brokerage, and makes a key pair for that account on its console. */
export async function makeKeyPair(brokerage: string, name: string): Promise<BrokerKeyPair> {
  const browser = paperBrowser(brokerage)
  await browser.get('/paper')
  await browser.submit('/paper/register', { name, password: brokeragePassword, accountType: 'MARGIN' })
  const { body: before } = await browser.get('/paper')
  const account = /<select id="key-account".*?<option value="([^"]+)"/s.exec(before)?.[1] ?? ''
  const { body } = await browser.submit('/paper/make-keys', { account })
  const shown = (label: string): string => new RegExp(`${label}</dt><dd class="code">([^<]+)`).exec(body)?.[1] ?? ''
  return { keyId: shown('Key id'), secret: shown('Secret key') }
}

/**
 * Reads the owner's accounts with their orders now. The product does so within a minute, but a shared clock does not
 * advance.
 */
export async function readAccounts({ client, id: userId }: Owner): Promise<void> {
  for (const { id: accountId } of await client.account.viewMyAccount({ params: { userId } }))
    await client.account.syncNow({ body: { accountId } })
}

interface CashMovement {
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly amount: string
}

/** Moves cash of the account of a login, by default the demonstration's, on the brokerage's own console. */
export async function moveAtBrokerage(
  { client }: Owner,
  movement: CashMovement,
  login: BrokerageLogin = demonstrationLogin,
): Promise<void> {
  const browser = paperBrowser(new URL((await client.account.getAmtTk()).authoriseUrl).origin)
  await browser.get('/paper')
  await browser.submit('/paper/sign-in', { ...login })
  await browser.get('/paper')
  const { location } = await browser.submit('/paper/transfer', { ...movement })
  const { body } = await browser.get(location ?? '')
  if (!body.includes('is booked')) throw new Error('The brokerage moved nothing.')
}

interface BrokerageLogin {
  readonly name: string
  readonly password: string
}

type PaperBrowser = ReturnType<typeof paperBrowser>

async function link(
  { client, id: ownerId }: Owner,
  accountCount: number,
  enter: (browser: PaperBrowser) => ReturnType<PaperBrowser['submit']>,
): Promise<void> {
  const { authoriseUrl, token } = await client.account.getAmtTk()
  const address = new URL(authoriseUrl)
  const browser = paperBrowser(address.origin)
  await browser.get(`${address.pathname}${address.search}`)
  const entered = await enter(browser)
  let consent = await browser.get(entered.location ?? '')
  for (let more = 1; more < accountCount; more++) {
    const opened = await browser.submit('/open-account', { accountType: 'MARGIN' })
    consent = await browser.get(opened.location ?? '')
  }
  const account = [...consent.body.matchAll(/name="account"\s+value="([^"]+)"/g)].map(([, box = '']) => box)
  const back = await browser.submit('/decision', { decision: 'allow', account })
  const answer = new URL(back.location ?? '').searchParams
  await client.account.createMy({
    body: { code: answer.get('code') ?? '', token: answer.get('state') ?? token, ownerId },
  })
}
