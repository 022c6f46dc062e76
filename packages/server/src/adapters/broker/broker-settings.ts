// Which brokerage the configuration selects: the live one if addresses are given, otherwise our own paper brokerage.
// Only addresses, credentials and the stored name differ.
import { createHash } from 'node:crypto'
import type { Config } from '../../kernel/config.ts'
import type { SchwabSettings } from './schwab/schwab-broker.ts'

/** Our client id at the paper brokerage. */
export const paperClientId = 'clubfolio'

/**
 * The matching client secret, derived from the installation's own secret key, so that no default secret exists. Both
 * processes on one machine derive the same one.
 */
export const paperClientSecret = (secretKey: string): string =>
  createHash('sha256').update(`clubfolio paper brokerage ${secretKey}`).digest('base64url')

/**
 * Returns our identity towards the brokerage, whichever it is. `paperSecret` is used when the configuration names no
 * secret.
 */
export function brokerClient(
  { broker, origin }: Config,
  paperSecret: string,
): Pick<SchwabSettings, 'clientId' | 'clientSecret' | 'callbackUrl'> {
  return {
    clientId: broker.clientId ?? paperClientId,
    clientSecret: broker.clientSecret ?? paperSecret,
    callbackUrl: broker.callbackUrl ?? `${origin}/account`,
  }
}

/**
 * With PAPER_PORT=0 the paper brokerage has to be running before this call, because its address is not known earlier.
 */
export function brokerSettings(config: Config, paperSecret: string): SchwabSettings {
  const { broker, paperPublicUrl } = config
  const isNamed = broker.traderUrl !== undefined
  if (!isNamed && paperPublicUrl === undefined) throw new Error('The paper brokerage has no address yet.')
  return {
    ...brokerClient(config, paperSecret),
    name: isNamed ? 'schwab' : 'paper',
    livesByWallClock: isNamed,
    oauthUrl: trimmed(broker.oauthUrl ?? `${paperPublicUrl}/v1/oauth`),
    traderUrl: trimmed(broker.traderUrl ?? `${paperPublicUrl}/trader/v1`),
    fundingUrl: isNamed ? undefined : `${paperPublicUrl}/paper/v1`,
    marketDataUrl: trimmed(broker.marketDataUrl ?? `${paperPublicUrl}/marketdata/v1`),
  }
}

const trimmed = (url: string): string => url.replace(/\/+$/, '')
