// When and at which unit value records are dealt (docs/rules/fund.md, "Units and dealing"), and what happens without
// units.
import { describe, expect, test } from 'vitest'
import {
  close,
  contribution,
  expense,
  fund,
  march,
  movement,
  retribution,
  rowOf,
  summary,
} from './testing/fund-fixture.ts'
import { refuseAtClose } from './refuse-at-close.ts'
import { replayFund } from './replay-fund.ts'

describe('before the day', () => {
  test("a Saturday, a Sunday and a Monday deal at Friday's unit value", () => {
    const records = {
      ...fund('1000'),
      entries: [
        contribution('a', march(7), '110'),
        contribution('a', march(8), '110'),
        contribution('a', march(9), '110'),
      ],
      closes: [...[3, 4, 5].map((day) => close(march(day), '1000')), close(march(6), '1100')],
    }
    const { dealings, pending } = replayFund(records)
    expect(dealings.slice(-3).map(({ units }) => units)).toEqual([1_000_000_000n, 1_000_000_000n, 1_000_000_000n])
    expect(pending).toEqual([])
  })

  test('the day after the opening deals at 10.00', () => {
    expect(summary({ ...fund('1000'), entries: [contribution('a', march(3), '50')] })).toBe(
      '1050.00 in 105 units at 10.000000',
    )
  })

  test('an entry waits for the missing close of the last session, counts nowhere, and is dealt by its rebuilt form', () => {
    const waiting = {
      ...fund('1000'),
      entries: [contribution('a', march(5), '100')],
      closes: [close(march(3), '1000')],
    }
    expect(replayFund(waiting).pending).toMatchObject([
      { kind: 'entry', reason: 'close-missing', awaitedSession: march(4) },
    ])
    expect(summary(waiting)).toBe('1000.00 in 100 units at 10.000000')
    const rebuilt = { ...waiting, closes: [...waiting.closes, close(march(4), '2000', '2000', { quality: 'rebuilt' })] }
    expect(summary(rebuilt)).toBe('2100.00 in 105 units at 20.000000')
  })

  test('an unreconciled close is shown, but entries wait until it is corrected', () => {
    const odd = close(march(3), '3000', '3000', { quality: 'unreconciled' })
    const records = { ...fund('1000'), entries: [contribution('a', march(4), '100')], closes: [odd] }
    const waiting = replayFund(records)
    expect(waiting.pending).toMatchObject([{ reason: 'close-missing', awaitedSession: march(3) }])
    expect(waiting.fundValueCents).toBe(300_000n)
    const corrected = { ...records, closes: [odd, close(march(3), '2000', '2000', { revision: 1 })] }
    expect(summary(corrected)).toBe('2100.00 in 105 units at 20.000000')
  })
})

describe('of the day', () => {
  const ofTheDay = (more: object) => fund('1000', { dealing: 'of-the-day', ...more })

  test('an entry is pending until the first close on or after its day, and is dealt there, expenses first', () => {
    const records = ofTheDay({ entries: [contribution('a', march(7), '95')], expenses: [expense(march(9), '50')] })
    const before = replayFund({ ...records, closes: [close(march(6), '1000')] })
    expect(before.pending).toMatchObject([{ reason: 'next-close' }])
    expect(before.cashOutsideCents).toBe(0n)
    expect(summary({ ...records, closes: [close(march(6), '1000'), close(march(9), '1000')] })).toBe(
      '1045.00 in 110 units at 9.500000',
    )
  })

  test("new money of the opening day is dealt at the opening's 10.00", () => {
    const records = ofTheDay({ entries: [contribution('a', march(2), '100', { funding: 'new-money' })] })
    expect(summary(records)).toBe('1100.00 in 110 units at 10.000000')
  })

  test('of two pending retributions that together overdraw, exactly one is dealt and the other refused at the close', () => {
    const first = retribution('a', march(4), '60')
    const second = retribution('a', march(4), '60')
    const records = ofTheDay({ entries: [contribution('a', march(1), '100'), second, first] })
    const before = replayFund(records)
    const after = { ...records, closes: [close(march(4), '1000')] }
    const refused = refuseAtClose(before, after)
    expect(refused).toMatchObject([
      { recordId: second.id, because: { kind: 'not-covered', missingCents: 2000n, maximumCents: 10000n } },
    ])
    const settled = { ...after, reversals: refused.map(({ recordId }) => ({ recordId })) }
    expect(replayFund(settled).breaches).toEqual([])
    expect(rowOf(replayFund(settled), 'a')['value']).toBe('40.00')
  })

  test('an entry that was dealt before is not refused by a corrected close', () => {
    const records = ofTheDay({
      entries: [contribution('a', march(1), '100'), retribution('a', march(4), '60')],
      closes: [close(march(4), '1000')],
    })
    const corrected = { ...records, closes: [...records.closes, close(march(4), '500', '500', { revision: 1 })] }
    expect(refuseAtClose(replayFund(records), corrected)).toEqual([])
    expect(replayFund(corrected).breaches).toMatchObject([{ kind: 'not-covered', missingCents: 1000n }])
  })
})

describe('unit values of zero or less', () => {
  const sunk = { ...fund('1000'), closes: [close(march(3), '-100')] }

  test('a flow of unallocated waits outside the fund value and is dealt at the first close with a positive one', () => {
    const received = movement(march(4), '300')
    const waiting = { ...sunk, movements: [received], closes: [...sunk.closes, close(march(4), '200')] }
    expect(replayFund(waiting).pending).toMatchObject([{ recordId: received.id, reason: 'unit-value-not-positive' }])
    expect(replayFund(waiting).fundValueCents).toBe(-10_000n)
    expect(summary({ ...waiting, closes: [...waiting.closes, close(march(5), '350')] })).toBe(
      '350.00 in 700 units at 0.500000',
    )
  })

  test('values stay fair below zero: they add up and are floored before the odd cents are shared', () => {
    const records = { ...sunk, entries: [contribution('a', march(1), '333.33')], closes: [close(march(3), '-100')] }
    const replay = replayFund(records)
    expect([rowOf(replay, 'a')['value'], rowOf(replay, 'unallocated')['value']]).toEqual(['-33.33', '-66.67'])
  })
})

describe('without units', () => {
  const allOut = {
    ...fund('0'),
    entries: [contribution('a', march(2), '100'), retribution('a', march(4), '200')],
    closes: [close(march(3), '100')],
  }

  test("the unit value stays the last one and all is unallocated's", () => {
    const replay = replayFund(allOut)
    expect(summary(allOut)).toBe('0.00 in 0 units at 20.000000')
    expect(rowOf(replay, 'unallocated')).toMatchObject({ percent: '100.00', value: '0.00' })
  })

  test('a positive value becomes units of unallocated at the last unit value, at the next close', () => {
    const records = { ...allOut, closes: [...allOut.closes, close(march(4), '140')] }
    expect(summary(records)).toBe('40.00 in 2 units at 20.000000')
    expect(rowOf(replayFund(records), 'unallocated')).toMatchObject({ value: '40.00', amount: '0.00', profit: '40.00' })
  })

  test("a negative one is shown as unallocated's value, its flows fill it, and contributions wait until it is gone", () => {
    const closes = [...allOut.closes, close(march(4), '60')]
    const late = contribution('b', march(5), '50')
    const negative = { ...allOut, entries: [...allOut.entries, late], closes }
    expect(rowOf(replayFund(negative), 'unallocated')).toMatchObject({ value: '-40.00', percent: '100.00' })
    expect(replayFund(negative).pending).toMatchObject([{ recordId: late.id, reason: 'fund-value-negative' }])
    const filled = { ...negative, movements: [movement(march(5), '100')] }
    expect(summary(filled)).toBe('110.00 in 5.5 units at 20.000000')
    expect(rowOf(replayFund(filled), 'unallocated')).toMatchObject({ value: '60.00', amount: '100.00' })
  })

  describe('of the day, in a fund opened at 0.00', () => {
    const empty = fund('0', { dealing: 'of-the-day' })
    const found = close(march(3), '40')

    test("money that a close finds is unallocated's without units, and becomes units at the next close", () => {
      const first = { ...empty, closes: [found] }
      expect(summary(first)).toBe('40.00 in 0 units at 10.000000')
      expect(rowOf(replayFund(first), 'unallocated')).toMatchObject({ value: '40.00', percent: '100.00' })
      // The unit value stays 10.00 until there are units; from then on it moves.
      const second = { ...empty, closes: [found, close(march(4), '50')] }
      expect(summary(second)).toBe('50.00 in 5 units at 10.000000')
      expect(summary({ ...second, closes: [...second.closes, close(march(5), '60')] })).toBe(
        '60.00 in 5 units at 12.000000',
      )
    })

    test('it becomes units before an entry that is dealt at the same close or the next', () => {
      const entries = [contribution('a', march(3), '100')]
      expect(summary({ ...empty, entries, closes: [found] })).toBe('140.00 in 14 units at 10.000000')
      const later = { ...empty, entries: [contribution('a', march(4), '100')], closes: [found, close(march(4), '50')] }
      expect(summary(later)).toBe('150.00 in 15 units at 10.000000')
      expect(rowOf(replayFund(later), 'a')['value']).toBe('100.00')
    })

    test('an unreconciled close leaves it without units, and the next close that reconciles makes them', () => {
      const odd = close(march(3), '40', '40', { quality: 'unreconciled' })
      expect(summary({ ...empty, closes: [odd, close(march(4), '50')] })).toBe('50.00 in 5 units at 10.000000')
    })

    test('what remains of a deposit that fills a negative value becomes units at the next close', () => {
      const closes = [close(march(3), '-40', '-40', { movementIds: [] }), close(march(4), '60')]
      const filled = { ...empty, movements: [movement(march(4), '100')], closes }
      expect(summary(filled)).toBe('60.00 in 0 units at 10.000000')
      expect(summary({ ...filled, closes: [...closes, close(march(5), '70')] })).toBe('70.00 in 7 units at 10.000000')
    })
  })

  test('left-over value becomes units before the next entry, so a newcomer gets nothing that is not his', () => {
    const records = {
      ...fund('0'),
      entries: [
        contribution('a', march(2), '100'),
        retribution('a', march(4), '200'),
        contribution('b', march(6), '20'),
      ],
      closes: [close(march(3), '100'), close(march(4), '100'), close(march(5), '110')],
    }
    expect(rowOf(replayFund(records), 'b')['value']).toBe('20.00')
    expect(rowOf(replayFund(records), 'unallocated')['value']).toBe('10.00')
  })
})
