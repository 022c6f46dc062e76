// Which days the books can be closed up to (docs/rules/fund.md, "Period close").
import { expect, test } from 'vitest'
import { checkPeriodClose } from './check-period-close.ts'
import type { FundRecords } from './record.ts'
import { replayFund } from './replay-fund.ts'
import { close, contribution, fund, march, movement, retribution } from './testing/fund-fixture.ts'

const opened: FundRecords = { ...fund('1000'), closes: [3, 4, 5].map((day) => close(march(day), '1000')) }
const check = (until: number, records = opened, today = march(9)) =>
  checkPeriodClose(records, march(until), today, replayFund(records))
const no = (because: string, date: number) => ({ name: 'period-not-closable', day: march(date), because })

test('up to yesterday, from the opening day on', () => {
  const read = { ...opened, closes: [...opened.closes, close(march(6), '1000')] }
  expect(check(8, read)).toBeUndefined()
  expect(check(9, read)).toEqual(no('not-past', 9))
  expect(check(10, read)).toEqual(no('not-past', 9))
  expect(check(2, read)).toBeUndefined()
  expect(check(1, read)).toEqual(no('before-opening', 2))
})

test('not before the last close of the period has been read: it would never enter the books', () => {
  expect(check(5)).toBeUndefined()
  expect(check(6)).toEqual(no('close-missing', 6))
  expect(check(8)).toEqual(no('close-missing', 6))
  // One that is passed over does not come any more.
  expect(check(6, { ...opened, closes: [...opened.closes, close(march(9), '1000')] }, march(10))).toBeUndefined()
  expect(check(2, { ...opened, closes: [] })).toBeUndefined()
})

test('not over a last close that is still read again because it does not add up', () => {
  const unread = close(march(5), '1000', '1000', { quality: 'unreconciled' })
  const records = { ...opened, closes: [...opened.closes.slice(0, 2), unread] }
  expect(check(5, records)).toEqual(no('close-unreconciled', 5))
  expect(check(4, records)).toBeUndefined()
  expect(check(5, records, march(19))).toEqual(no('close-unreconciled', 5))
  expect(check(5, records, march(20))).toBeUndefined()
  expect(check(5, { ...records, closes: [...records.closes, { ...unread, quality: 'official', revision: 1 }] })).toBe(
    undefined,
  )
})

test('further than they are closed already', () => {
  const closed = { ...opened, closedUntil: march(4) }
  expect(check(3, closed)).toEqual(no('already-closed', 4))
  expect(check(4, closed)).toEqual(no('already-closed', 4))
  expect(check(5, closed)).toBeUndefined()
})

test('not over a withdrawal that is still unexplained on the last day', () => {
  const records = {
    ...opened,
    movements: [movement(march(4), '-1200'), movement(march(6), '200')],
    closes: [close(march(3), '1000'), close(march(4), '-200'), close(march(5), '-200'), close(march(6), '0')],
  }
  expect(check(3, records)).toBeUndefined()
  expect(check(4, records)).toEqual(no('unexplained-withdrawal', 4))
  expect(check(5, records)).toEqual(no('unexplained-withdrawal', 4))
  expect(check(6, records)).toBeUndefined()
})

test('not over a retribution that is not covered', () => {
  const records = {
    ...opened,
    entries: [contribution('a', march(3), '100'), retribution('a', march(5), '120')],
  }
  expect(check(4, records)).toBeUndefined()
  expect(check(5, records)).toEqual(no('not-covered', 5))
  expect(check(6, records)).toEqual(no('not-covered', 5))
})

test('not over an entry that waits for its close', () => {
  const records = { ...opened, entries: [contribution('a', march(8), '1')], closes: opened.closes.slice(0, 2) }
  expect(check(4, records)).toBeUndefined()
  expect(check(8, records)).toEqual(no('pending', 8))
})

test('over a breach of another kind, which moves no money', () => {
  // An expense on the opening day has no effect.
  const records = { ...opened, expenses: [{ id: 'x', day: march(2), amountCents: opened.opening.valueCents }] }
  expect(replayFund(records).breaches).toMatchObject([{ kind: 'before-opening' }])
  expect(check(5, records)).toBeUndefined()
})
