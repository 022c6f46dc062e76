// The brokerage's timestamps: `2024-06-06T13:46:03+0000`, without milliseconds and without a colon in the offset, which
// strict parsers reject. They are converted to epoch milliseconds here, once.
import { newYorkDateAt, parseMarketDay, type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { z } from 'zod'

export function parseWireTime(text: string): EpochMs | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim())
  if (!match) return undefined
  const offset = (match[2] ?? 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const at = Date.parse(`${match[1]!.slice(0, 23)}${offset}`)
  return Number.isNaN(at) ? undefined : toEpochMs(at)
}

export const wireTime = z.string().transform((text, context) => {
  const at = parseWireTime(text)
  if (at !== undefined) return at
  context.issues.push({ code: 'custom', input: text, message: 'no instant' })
  return z.NEVER
})

/**
 * Parses a day of the wire: a plain date, or the New York day of a timestamp. Returns undefined when the text is
 * neither.
 */
export function parseWireDay(text: string): MarketDay | undefined {
  const plain = parseMarketDay(text.trim())
  if (plain !== null) return plain
  const at = parseWireTime(text)
  return at === undefined ? undefined : newYorkDateAt(at)
}

/** Formats an instant as the calls require it: `2026-03-04T15:00:00.000Z`. */
export const writeWireTime = (at: EpochMs): string => new Date(at).toISOString()
