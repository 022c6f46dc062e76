import { describe, expect, it } from 'vitest'
import type { EpochMs } from '../kind.ts'
import { marketDay } from './market-day.ts'
import { newYorkDateAt, newYorkInstant, newYorkMinuteAt } from './new-york-time.ts'

const at = (iso: string): EpochMs => Date.parse(iso) as EpochMs

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function byIntl(epochMs: EpochMs): string {
  const part = Object.fromEntries(clock.formatToParts(epochMs).map(({ type, value }) => [type, value]))
  return `${part['year']}-${part['month']}-${part['day']} ${Number(part['hour']) * 60 + Number(part['minute'])}`
}

describe('New York time', () => {
  it('agrees with Intl every seven hours from 1950 to 2060', () => {
    const differing: string[] = []
    for (
      let epochMs = at('1950-01-01T00:00Z');
      epochMs < at('2060-01-01T00:00Z');
      epochMs = (epochMs + 7 * 3_600_000) as EpochMs
    ) {
      const own = `${newYorkDateAt(epochMs)} ${newYorkMinuteAt(epochMs)}`
      if (own !== byIntl(epochMs)) differing.push(`${own} instead of ${byIntl(epochMs)}`)
    }
    expect(differing).toEqual([])
  })

  it('switches at 2:00 in spring and autumn to the millisecond', () => {
    expect(newYorkMinuteAt(at('2026-03-08T06:59:59.999Z'))).toBeCloseTo(119.99998, 4)
    expect(newYorkMinuteAt(at('2026-03-08T07:00:00Z'))).toBe(180)
    expect(newYorkMinuteAt(at('2026-11-01T05:59:00Z'))).toBe(119)
    expect(newYorkMinuteAt(at('2026-11-01T06:00:00Z'))).toBe(60)
  })

  it('keeps the evening on the New York date', () => {
    expect(newYorkDateAt(at('2026-03-05T01:00:00Z'))).toBe('2026-03-04')
  })

  it('finds the instant of a clock time in winter, in summer and around the switch', () => {
    expect(newYorkInstant(marketDay('2026-03-04'), 570)).toBe(at('2026-03-04T14:30:00Z'))
    expect(newYorkInstant(marketDay('2026-07-01'), 570)).toBe(at('2026-07-01T13:30:00Z'))
    expect(newYorkInstant(marketDay('2026-03-08'), 180)).toBe(at('2026-03-08T07:00:00Z'))
    expect(newYorkInstant(marketDay('2026-11-01'), 90)).toBe(at('2026-11-01T05:30:00Z'))
    expect(newYorkInstant(marketDay('2026-11-01'), 120)).toBe(at('2026-11-01T07:00:00Z'))
  })
})
