import { isSession, marketDay, sessionHours } from '@clubfolio/domain'
import type { EpochMs } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { expirationsOn, monthlyExpiration, yearsToExpiration } from './expiration.ts'
import { optionCodeOf, parseOptionCode } from './option-code.ts'

describe('expirations', () => {
  it('are the Fridays of eight weeks, seven third Fridays and two Januaries, a session earlier on holidays', () => {
    expect(expirationsOn(marketDay('2026-03-04')).map(({ day, kind }) => `${day} ${kind}`)).toEqual([
      '2026-03-06 WEEKLY',
      '2026-03-13 WEEKLY',
      '2026-03-20 MONTHLY',
      '2026-03-27 WEEKLY',
      '2026-04-02 WEEKLY',
      '2026-04-10 WEEKLY',
      '2026-04-17 MONTHLY',
      '2026-04-24 WEEKLY',
      '2026-05-15 MONTHLY',
      '2026-06-18 MONTHLY',
      '2026-07-17 MONTHLY',
      '2026-08-21 MONTHLY',
      '2026-09-18 MONTHLY',
      '2027-01-15 MONTHLY',
      '2028-01-21 MONTHLY',
    ])
  })

  it('are always sessions, of this day or later, without repetition', () => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
      const day = marketDay(new Date(at).toISOString().slice(0, 10))
      const days = expirationsOn(day).map((expiration) => expiration.day)
      expect(days.filter((expires) => !isSession(expires) || expires < day)).toEqual([])
      expect(new Set(days).size).toBe(days.length)
    }
  })

  it('fall before Good Friday when that is the third Friday, and end with the session, early closes too', () => {
    expect(monthlyExpiration(2025, 4)).toBe('2025-04-17')
    const friday = marketDay('2026-11-27')
    expect(yearsToExpiration(friday, (Date.parse('2026-11-27T18:00:00Z') - 365 * 86_400_000) as EpochMs)).toBe(1)
    expect(yearsToExpiration(friday, sessionHours(friday)!.closeMs)).toBe(0)
  })
})

describe('the code of an option', () => {
  const contract = { underlying: 'AAPL', right: 'CALL', strike: 235, expiration: marketDay('2026-12-18') } as const

  it('has 21 characters: root, date, right and strike in thousandths', () => {
    expect(optionCodeOf(contract)).toBe('AAPL  261218C00235000')
    expect(optionCodeOf({ ...contract, underlying: 'F', right: 'PUT', strike: 12.5 })).toBe('F     261218P00012500')
  })

  it('is read back to the same contract', () => {
    expect(parseOptionCode('AAPL  261218C00235000')).toEqual(contract)
    expect(parseOptionCode('F     261218P00012500')).toEqual({
      ...contract,
      underlying: 'F',
      right: 'PUT',
      strike: 12.5,
    })
  })

  it.each([
    '',
    'AAPL',
    'AAPL  261219C00235000',
    'AAPL  261318C00235000',
    'AAPL  261218X00235000',
    'AAPL  261218C00000000',
    'AAPL 261218C00235000',
  ])('is refused when wrong: %j', (code) => {
    expect(parseOptionCode(code)).toBeNull()
  })
})
