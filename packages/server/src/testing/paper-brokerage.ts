// The real paper brokerage next to the application under test: its own HTTP server on a free port and the same
// database, on the test's clock. A browser without script walks through its pages as an owner would.
import { randomUUID } from 'node:crypto'
import type { EpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { paperBrokerSettings } from '../adapters/broker/broker-settings.ts'
import { type AlpacaSettings, createAlpacaBroker } from '../adapters/broker/alpaca/alpaca-broker.ts'
import { createBrokers } from '../adapters/broker/brokers.ts'
import type { BrokerPort, KeyPair } from '../adapters/broker/port.ts'
import { createRequestAllowance } from '../adapters/broker/http/request-allowance.ts'
import { createSchwabBroker } from '../adapters/broker/schwab/schwab-broker.ts'
import { loginAccess } from '../features/account/broker-access.ts'
import type { PooledServices } from '../services.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

interface Page {
  readonly status: number
  readonly location: string | null
  readonly body: string
}

interface Browser {
  get(path: string): Promise<Page>
  submit(action: string, fields: Record<string, string | string[]>): Promise<Page>
}

/** Prices that a test sets itself. */
export interface TestMarket {
  set(symbol: string, last: number, previousClose?: number): void
  /** Sets the price that applies from an instant on, as after a split. */
  setFrom(symbol: string, last: number, fromMs: number): void
  /** Removes the quote of a symbol. */
  unset(symbol: string): void
  /** Adds a split or dividend. */
  act(
    symbol: string,
    action: { readonly day: string; readonly kind: 'SPLIT' | 'DIVIDEND'; readonly value: string },
  ): void
  /** Sets the official close of a symbol on a session; sessions without one close at the last price. */
  close(symbol: string, day: string, price: number): void
}

interface Bar {
  readonly day: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

interface FixedMarket extends Omit<TestMarket, 'close'> {
  dailyBars(symbol: string, from: string, to: string, at: EpochMs): Promise<Bar[]>
}

type TradeInstruction = 'BUY' | 'SELL' | 'SELL_SHORT' | 'BUY_TO_COVER'

interface Brokerage {
  readonly url: string
  stop(): Promise<void>
}

interface Destroyable {
  destroy(): Promise<void>
}

const folder = new URL('../../../paper-broker/src/', import.meta.url)
const callbackUrl = 'http://127.0.0.1:4600/account'
/** What the application proves to the brokerage that it is the linked one. */
export const paperSecret = 'a secret that only this test knows'
/** Waits for an allowance take real time, which only the tests of the allowance itself are about. */
const testRequestsPerMinute = 60_000

/** The brokerage is another program; it is loaded by its URL so that the server's build never depends on it. */
const load = async <Module>(file: string): Promise<Module> =>
  (await import(/* @vite-ignore */ new URL(file, folder).href)) as Module

/** The name under which the accounts of the paper brokerage's Alpaca wire are linked in tests. */
export const testAlpacaName = 'alpaca-paper'

/** Returns how the Alpaca adapter reaches the paper brokerage's wire of that name. */
export const testAlpacaSettings = (brokerUrl: string): AlpacaSettings => ({
  name: testAlpacaName,
  title: 'Alpaca Paper',
  isPaper: true,
  client: { clientId: 'clubfolio', clientSecret: paperSecret },
  callbackUrl,
  authoriseUrl: `${brokerUrl}/alpaca/oauth/authorize`,
  tokenUrl: `${brokerUrl}/alpaca/oauth/token`,
  tradingUrl: `${brokerUrl}/alpaca`,
  dataUrl: `${brokerUrl}/alpaca/data`,
  streamUrl: `${brokerUrl.replace(/^http/, 'ws')}/alpaca/stream`,
  feed: 'iex',
})

export interface TestBrokerage extends TestApp {
  readonly brokerUrl: string
  readonly broker: BrokerPort
  /** The adapter of its other wire. */
  readonly alpaca: BrokerPort
  readonly market: TestMarket
  /** Registers a login with one account and stops on the consent page of `authoriseUrl`. */
  register(authoriseUrl: string, name: string, accountType?: 'MARGIN' | 'CASH'): Promise<Consent>
  /** Books a fill at the test's current time directly in the brokerage's ledger. */
  fill(
    accountNumber: string,
    instruction: TradeInstruction,
    quantity: number,
    symbol: string,
    price: number,
  ): Promise<void>
  /** Pays in or out through the brokerage's own call, as the account's login. */
  transfer(accountNumber: string, direction: 'DEPOSIT' | 'WITHDRAWAL', dollars: string): Promise<void>
  /** Makes the broker end every consent now, as its owner can on its own pages. */
  endConsents(): Promise<void>
  /** Runs the whole flow: start, consent to everything, create-my. */
  link(person: TestUser, name: string, accountType?: 'MARGIN' | 'CASH', brokerage?: string): Promise<Consent>
}

export interface Consent {
  readonly browser: Browser
  /** Returns the callback's parameters, to which the decision redirected the browser. */
  readonly allow: (authoriseUrl?: string, choose?: (boxes: string[]) => string[]) => Promise<URLSearchParams>
  readonly deny: () => Promise<URLSearchParams>
  /** Makes a key pair for the login's first account, on the brokerage's console. */
  readonly makeKeyPair: () => Promise<KeyPair>
  /** Opens another account of the same login. */
  readonly openAccount: (authoriseUrl: string, accountType: 'MARGIN' | 'CASH') => Promise<void>
}

export interface TestBrokerageOptions extends NonNullable<Parameters<typeof startTestApp>[0]> {
  /** Whether its market ticks around the clock (the default) or keeps New York's hours. */
  readonly isAlwaysOpen?: boolean
  /** Whether accounts are linked over its Alpaca wire. */
  readonly isAlpacaFirst?: boolean
  /** How it executes: the chance in percent of a partial fill, and the latency. */
  readonly execution?: {
    readonly partialFills?: { readonly seed: string; readonly percent: number } | null
    readonly latencyMs?: number
  }
  /** Further brokerages beside the paper one, made from it. */
  readonly furtherBrokers?: (paper: BrokerPort) => readonly BrokerPort[]
}

export async function startTestBrokerage({
  isAlwaysOpen,
  isAlpacaFirst = false,
  execution,
  furtherBrokers,
  ...options
}: TestBrokerageOptions = {}): Promise<TestBrokerage> {
  const { startPaperBroker } = await load<{ startPaperBroker: (options: unknown) => Promise<Brokerage> }>('index.ts')
  const { fixedMarket } = await load<{ fixedMarket: () => FixedMarket }>('testing/fixed-market.ts')
  const { fill } = await load<{
    fill: (
      test: unknown,
      accountId: string,
      instruction: TradeInstruction,
      quantity: number,
      symbol: string,
      at: number,
    ) => Promise<unknown>
  }>('testing/trade.ts')
  const { connect } = await load<{ connect: (url: string, onIdleError: () => void) => Destroyable }>('db/connect.ts')
  const { paperBrowser } = await load<{ paperBrowser: (origin: string) => Browser }>('testing/paper-browser.ts')
  const market = closingMarket(fixedMarket())
  let books: Destroyable | undefined
  let brokerage: Brokerage | undefined
  let broker: BrokerPort | undefined
  let alpaca: BrokerPort | undefined
  const app = await startTestApp({
    ...options,
    async replace(services: PooledServices, databaseUrl: string) {
      books = connect(databaseUrl, () => undefined)
      const own = paperBrokerSettings(services.config, paperSecret)
      brokerage = await startPaperBroker({
        databaseUrl,
        port: 0,
        clock: { now: () => services.clock.nowMs() },
        market,
        clients: [
          { clientId: own.clientId, clientSecret: own.clientSecret, name: 'Clubfolio', redirectUris: [callbackUrl] },
        ],
        log: false,
        ...(isAlwaysOpen === undefined ? {} : { isAlwaysOpen }),
        ...(execution === undefined ? {} : { settings: execution }),
      })
      const settings = paperBrokerSettings({ ...services.config, paperPublicUrl: brokerage.url }, own.clientSecret)
      broker = createSchwabBroker(
        settings,
        createRequestAllowance(services.db, { perMinute: testRequestsPerMinute }),
        () => services.clock.nowMs(),
      )
      const nowMs = () => services.clock.nowMs()
      alpaca = createAlpacaBroker(
        testAlpacaSettings(brokerage.url),
        createRequestAllowance(services.db, { perMinute: testRequestsPerMinute }),
        nowMs,
      )
      const ports: [BrokerPort, ...BrokerPort[]] = isAlpacaFirst ? [alpaca, broker] : [broker, alpaca]
      return {
        brokers: createBrokers([...ports, ...(furtherBrokers?.(broker) ?? [])]),
        ...(await options.replace?.(services, databaseUrl)),
      }
    },
  })

  const register: TestBrokerage['register'] = async (authoriseUrl, name, accountType = 'MARGIN') => {
    const browser = paperBrowser(brokerage!.url)
    const pathOf = (url: string) => `${new URL(url).pathname}${new URL(url).search}`
    await browser.get(pathOf(authoriseUrl))
    const made = await browser.submit('/register', { name, password: 'a long enough password', accountType })
    let page = await browser.get(made.location ?? '')
    /** The consent page; signs in again if the session ended meanwhile. */
    const open = async (url: string): Promise<Page> => {
      const shown = await browser.get(pathOf(url))
      if (shown.body.includes('/decision')) return shown
      const signedIn = await browser.submit('/sign-in', { name, password: 'a long enough password' })
      return browser.get(signedIn.location ?? '')
    }
    const decide = async (fields: Record<string, string | string[]>): Promise<URLSearchParams> => {
      const back = await browser.submit('/decision', fields)
      if (!back.location?.startsWith(callbackUrl))
        throw new Error(`The decision led to ${back.status} ${back.location ?? back.body.slice(0, 400)}`)
      return new URL(back.location).searchParams
    }
    return {
      browser,
      async allow(again, choose = (boxes) => boxes) {
        if (again) page = await open(again)
        const boxes = [...page.body.matchAll(/name="account"\s+value="([^"]+)"/g)].map((match) => match[1]!)
        return decide({ decision: 'allow', account: choose(boxes) })
      },
      deny: () => decide({ decision: 'deny' }),
      async makeKeyPair() {
        const { rows } = await sql<{ account_id: string }>`select a.account_id from paper.account a
          join paper.login l using (login_id) where l.user_name = ${name} order by a.account_number`.execute(
          app.services.db,
        )
        await browser.get('/paper')
        const made = await browser.submit('/paper/make-keys', { account: rows[0]!.account_id })
        const shown = (label: string): string =>
          new RegExp(`${label}</dt><dd class="code">([^<]+)`).exec(made.body)?.[1] ?? ''
        return { keyId: shown('Key id'), secret: shown('Secret key') }
      },
      async openAccount(again, type) {
        await open(again)
        const opened = await browser.submit('/open-account', { accountType: type, nickName: '' })
        page = await browser.get(opened.location ?? '')
      },
    }
  }

  return {
    ...app,
    brokerUrl: brokerage!.url,
    broker: broker!,
    alpaca: alpaca!,
    market,
    register,
    async fill(accountNumber, instruction, quantity, symbol, price) {
      const { rows } = await sql<{
        account_id: string
      }>`select account_id from paper.account where account_number = ${accountNumber}`.execute(app.services.db)
      const test = { database: books, market, clock: { now: () => app.clock.nowMs() } }
      await fill(test, rows[0]!.account_id, instruction, quantity, symbol, price)
    },
    async transfer(accountNumber, direction, amount) {
      const row = await app.services.db
        .selectFrom('account')
        .select(['broker_login_id', 'hash_value'])
        .where('number', '=', accountNumber)
        .executeTakeFirstOrThrow()
      const answer = await fetch(`${brokerage!.url}/paper/v1/accounts/${row.hash_value}/transfers`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await loginAccess(app.services, row.broker_login_id).accessToken()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ amount, direction, reference: randomUUID() }),
      })
      if (answer.status !== 201) throw new Error(`The transfer answered ${answer.status}: ${await answer.text()}`)
    },
    async endConsents() {
      const now = new Date(app.clock.nowMs())
      await sql`update paper.consent set lapses_at = ${now}
        where lapses_at is null or lapses_at > ${now}`.execute(app.services.db)
    },
    async link(person, name, accountType, brokerage) {
      const started = await person.client.account.getAmtTk({ query: { broker: brokerage } })
      const consent = await register(started.authoriseUrl, name, accountType)
      const back = await consent.allow()
      await person.client.account.createMy({
        body: { code: back.get('code')!, token: back.get('state')!, ownerId: person.user.id },
      })
      return consent
    },
    async stop() {
      broker?.close()
      alpaca?.close()
      await brokerage?.stop()
      await books?.destroy()
      await app.stop()
    },
  }
}

/** The fixed market with separate closes per session. */
function closingMarket(fixed: FixedMarket): FixedMarket & TestMarket {
  const closes = new Map<string, number>()
  return {
    ...fixed,
    close: (symbol, day, price) => void closes.set(`${symbol} ${day}`, price),
    dailyBars: async (symbol, from, to, at) =>
      (await fixed.dailyBars(symbol, from, to, at)).map((bar) => ({
        ...bar,
        close: closes.get(`${symbol} ${bar.day}`) ?? bar.close,
      })),
  }
}
