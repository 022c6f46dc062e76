// Which brokerage the configuration names: with addresses given, the live one; without, our own paper brokerage. Only
// addresses, credentials and the stored name differ.
import { createHash } from 'node:crypto'
import type { Config } from '../../kernel/config.ts'
import type { SchwabSettings } from './schwab/schwab-broker.ts'

/** The key under which we are known to the paper brokerage. */
export const paperClientId = 'clubfolio'

/**
 * The secret that goes with it, made from the installation's own secret key, so that no default secret exists. Both
 * processes on one machine derive the same one.
 */
export const paperClientSecret = (secretKey: string): string => createHash('sha256').update(`clubfolio paper brokerage ${secretKey}`).digest('base64url')

/** `paperSecret` is used when the configuration names no brokerage. */
export function brokerSettings(config: Config, paperSecret: string): SchwabSettings {
  const { broker, paperPublicUrl, origin } = config
  const isNamed = broker.traderUrl !== undefined
  return {
    name: isNamed ? 'schwab' : 'paper',
    livesByWallClock: isNamed,
    oauthUrl: trimmed(broker.oauthUrl ?? `${paperPublicUrl}/v1/oauth`),
    traderUrl: trimmed(broker.traderUrl ?? `${paperPublicUrl}/trader/v1`),
    fundingUrl: isNamed ? undefined : `${paperPublicUrl}/paper/v1`,
    marketDataUrl: trimmed(broker.marketDataUrl ?? `${paperPublicUrl}/marketdata/v1`),
    clientId: broker.clientId ?? paperClientId,
    clientSecret: broker.clientSecret ?? paperSecret,
    callbackUrl: broker.callbackUrl ?? `${origin}/account`,
  }
}

const trimmed = (url: string): string => url.replace(/\/+$/, '')
