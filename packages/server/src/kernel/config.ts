// Configuration: read once from the environment and validated at startup; every complaint is a sentence that names the
// variable.
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
const yes = z
  .enum(['yes', 'no'])
  .default('no')
  .transform((word) => word === 'yes')

const paperSettingNames = [
  'PAPER_HOURS',
  'PAPER_REQUESTS_PER_MINUTE',
  'PAPER_PARTIAL_FILLS',
  'PAPER_LATENCY_MS',
  'PAPER_SLIPPAGE',
  'PAPER_COMMISSION',
  'PAPER_CONTRACT_FEE',
] as const

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port(4600),
  PAPER_PORT: port(4610),
  HOST: z.string().default('127.0.0.1'),
  CLUBFOLIO_ORIGIN: z.url().optional(),
  PAPER_PUBLIC_URL: z.url().optional(),
  BROKER_WITH_PAPER: yes,
  PAPER_CLIENT_SECRET: z.string().min(16).optional(),
  PAPER_HOURS: z.enum(['around-the-clock', 'new-york']).default('around-the-clock'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  CLUBFOLIO_DATA: z.string().min(1).optional(),
  CLUBFOLIO_SECRET_KEY: z.string().min(32).optional(),
  CLUBFOLIO_NOW: z.iso.datetime({ offset: true }).optional(),
  CLUBFOLIO_MARKET_DATA: z.string().min(1).default('../shared/market-data'),
  CLUBFOLIO_MARKET_SEED: z.string().min(1).max(64).default('clubfolio'),
  CLUBFOLIO_MARKET_INSTRUMENTS: z.coerce.number().int().min(10).max(10_000).default(500),
  CLUBFOLIO_MARKET_SOURCE: z.enum(['yahoo', 'alpaca']).optional(),
  CLUBFOLIO_YAHOO_SYMBOLS: z.string().default(''),
  CLUBFOLIO_YAHOO_URL: z.url().default('https://query2.finance.yahoo.com'),
  CLUBFOLIO_PUBLIC_DEMO: yes,
  CLUBFOLIO_DEMO: z.enum(['club', 'people']).default('club'),
  CLUBFOLIO_TRUSTED_PROXIES: z.string().default(''),
  CLUBFOLIO_OUTBOUND_ALLOW: z.string().default(''),
  CLUBFOLIO_UPDATE_CHECK: z.string().optional(),
  CLUBFOLIO_SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  CLUBFOLIO_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  CLUBFOLIO_LOG_FORMAT: z.enum(['auto', 'json', 'text']).default('auto'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  CLUBFOLIO_PROCESSES: z
    .union([z.literal('auto'), z.coerce.number().int().min(1).max(64)], { error: 'auto, or a number from 1 to 64' })
    .default('auto'),
  PUSH_STOMP_URL: z.url({ protocol: /^wss?$/, error: 'wss://broker.example/ws' }).optional(),
  PUSH_STOMP_SERVER_URL: z.url({ protocol: /^wss?$/, error: 'ws://127.0.0.1:15674/ws' }).optional(),
  PUSH_STOMP_VIRTUAL_HOST: z.string().min(1).default('/'),
  PUSH_STOMP_LOGIN: z.string().min(1).optional(),
  PUSH_STOMP_PASSCODE: z.string().min(1).optional(),
  PUSH_STOMP_BROWSER_LOGIN: z.string().min(1).optional(),
  PUSH_STOMP_BROWSER_PASSCODE: z.string().min(1).optional(),
  BROKER_OAUTH_URL: z.url().optional(),
  BROKER_TRADER_URL: z.url().optional(),
  BROKER_MARKET_DATA_URL: z.url().optional(),
  BROKER_CLIENT_ID: z.string().min(1).optional(),
  BROKER_CLIENT_SECRET: z.string().min(1).optional(),
  BROKER_CALLBACK_URL: z.url().optional(),
  ALPACA: yes,
  ALPACA_PAPER: yes,
  ALPACA_CLIENT_ID: z.string().min(1).optional(),
  ALPACA_CLIENT_SECRET: z.string().min(1).optional(),
  ALPACA_CALLBACK_URL: z.url().optional(),
  ALPACA_AUTHORISE_URL: z.url().optional(),
  ALPACA_TOKEN_URL: z.url().optional(),
  ALPACA_TRADING_URL: z.url().optional(),
  ALPACA_DATA_URL: z.url().optional(),
  ALPACA_STREAM_URL: z.url({ protocol: /^wss?$/, error: 'wss://api.alpaca.markets/stream' }).optional(),
  ALPACA_FEED: z.enum(['iex', 'sip']).default('iex'),
  ALPACA_SYMBOLS: z.string().default(''),
  ALPACA_DATA_KEY_ID: z.string().min(1).optional(),
  ALPACA_DATA_SECRET_KEY: z.string().min(1).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'https://login.example.org' }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  OIDC_TRUSTED_ACR: z.string().default(''),
  OIDC_TRUSTED_AMR: z.string().default(''),
  TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG\w+)$/, 'a number like +12125550100, or a messaging service MG...')
    .optional(),
  TWILIO_URL: z.url().default('https://api.twilio.com'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'smtps://user:password@host:465 or smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  RECAPTCHA_SITE_KEY: z.string().min(1).optional(),
  RECAPTCHA_SECRET: z.string().min(1).optional(),
  RECAPTCHA_URL: z.url().default('https://www.google.com'),
})

export interface AlpacaConfig {
  /** Alpaca's own paper environment: its accounts hold practice money. */
  readonly isPaper: boolean
  /** Our application there; undefined where accounts are linked by key pairs only. */
  readonly client: { readonly clientId: string; readonly clientSecret: string } | undefined
  readonly callbackUrl: string | undefined
  readonly authoriseUrl: string
  readonly tokenUrl: string
  readonly tradingUrl: string
  readonly dataUrl: string
  readonly streamUrl: string
  /** The exchanges whose prices it asks for: one, or all for those who subscribe to them. */
  readonly feed: 'iex' | 'sip'
}

export interface StompConfig {
  /** As browsers reach it. */
  readonly url: string
  /** As this process reaches it. */
  readonly serverUrl: string
  readonly virtualHost: string
  readonly login: string
  readonly passcode: string
  readonly browserLogin: string
  readonly browserPasscode: string
}

export interface Config {
  readonly environment: 'development' | 'production' | 'test'
  readonly host: string
  /** 0 lets the system choose one. */
  readonly port: number
  readonly paperPort: number
  /** The single origin under which pages are served, without a trailing slash. */
  readonly origin: string
  /** Undefined until the system has assigned our paper brokerage its port. */
  readonly paperPublicUrl: string | undefined
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
  /** Newest key first. Undefined outside production: a key is generated in the data folder. */
  readonly secretKeys: readonly [string, ...string[]] | undefined
  /** Folder of price and listing files that an administrator may import by name. */
  readonly marketDataDirectory: string
  readonly fixedNowMs: number | undefined
  readonly market: {
    readonly seed: string
    readonly instrumentCount: number
    readonly hours: 'AROUND_THE_CLOCK' | 'NEW_YORK'
  }
  /** Settings of our own paper brokerage, passed through unchanged; it validates them itself. */
  readonly paperSettings: Readonly<Record<string, string>>
  /** Yahoo Finance as a source: its symbols and origin; undefined where it is not used. */
  readonly yahoo: { readonly symbols: readonly string[]; readonly origin: string } | undefined
  /** Alpaca as a source of prices: its symbols, addresses and keys; undefined where it is not used. */
  readonly alpacaPrices:
    | {
        readonly symbols: readonly string[]
        readonly tradingUrl: string
        readonly dataUrl: string
        readonly keys: { readonly keyId: string; readonly secret: string }
      }
    | undefined
  /** The source to activate at startup; undefined leaves the choice to the administrator's page. */
  readonly marketSource: 'yahoo' | 'alpaca' | undefined
  readonly isPublicDemo: boolean
  /** Outside production: the manager has a linked account and a club in addition to a sign-in. */
  readonly hasDemonstrationClub: boolean
  /** False: a worker that removes itself takes the place of the service worker. */
  readonly hasServiceWorker: boolean
  readonly trustedProxies: readonly string[]
  /** Networks of our own that requests for users may reach: `10.1.0.0/16`. */
  readonly outboundNetworks: readonly string[]
  /** Asked once a day for the newest version; undefined: nobody is asked. */
  readonly updateCheckUrl: string | undefined
  /** Undefined follows the format (kernel/log.ts). */
  readonly logLevel: string | undefined
  /** `auto`: text on a terminal, JSON everywhere else. */
  readonly logFormat: 'auto' | 'json' | 'text'
  readonly role: 'all' | 'web' | 'worker'
  /** How many processes serve pages and calls; `auto` follows the machine (start/plan-processes.ts). */
  readonly webProcesses: number | 'auto'
  /** A STOMP broker that delivers messages to browsers; when undefined, our own socket does. */
  readonly stomp: StompConfig | undefined
  /** Addresses of the brokerage; undefined ones point at our own paper brokerage. */
  readonly broker: {
    readonly oauthUrl: string | undefined
    readonly traderUrl: string | undefined
    readonly marketDataUrl: string | undefined
    readonly clientId: string | undefined
    readonly clientSecret: string | undefined
    readonly callbackUrl: string | undefined
  }
  /** Alpaca, if it is used. */
  readonly alpaca: AlpacaConfig | undefined
  /** Our own paper brokerage is connected beside a live one. */
  readonly hasPaperBesideLive: boolean
  /** Our secret at a paper brokerage beside a live one; without it one is derived from our key. */
  readonly paperClientSecret: string | undefined
  /** Services that send text messages and mails; the outbox replaces undefined ones. */
  readonly messages: {
    readonly twilio:
      | { readonly accountSid: string; readonly authToken: string; readonly from: string; readonly url: string }
      | undefined
    readonly smtp: { readonly url: string; readonly from: string } | undefined
  }
  /** Signing in with an OpenID Connect provider; undefined where none is offered. */
  readonly oidc:
    | {
        readonly issuer: string
        readonly clientId: string
        readonly clientSecret: string
        /** As the button on the sign-in page shows it. */
        readonly name: string
        readonly scopes: string
        /** Values of `acr` and `amr` with which the provider stands for the second step too; usually none. */
        readonly trustedAcr: readonly string[]
        readonly trustedAmr: readonly string[]
      }
    | undefined
  /** Google's captcha in place of our own. */
  readonly recaptcha: { readonly siteKey: string; readonly secret: string; readonly origin: string } | undefined
}

/** The configuration is unusable; `message` lists every complaint on its own line. */
export class ConfigError extends Error {}

/** Reads the environment. Throws ConfigError with all complaints at once. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  defaultDataDirectory: string,
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const env = parsed.data
  const complaints = complaintsAbout(env)
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))
  return {
    environment: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    paperPort: env.PAPER_PORT,
    origin: withoutSlash(env.CLUBFOLIO_ORIGIN ?? `http://127.0.0.1:${env.PORT}`),
    paperPublicUrl: paperPublicUrlOf(env),
    databaseUrl: env.DATABASE_URL,
    dataDirectory: env.CLUBFOLIO_DATA ?? defaultDataDirectory,
    secretKeys: env.CLUBFOLIO_SECRET_KEY ? listedKeys(env.CLUBFOLIO_SECRET_KEY) : undefined,
    marketDataDirectory: resolve(env.CLUBFOLIO_MARKET_DATA),
    fixedNowMs: env.CLUBFOLIO_NOW ? Date.parse(env.CLUBFOLIO_NOW) : undefined,
    market: {
      seed: env.CLUBFOLIO_MARKET_SEED,
      instrumentCount: env.CLUBFOLIO_MARKET_INSTRUMENTS,
      hours: env.PAPER_HOURS === 'new-york' ? 'NEW_YORK' : 'AROUND_THE_CLOCK',
    },
    paperSettings: Object.fromEntries(
      paperSettingNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    ),
    yahoo:
      yahooSymbols(env).length > 0
        ? { symbols: yahooSymbols(env), origin: new URL(env.CLUBFOLIO_YAHOO_URL).origin }
        : undefined,
    alpacaPrices: alpacaPricesOf(env),
    marketSource: env.CLUBFOLIO_MARKET_SOURCE,
    isPublicDemo: env.CLUBFOLIO_PUBLIC_DEMO,
    hasDemonstrationClub: env.CLUBFOLIO_DEMO === 'club',
    hasServiceWorker: env.CLUBFOLIO_SERVICE_WORKER === 'on',
    trustedProxies: listedWords(env.CLUBFOLIO_TRUSTED_PROXIES),
    outboundNetworks: listedWords(env.CLUBFOLIO_OUTBOUND_ALLOW),
    updateCheckUrl: env.CLUBFOLIO_UPDATE_CHECK,
    logLevel: env.CLUBFOLIO_LOG,
    logFormat: env.CLUBFOLIO_LOG_FORMAT,
    role: env.ROLE,
    webProcesses: env.CLUBFOLIO_PROCESSES,
    stomp: stompOf(env),
    broker: {
      oauthUrl: env.BROKER_OAUTH_URL,
      traderUrl: env.BROKER_TRADER_URL,
      marketDataUrl: env.BROKER_MARKET_DATA_URL,
      clientId: env.BROKER_CLIENT_ID,
      clientSecret: env.BROKER_CLIENT_SECRET,
      callbackUrl: env.BROKER_CALLBACK_URL,
    },
    alpaca: alpacaOf(env),
    hasPaperBesideLive: env.BROKER_WITH_PAPER && env.BROKER_TRADER_URL !== undefined,
    paperClientSecret: env.PAPER_CLIENT_SECRET,
    messages: {
      twilio:
        env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
          ? {
              accountSid: env.TWILIO_ACCOUNT_SID,
              authToken: env.TWILIO_AUTH_TOKEN,
              from: env.TWILIO_FROM,
              url: withoutSlash(env.TWILIO_URL),
            }
          : undefined,
      smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    },
    oidc: oidcOf(env),
    recaptcha:
      env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET
        ? { siteKey: env.RECAPTCHA_SITE_KEY, secret: env.RECAPTCHA_SECRET, origin: new URL(env.RECAPTCHA_URL).origin }
        : undefined,
  }
}

/** `10.1.0.0/16, fd00::/8` as a list. */
const listedWords = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '')

function oidcOf(env: z.output<typeof Environment>): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = env
  if (!issuer || !clientId || !clientSecret || !name) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    name,
    scopes: listedWords(env.OIDC_SCOPES).join(' '),
    trustedAcr: listedWords(env.OIDC_TRUSTED_ACR),
    trustedAmr: listedWords(env.OIDC_TRUSTED_AMR),
  }
}

const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const

/** Half a setting would show no button and give no reason. */
function complaintsAboutOidc(env: z.output<typeof Environment>): string[] {
  const isTrusted = env.OIDC_TRUSTED_ACR !== '' || env.OIDC_TRUSTED_AMR !== ''
  if (oidcNames.every((name) => env[name] === undefined))
    return isTrusted ? ['OIDC_ISSUER is missing: OIDC_TRUSTED_ACR and OIDC_TRUSTED_AMR need a provider.'] : []
  const complaints = oidcNames
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} is missing: signing in with a provider needs ${oidcNames.join(', ')}.`)
  if (!listedWords(env.OIDC_SCOPES).includes('openid') || !listedWords(env.OIDC_SCOPES).includes('email'))
    complaints.push('OIDC_SCOPES must contain openid and email: users are found by their verified e-mail address.')
  if (env.NODE_ENV === 'production' && env.OIDC_ISSUER?.startsWith('http://'))
    complaints.push('OIDC_ISSUER must start with https:// in production: codes and tokens travel under it.')
  return complaints
}

const usesAlpaca = (env: z.output<typeof Environment>): boolean => env.ALPACA || env.ALPACA_CLIENT_ID !== undefined

/** The addresses are Alpaca's own unless others are given. Source: docs/rules/brokerage.md, "Alpaca". */
function alpacaOf(env: z.output<typeof Environment>): AlpacaConfig | undefined {
  if (!usesAlpaca(env)) return undefined
  const { ALPACA_CLIENT_ID: clientId, ALPACA_CLIENT_SECRET: clientSecret } = env
  const { host, tradingUrl, dataUrl } = alpacaAddresses(env)
  return {
    isPaper: env.ALPACA_PAPER,
    client: clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret },
    callbackUrl: env.ALPACA_CALLBACK_URL,
    authoriseUrl: env.ALPACA_AUTHORISE_URL ?? 'https://app.alpaca.markets/oauth/authorize',
    tokenUrl: env.ALPACA_TOKEN_URL ?? 'https://api.alpaca.markets/oauth/token',
    tradingUrl,
    dataUrl,
    streamUrl: env.ALPACA_STREAM_URL ?? `wss://${host}/stream`,
    feed: env.ALPACA_FEED,
  }
}

function alpacaAddresses(env: z.output<typeof Environment>) {
  const host = env.ALPACA_PAPER ? 'paper-api.alpaca.markets' : 'api.alpaca.markets'
  return {
    host,
    tradingUrl: withoutSlash(env.ALPACA_TRADING_URL ?? `https://${host}`),
    dataUrl: withoutSlash(env.ALPACA_DATA_URL ?? 'https://data.alpaca.markets'),
  }
}

/** Prices need the keys of some account, whichever accounts are linked. */
function alpacaPricesOf(env: z.output<typeof Environment>): Config['alpacaPrices'] {
  const { ALPACA_DATA_KEY_ID: keyId, ALPACA_DATA_SECRET_KEY: secret } = env
  const symbols = listedSymbols(env.ALPACA_SYMBOLS)
  if (symbols.length === 0 || keyId === undefined || secret === undefined) return undefined
  const { tradingUrl, dataUrl } = alpacaAddresses(env)
  return { symbols, tradingUrl, dataUrl, keys: { keyId, secret } }
}

const alpacaNames = [
  'ALPACA_CLIENT_SECRET',
  'ALPACA_DATA_KEY_ID',
  'ALPACA_CALLBACK_URL',
  'ALPACA_AUTHORISE_URL',
  'ALPACA_TOKEN_URL',
  'ALPACA_TRADING_URL',
  'ALPACA_DATA_URL',
  'ALPACA_STREAM_URL',
] as const

/** Half a setting would link accounts at another place than the one that was meant. */
function complaintsAboutAlpaca(env: z.output<typeof Environment>): string[] {
  const symbols = listedSymbols(env.ALPACA_SYMBOLS)
  if (!usesAlpaca(env) && symbols.length === 0) {
    const named = alpacaNames.find((name) => env[name] !== undefined) ?? (env.ALPACA_PAPER ? 'ALPACA_PAPER' : undefined)
    return named === undefined
      ? []
      : [`${named} is set, but Alpaca is not used. Set ALPACA=yes, or ALPACA_CLIENT_ID with its secret.`]
  }
  const complaints: string[] = []
  const strange = symbols.filter((symbol) => !alpacaSymbolPattern.test(symbol))
  if (strange.length > 0)
    complaints.push(`ALPACA_SYMBOLS: ${strange.join(', ')} is no symbol of Alpaca; give them like AAPL,BRK.B,SPY.`)
  if (symbols.length > 0 && (env.ALPACA_DATA_KEY_ID === undefined || env.ALPACA_DATA_SECRET_KEY === undefined))
    complaints.push(
      `${env.ALPACA_DATA_KEY_ID === undefined ? 'ALPACA_DATA_KEY_ID' : 'ALPACA_DATA_SECRET_KEY'} is missing: ` +
        'prices of Alpaca need the keys of an account there.',
    )
  if ((env.ALPACA_CLIENT_ID === undefined) !== (env.ALPACA_CLIENT_SECRET === undefined))
    complaints.push(
      `${env.ALPACA_CLIENT_ID === undefined ? 'ALPACA_CLIENT_ID' : 'ALPACA_CLIENT_SECRET'} is missing: an ` +
        'application at Alpaca has both. Without one accounts are linked by key pairs; then leave both out.',
    )
  if (env.ALPACA_TRADING_URL !== undefined && env.ALPACA_STREAM_URL === undefined)
    complaints.push('ALPACA_STREAM_URL is missing: with a trading address of its own Alpaca also needs its stream.')
  const open = (['ALPACA_AUTHORISE_URL', 'ALPACA_TOKEN_URL', 'ALPACA_TRADING_URL', 'ALPACA_DATA_URL'] as const).filter(
    (name) => env[name]?.startsWith('http://'),
  )
  if (env.NODE_ENV === 'production' && (open.length > 0 || env.ALPACA_STREAM_URL?.startsWith('ws://')))
    complaints.push(
      `${open[0] ?? 'ALPACA_STREAM_URL'} must start with ${open[0] ? 'https' : 'wss'}:// in production: keys and ` +
        'tokens travel under it.',
    )
  return complaints
}

const stompNames = [
  'PUSH_STOMP_URL',
  'PUSH_STOMP_LOGIN',
  'PUSH_STOMP_PASSCODE',
  'PUSH_STOMP_BROWSER_LOGIN',
  'PUSH_STOMP_BROWSER_PASSCODE',
] as const

function stompOf(env: z.output<typeof Environment>): StompConfig | undefined {
  const {
    PUSH_STOMP_URL: url,
    PUSH_STOMP_LOGIN: login,
    PUSH_STOMP_PASSCODE: passcode,
    PUSH_STOMP_BROWSER_LOGIN: browserLogin,
    PUSH_STOMP_BROWSER_PASSCODE: browserPasscode,
  } = env
  if (!url || !login || !passcode || !browserLogin || !browserPasscode) return undefined
  return {
    url,
    serverUrl: env.PUSH_STOMP_SERVER_URL ?? url,
    virtualHost: env.PUSH_STOMP_VIRTUAL_HOST,
    login,
    passcode,
    browserLogin,
    browserPasscode,
  }
}

/** `aapl, BRK-B,^GSPC` in capitals, without duplicates. */
const listedSymbols = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((symbol) => symbol.trim().toUpperCase())
      .filter((symbol) => symbol !== ''),
  ),
]

/** As Yahoo spells them. */
const yahooSymbols = (env: z.output<typeof Environment>): readonly string[] =>
  listedSymbols(env.CLUBFOLIO_YAHOO_SYMBOLS)

const alpacaSymbolPattern = /^[A-Z][A-Z0-9.]{0,9}$/

const yahooSymbolPattern = /^\^?[A-Z0-9][A-Z0-9.=-]{0,19}$/

function paperPublicUrlOf(env: z.output<typeof Environment>): string | undefined {
  if (env.PAPER_PUBLIC_URL !== undefined) return withoutSlash(env.PAPER_PUBLIC_URL)
  return env.PAPER_PORT === 0 ? undefined : `http://127.0.0.1:${env.PAPER_PORT}`
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '')

/** Returns the names of `group` without a value if at least one has a value; production requires all of them. */
function missingOf(
  env: z.output<typeof Environment>,
  group: readonly (keyof z.output<typeof Environment>)[],
): readonly string[] {
  const missing = group.filter((name) => env[name] === undefined)
  return missing.length === group.length && env.NODE_ENV !== 'production' ? [] : missing
}

function complaintsAbout(env: z.output<typeof Environment>): string[] {
  const complaints: string[] = []
  const isLoopback = env.HOST === '127.0.0.1' || env.HOST === '::1'
  if (env.NODE_ENV === 'production') {
    if (!env.DATABASE_URL)
      complaints.push('DATABASE_URL is missing: production needs a PostgreSQL server of its own (15 or newer).')
    if (!env.CLUBFOLIO_SECRET_KEY)
      complaints.push(
        'CLUBFOLIO_SECRET_KEY is missing: give at least 32 random characters and keep them apart from backups.',
      )
    if (!env.CLUBFOLIO_ORIGIN)
      complaints.push('CLUBFOLIO_ORIGIN is missing: the public https address of the application.')
    if (env.CLUBFOLIO_NOW) complaints.push('CLUBFOLIO_NOW is set: a steered clock is for tests, not for production.')
    if (env.CLUBFOLIO_ORIGIN && !env.CLUBFOLIO_ORIGIN.startsWith('https://'))
      complaints.push('CLUBFOLIO_ORIGIN must start with https:// in production: codes and tokens travel under it.')
  } else if (!isLoopback && !env.CLUBFOLIO_PUBLIC_DEMO) {
    complaints.push(
      `HOST is ${env.HOST}: outside production the server listens on 127.0.0.1 only. Set ` +
        'CLUBFOLIO_PUBLIC_DEMO=yes to show the demonstration to others.',
    )
  }
  for (const name of missingOf(env, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])) {
    complaints.push(`${name} is missing: sign-in codes go out as text messages by Twilio.`)
  }
  for (const name of missingOf(env, ['SMTP_URL', 'MAIL_FROM']))
    complaints.push(`${name} is missing: mails go out by an SMTP server.`)
  if (stompNames.some((name) => env[name] !== undefined)) {
    for (const name of stompNames)
      if (env[name] === undefined)
        complaints.push(
          `${name} is missing: messages by a STOMP broker need its address and one login for the server and ` +
            'another for browsers.',
        )
    if (env.PUSH_STOMP_LOGIN !== undefined && env.PUSH_STOMP_LOGIN === env.PUSH_STOMP_BROWSER_LOGIN)
      complaints.push(
        'PUSH_STOMP_BROWSER_LOGIN must be another login than PUSH_STOMP_LOGIN: every browser receives it, and it ' +
          'may only listen.',
      )
    if (env.NODE_ENV === 'production' && env.PUSH_STOMP_URL?.startsWith('ws://'))
      complaints.push('PUSH_STOMP_URL must start with wss:// in production: messages travel under it.')
  }
  if (env.ROLE === 'worker' && env.CLUBFOLIO_PROCESSES !== 'auto' && env.CLUBFOLIO_PROCESSES > 1)
    complaints.push('CLUBFOLIO_PROCESSES counts processes that serve pages; with ROLE=worker there is none.')
  if (env.ROLE !== 'all') {
    for (const name of ['DATABASE_URL', 'CLUBFOLIO_SECRET_KEY'] as const) {
      if (!env[name] && env.NODE_ENV !== 'production')
        complaints.push(`${name} is missing: with ROLE=${env.ROLE} several processes share one database and one key.`)
    }
  }
  if (
    env.PAPER_PORT === 0 &&
    env.PAPER_PUBLIC_URL === undefined &&
    (env.BROKER_TRADER_URL === undefined || env.BROKER_WITH_PAPER) &&
    (env.ROLE !== 'all' || env.NODE_ENV === 'production')
  ) {
    complaints.push(
      'PAPER_PORT is 0: this process does not start the paper brokerage and cannot know its port. Give the port, ' +
        'or PAPER_PUBLIC_URL.',
    )
  }
  const strange = yahooSymbols(env).filter((symbol) => !yahooSymbolPattern.test(symbol))
  if (strange.length > 0)
    complaints.push(
      `CLUBFOLIO_YAHOO_SYMBOLS: ${strange.join(', ')} is no symbol of Yahoo Finance; give them like AAPL,BRK-B,SPY.`,
    )
  if (env.CLUBFOLIO_MARKET_SOURCE === 'yahoo' && yahooSymbols(env).length === 0)
    complaints.push(
      'CLUBFOLIO_YAHOO_SYMBOLS is missing: CLUBFOLIO_MARKET_SOURCE=yahoo needs the symbols to ask for, like ' +
        'AAPL,MSFT,SPY,QQQ.',
    )
  if (env.CLUBFOLIO_MARKET_SOURCE === 'alpaca' && listedSymbols(env.ALPACA_SYMBOLS).length === 0)
    complaints.push(
      'ALPACA_SYMBOLS is missing: CLUBFOLIO_MARKET_SOURCE=alpaca needs the symbols to ask for, like AAPL,MSFT,SPY,QQQ.',
    )
  // The built-in captcha needs no keys, so even in production only half a pair is a complaint.
  if ((env.RECAPTCHA_SITE_KEY === undefined) !== (env.RECAPTCHA_SECRET === undefined)) {
    complaints.push(
      `${env.RECAPTCHA_SITE_KEY === undefined ? 'RECAPTCHA_SITE_KEY' : 'RECAPTCHA_SECRET'} is missing: reCAPTCHA ` +
        'needs both keys.',
    )
  }
  if (
    (env.BROKER_TRADER_URL || env.BROKER_OAUTH_URL || env.BROKER_MARKET_DATA_URL) &&
    !(env.BROKER_CLIENT_ID && env.BROKER_CLIENT_SECRET && env.BROKER_CALLBACK_URL)
  ) {
    complaints.push(
      'BROKER_CLIENT_ID, BROKER_CLIENT_SECRET and BROKER_CALLBACK_URL are needed beside the brokerage addresses.',
    )
  }
  for (const network of listedWords(env.CLUBFOLIO_OUTBOUND_ALLOW))
    if (!ipaddr.isValidCIDR(network))
      complaints.push(`CLUBFOLIO_OUTBOUND_ALLOW: ${network} is no network; give them like 10.1.0.0/16,fd00::/8.`)
  // Requests by http go to the networks of CLUBFOLIO_OUTBOUND_ALLOW only.
  const updateCheckProtocols = listedWords(env.CLUBFOLIO_OUTBOUND_ALLOW).length > 0 ? /^https?:$/ : /^https:$/
  if (env.CLUBFOLIO_UPDATE_CHECK !== undefined && !updateCheckProtocols.test(protocolOf(env.CLUBFOLIO_UPDATE_CHECK)))
    complaints.push(
      'CLUBFOLIO_UPDATE_CHECK: an address that begins with https://, or no line at all. One that begins with http:// ' +
        'has to be in a network of CLUBFOLIO_OUTBOUND_ALLOW.',
    )
  complaints.push(...complaintsAboutAlpaca(env), ...complaintsAboutOidc(env))
  if (env.CLUBFOLIO_SECRET_KEY?.split(',').some((key) => key.length < 32)) {
    complaints.push(
      'CLUBFOLIO_SECRET_KEY: each key has at least 32 characters; several are separated by a comma, the newest first.',
    )
  }
  return complaints
}

const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '')

function listedKeys(text: string): readonly [string, ...string[]] {
  const [newest = '', ...older] = text.split(',')
  return [newest, ...older]
}
