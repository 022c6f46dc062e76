// Which brokerages the configuration selects: the live one if its addresses are given, our own paper brokerage
// otherwise or in addition, and Alpaca beside them. Only addresses, credentials and the stored name differ.
import { createHash } from 'node:crypto'
import type { Config } from '../../kernel/config.ts'
import type { AlpacaSettings } from './alpaca/alpaca-broker.ts'
import type { SchwabSettings } from './schwab/schwab-broker.ts'

/** The names that accounts and logins store. */
export const liveBrokerName = 'schwab'
export const paperBrokerName = 'paper'

/** Our client id at the paper brokerage. */
export const paperClientId = 'clubfolio'

type BrokerConfig = Pick<Config, 'broker' | 'hasPaperBesideLive'>

const hasLiveBroker = ({ broker }: BrokerConfig): boolean => broker.traderUrl !== undefined

export const hasPaperBroker = (config: BrokerConfig): boolean => !hasLiveBroker(config) || config.hasPaperBesideLive

/**
 * The matching client secret, derived from the installation's own secret key, so that no default secret exists. Both
 * processes on one machine derive the same one.
 */
export const paperClientSecret = (secretKey: string): string =>
  createHash('sha256').update(`clubfolio paper brokerage ${secretKey}`).digest('base64url')

/**
 * Returns our identity towards the paper brokerage. `paperSecret` is used when the configuration names no secret.
 * Beside a live brokerage the configured identity is the live one's.
 */
export function paperClient(
  config: Pick<Config, 'broker' | 'hasPaperBesideLive' | 'paperClientSecret' | 'origin'>,
  paperSecret: string,
): Pick<SchwabSettings, 'clientId' | 'clientSecret' | 'callbackUrl'> {
  const callbackUrl = `${config.origin}/account`
  if (hasLiveBroker(config))
    return { clientId: paperClientId, clientSecret: config.paperClientSecret ?? paperSecret, callbackUrl }
  return {
    clientId: config.broker.clientId ?? paperClientId,
    clientSecret: config.broker.clientSecret ?? paperSecret,
    callbackUrl: config.broker.callbackUrl ?? callbackUrl,
  }
}

/** Returns the settings of every configured brokerage. New accounts are linked at the first. */
export function brokerSettings(config: Config, paperSecret: string): readonly [SchwabSettings, ...SchwabSettings[]] {
  if (!hasLiveBroker(config)) return [paperBrokerSettings(config, paperSecret)]
  const live = liveBrokerSettings(config, paperSecret)
  return config.hasPaperBesideLive ? [live, paperBrokerSettings(config, paperSecret)] : [live]
}

/**
 * With PAPER_PORT=0 the paper brokerage has to be running before this call, because its address is not known earlier.
 */
export function paperBrokerSettings(config: Config, paperSecret: string): SchwabSettings {
  const { paperPublicUrl } = config
  if (paperPublicUrl === undefined) throw new Error('The paper brokerage has no address yet.')
  const named = hasLiveBroker(config) ? undefined : config.broker
  return {
    ...paperClient(config, paperSecret),
    name: paperBrokerName,
    title: 'Paper brokerage',
    isPaper: true,
    livesByWallClock: false,
    oauthUrl: trimmed(named?.oauthUrl ?? `${paperPublicUrl}/v1/oauth`),
    traderUrl: `${trimmed(paperPublicUrl)}/trader/v1`,
    fundingUrl: `${paperPublicUrl}/paper/v1`,
    marketDataUrl: trimmed(named?.marketDataUrl ?? `${paperPublicUrl}/marketdata/v1`),
  }
}

/** The configuration has been checked: with addresses of a live brokerage it names our identity there. */
function liveBrokerSettings({ broker, origin, paperPublicUrl }: Config, paperSecret: string): SchwabSettings {
  return {
    clientId: broker.clientId ?? paperClientId,
    clientSecret: broker.clientSecret ?? paperSecret,
    callbackUrl: broker.callbackUrl ?? `${origin}/account`,
    name: liveBrokerName,
    title: 'Charles Schwab',
    isPaper: false,
    livesByWallClock: true,
    oauthUrl: trimmed(broker.oauthUrl ?? `${paperPublicUrl}/v1/oauth`),
    traderUrl: trimmed(broker.traderUrl ?? ''),
    marketDataUrl: trimmed(broker.marketDataUrl ?? `${paperPublicUrl}/marketdata/v1`),
  }
}

/**
 * Alpaca's live and paper environments have different accounts under different keys, so each has a name of its own: an
 * installation that changes from one to the other leaves the accounts of the first alone.
 */
export function alpacaSettings({ alpaca, origin }: Config): AlpacaSettings | undefined {
  if (alpaca === undefined) return undefined
  return {
    ...alpaca,
    name: alpaca.isPaper ? 'alpaca-paper' : 'alpaca',
    title: alpaca.isPaper ? 'Alpaca Paper' : 'Alpaca',
    callbackUrl: alpaca.callbackUrl ?? `${origin}/account`,
  }
}

const trimmed = (url: string): string => url.replace(/\/+$/, '')
