// The brokerage's settings, read once from the environment and validated at startup; every error is a sentence that
// names the variable.

import { z } from 'zod'
import { callbackRefusal } from './oauth/client.ts'
import type { OAuthClient } from './oauth/client.ts'
import { parseCents, parsePrice } from './money/money.ts'
import { PLAIN_SETTINGS } from './order/account-book.ts'
import type { EngineSettings } from './order/account-book.ts'

export interface BrokerConfig {
  readonly databaseUrl: string
  readonly port: number
  readonly host: string
  /** Undefined when the port is 0: the origin is known only once the server listens. */
  readonly publicUrl: string | undefined
  readonly client: OAuthClient
  readonly market: {
    readonly seed: string
    readonly instrumentCount: number
    readonly hours: 'AROUND_THE_CLOCK' | 'NEW_YORK'
  }
  /** Start instant of a steerable clock; undefined means real time. */
  readonly fixedNowMs: number | undefined
  readonly demonstration: { readonly userName: string; readonly password: string } | undefined
  /** Calls per minute per consent; undefined means no limit. */
  readonly requestsPerMinute: number | undefined
  /** Execution settings. */
  readonly settings: EngineSettings
  readonly logLevel: string
}

/** Thrown for unusable settings; the message lists every error on its own line. */
export class BrokerConfigError extends Error {}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.pathname === '/' && url.search === ''
}

/** Maps anything that is not a whole number to infinity, which every upper bound rejects. */
function wholeNumber(fallback: string): z.ZodPipe<z.ZodDefault<z.ZodString>, z.ZodTransform<number, string>> {
  return z
    .string()
    .default(fallback)
    .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY))
}

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z
    .string('DATABASE_URL is missing: the address of a PostgreSQL server, 15 or newer.')
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL is not the address of a PostgreSQL server (postgres://…).'),
  PAPER_PORT: z
    .string()
    .default('4610')
    .pipe(port.catch(Number.NaN))
    .refine(Number.isInteger, 'PAPER_PORT is not a port number from 0 to 65535.'),
  PAPER_HOST: z.string().default('127.0.0.1'),
  PAPER_PUBLIC_URL: z.string().optional(),
  PAPER_CLIENT_ID: z.string().default('clubfolio'),
  PAPER_CLIENT_SECRET: z
    .string(
      'PAPER_CLIENT_SECRET is missing: the secret that the application shows at the token address, at least 16 ' +
        'characters.',
    )
    .min(16, 'PAPER_CLIENT_SECRET is shorter than 16 characters.'),
  PAPER_CLIENT_NAME: z.string().default('Clubfolio'),
  PAPER_CALLBACK_URL: z.string().default('http://127.0.0.1:4600/account'),
  PAPER_HOURS: z
    .enum(['around-the-clock', 'new-york'], 'PAPER_HOURS is around-the-clock or new-york.')
    .default('around-the-clock'),
  PAPER_DEMO: z.enum(['yes', 'no'], 'PAPER_DEMO is yes or no.').default('no'),
  PAPER_DEMO_LOGIN: z.string().default('demo'),
  PAPER_DEMO_PASSWORD: z
    .string()
    .min(8, 'PAPER_DEMO_PASSWORD is shorter than 8 characters.')
    .default('paper-quiet-2026'),
  PAPER_REQUESTS_PER_MINUTE: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? undefined : Number(text)))
    .refine(
      (count) => count === undefined || (Number.isInteger(count) && count > 0),
      'PAPER_REQUESTS_PER_MINUTE is a whole number above 0.',
    ),
  PAPER_PARTIAL_FILLS: wholeNumber('0').refine(
    (percent) => percent <= 100,
    'PAPER_PARTIAL_FILLS is a percentage from 0 (off) to 100: how many executions are partial.',
  ),
  PAPER_LATENCY_MS: wholeNumber('0').refine(
    (ms) => ms <= 60_000,
    'PAPER_LATENCY_MS is a number of milliseconds from 0 (off) to 60000.',
  ),
  PAPER_SLIPPAGE: z
    .string()
    .default('0')
    .transform(parsePrice)
    .refine(
      (at) => at !== null && at >= 0n,
      'PAPER_SLIPPAGE is dollars a share with at most four decimals, such as 0.01.',
    ),
  PAPER_COMMISSION: z
    .string()
    .default('0')
    .transform(parseCents)
    .refine(
      (amount) => amount !== null && amount >= 0n,
      'PAPER_COMMISSION is dollars and cents for each execution, such as 0.65.',
    ),
  PAPER_CONTRACT_FEE: z
    .string()
    .default('0.65')
    .transform(parseCents)
    .refine(
      (amount) => amount !== null && amount >= 0n,
      'PAPER_CONTRACT_FEE is dollars and cents for each contract of an option, such as 0.65.',
    ),
  CLUBFOLIO_MARKET_SEED: z.string().max(64, 'CLUBFOLIO_MARKET_SEED is longer than 64 characters.').default('clubfolio'),
  CLUBFOLIO_MARKET_INSTRUMENTS: z
    .string()
    .default('500')
    .transform(Number)
    .refine(
      (count) => Number.isInteger(count) && count >= 10 && count <= 10_000,
      'CLUBFOLIO_MARKET_INSTRUMENTS is a number from 10 to 10000.',
    ),
  CLUBFOLIO_NOW: z
    .string()
    .optional()
    .refine(
      (text) => text === undefined || !Number.isNaN(Date.parse(text)),
      'CLUBFOLIO_NOW is no instant such as 2026-03-04T15:00:00Z.',
    ),
  CLUBFOLIO_LOG: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'CLUBFOLIO_LOG is fatal, error, warn, info, debug or silent.',
    )
    .default('warn'),
})

type Environment = z.output<typeof environment>

function complaintsAbout(env: Environment): string[] {
  const complaints: string[] = []
  const isProduction = env.NODE_ENV === 'production'
  if (env.PAPER_PUBLIC_URL !== undefined && !isOrigin(env.PAPER_PUBLIC_URL)) {
    complaints.push('PAPER_PUBLIC_URL is no address of scheme, host and port alone, such as https://paper.example.com.')
  }
  const refusal = callbackRefusal(env.PAPER_CALLBACK_URL)
  if (refusal !== null) complaints.push(`PAPER_CALLBACK_URL cannot be used: ${refusal}.`)
  if (isProduction) {
    if (env.PAPER_PUBLIC_URL === undefined || !env.PAPER_PUBLIC_URL.startsWith('https:')) {
      complaints.push('PAPER_PUBLIC_URL is missing or not https: production needs the public address of the brokerage.')
    }
    if (env.PAPER_DEMO === 'yes')
      complaints.push('PAPER_DEMO is yes: the demonstration login is public and not for production.')
    if (env.CLUBFOLIO_NOW !== undefined)
      complaints.push('CLUBFOLIO_NOW is set: a steered clock is for tests, not for production.')
  } else if (env.PAPER_HOST !== '127.0.0.1' && env.PAPER_HOST !== '::1') {
    complaints.push(`PAPER_HOST is ${env.PAPER_HOST}: outside production the brokerage listens on 127.0.0.1 only.`)
  }
  return complaints
}

/** Reads the environment; empty variables count as absent. Throws BrokerConfigError with all errors at once. */
export function readBrokerConfig(variables: Readonly<Record<string, string | undefined>>): BrokerConfig {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) throw new BrokerConfigError(read.error.issues.map((issue) => issue.message).join('\n'))
  const env = read.data
  const complaints = complaintsAbout(env)
  if (complaints.length > 0) throw new BrokerConfigError(complaints.join('\n'))
  return {
    databaseUrl: env.DATABASE_URL,
    port: env.PAPER_PORT,
    host: env.PAPER_HOST,
    publicUrl: env.PAPER_PUBLIC_URL ?? (env.PAPER_PORT === 0 ? undefined : `http://127.0.0.1:${env.PAPER_PORT}`),
    client: {
      clientId: env.PAPER_CLIENT_ID,
      clientSecret: env.PAPER_CLIENT_SECRET,
      name: env.PAPER_CLIENT_NAME,
      redirectUris: [env.PAPER_CALLBACK_URL],
    },
    market: {
      seed: env.CLUBFOLIO_MARKET_SEED,
      instrumentCount: env.CLUBFOLIO_MARKET_INSTRUMENTS,
      hours: env.PAPER_HOURS === 'new-york' ? 'NEW_YORK' : 'AROUND_THE_CLOCK',
    },
    fixedNowMs: env.CLUBFOLIO_NOW === undefined ? undefined : Date.parse(env.CLUBFOLIO_NOW),
    demonstration:
      env.PAPER_DEMO === 'yes' ? { userName: env.PAPER_DEMO_LOGIN, password: env.PAPER_DEMO_PASSWORD } : undefined,
    requestsPerMinute: env.PAPER_REQUESTS_PER_MINUTE,
    settings: {
      slippage: env.PAPER_SLIPPAGE ?? PLAIN_SETTINGS.slippage,
      commission: env.PAPER_COMMISSION ?? PLAIN_SETTINGS.commission,
      contractFee: env.PAPER_CONTRACT_FEE ?? PLAIN_SETTINGS.contractFee,
      partialFills:
        env.PAPER_PARTIAL_FILLS === 0 ? null : { seed: env.CLUBFOLIO_MARKET_SEED, percent: env.PAPER_PARTIAL_FILLS },
      latencyMs: env.PAPER_LATENCY_MS,
    },
    logLevel: env.CLUBFOLIO_LOG,
  }
}
