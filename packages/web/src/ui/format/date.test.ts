import { expect, it } from 'vitest'
import { formatDateTime, formatDay, formatTime } from './date.ts'

// 21:05:07 in New York on the previous day, whatever the machine's time zone.
const moment = new Date('2026-03-04T02:05:07Z')

it('writes date and time of 24 hours by the clock of New York, with its zone', () => {
  expect(formatDateTime(moment)).toBe('2026-03-03 21:05:07 ET')
  expect(formatDateTime(moment.getTime())).toBe('2026-03-03 21:05:07 ET')
  expect(formatDateTime(moment, false)).toBe('2026-03-03 21:05 ET')
  expect(formatDay(moment)).toBe('2026-03-03')
  expect(formatTime(moment, false)).toBe('21:05 ET')
  expect(formatTime(new Date('2026-07-01T04:00:00Z'))).toBe('00:00:00 ET')
})

it('writes an absent moment as two hyphens', () => {
  expect(formatDateTime(undefined)).toBe('--')
  expect(formatDay(null)).toBe('--')
  expect(formatTime(undefined)).toBe('--')
})

it('is the only way from an instant to a day: nothing asks for the clock of the browser', () => {
  const sources = Object.entries(
    import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
  )
  const ofBrowser =
    /\.get(Hours|Minutes|Date|Day|Month|FullYear)\(\)|toLocale(Date|Time)String|dayjs\(\)|dayjs\([^)]*(Time|At|Instant)\b[^)]*\)\.format/
  expect(
    sources.filter(([name, text]) => !name.includes('.test.') && ofBrowser.test(text)).map(([name]) => name),
  ).toEqual([])
  expect(sources.length).toBeGreaterThan(400)
})
