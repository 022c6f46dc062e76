// The two journals as they are written. Whether an outside program accepts them is tested in `export-hledger.test.ts`.
import { expect, test } from 'vitest'
import { exportBooksJournal } from './export-books-journal.ts'
import { exportRoiJournal } from './export-roi-journal.ts'
import { accountPart, formatAmount } from './hledger-text.ts'
import { replayFund } from './replay-fund.ts'
import { close, contribution, fund, march, movement, retribution, transfer } from './testing/fund-fixture.ts'

const paid = contribution('a', march(3), '500', { id: 'e1' })
const taken = retribution('a', march(4), '110', { id: 'e2' })
/** 10.00 a unit on the 3rd, 11.00 on the 4th, 1,650.00 in 140 units less what is still on its way in at the end. */
const records = {
  ...fund('1000'),
  entries: [paid, taken],
  transfers: [transfer('a', 'unallocated', march(5), '55')].map((one) => ({ ...one, id: 't1' })),
  closes: [close(march(3), '1150'), close(march(4), '1150')],
}

test('books.journal has every dealing and, at each valuation and at the end, every holder at the value of the screen', () => {
  expect(exportBooksJournal(replayFund(records))).toBe(`commodity 1000.00 USD
commodity 1000.00000000 UNIT
account fund
account units
account fund:a
account units:a
account fund:unallocated
account units:unallocated
account backing:broker
account backing:outside
account backing:issued

2026-03-02 opening
    units:unallocated  100.00000000 UNIT = 100.00000000 UNIT
    backing:issued  -100.00000000 UNIT = -100.00000000 UNIT

2026-03-02 opening value
    backing:broker  -1000.00 USD = -1000.00 USD
    fund:unallocated  1000.00 USD = 1000.00 USD
    fund  0.00 USD =* 1000.00 USD
    units  0.00000000 UNIT =* 100.00000000 UNIT

2026-03-03 contribution e1
    fund:a  500.00 USD = 500.00 USD
    backing:outside  -500.00 USD = -500.00 USD
    units:a  50.00000000 UNIT = 50.00000000 UNIT
    backing:issued  -50.00000000 UNIT = -150.00000000 UNIT

2026-03-03 official close
    backing:broker  -150.00 USD = -1150.00 USD
    fund:a  50.00 USD = 550.00 USD
    fund:unallocated  100.00 USD = 1100.00 USD
    fund  0.00 USD =* 1650.00 USD
    units  0.00000000 UNIT =* 150.00000000 UNIT

2026-03-04 retribution e2
    fund:a  -110.00 USD = 440.00 USD
    backing:outside  110.00 USD = -390.00 USD
    units:a  -10.00000000 UNIT = 40.00000000 UNIT
    backing:issued  10.00000000 UNIT = -140.00000000 UNIT

2026-03-04 official close
    fund  0.00 USD =* 1540.00 USD
    units  0.00000000 UNIT =* 140.00000000 UNIT

2026-03-05 transfer t1
    units:a  -5.00000000 UNIT = 35.00000000 UNIT
    backing:issued  5.00000000 UNIT = -135.00000000 UNIT

2026-03-05 transfer t1
    units:unallocated  5.00000000 UNIT = 105.00000000 UNIT
    backing:issued  -5.00000000 UNIT = -140.00000000 UNIT

2026-03-05 screen
    fund:a  -55.00 USD = 385.00 USD
    fund:unallocated  55.00 USD = 1155.00 USD
    fund  0.00 USD =* 1540.00 USD
    units  0.00000000 UNIT =* 140.00000000 UNIT

`)
})

test('books.journal ends on the day of the last close when nothing was dealt after it', () => {
  const text = exportBooksJournal(
    replayFund({
      ...fund('1000'),
      movements: [movement(march(3), '20')],
      closes: [close(march(3), '1020'), close(march(5), '1000')],
    }),
  )
  expect(text).toContain(`2026-03-03 flow
    fund:unallocated  20.00 USD = 1020.00 USD
    backing:outside  -20.00 USD = -20.00 USD
    units:unallocated  2.00000000 UNIT = 102.00000000 UNIT
    backing:issued  -2.00000000 UNIT = -102.00000000 UNIT
`)
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('2026'))
      .slice(-2),
  ).toEqual(['2026-03-05 official close', '2026-03-05 screen'])
  expect(exportBooksJournal(replayFund(fund('0')))).toContain('2026-03-02 screen\n')
})

const header = `commodity 1000.00 USD
account assets:fund
account equity:flows
account income:pnl

`
const opening = `2026-03-02 flow
    assets:fund  1000.00 USD = 1000.00 USD
    equity:flows  -1000.00 USD = -1000.00 USD

`

test('roi.journal writes a close on the next day when the flows of its day were dealt at the close before', () => {
  expect(exportRoiJournal(replayFund(records))).toBe(`${header}${opening}2026-03-03 flow
    assets:fund  500.00 USD = 1500.00 USD
    equity:flows  -500.00 USD = -1500.00 USD

2026-03-04 valuation
    assets:fund  150.00 USD = 1650.00 USD
    income:pnl  -150.00 USD = -150.00 USD

2026-03-04 flow
    assets:fund  -110.00 USD = 1540.00 USD
    equity:flows  110.00 USD = -1390.00 USD

2026-03-05 valuation
    assets:fund  0.00 USD = 1540.00 USD
    income:pnl  0.00 USD = -150.00 USD

`)
})

test('roi.journal writes a close on its day, before the flows dealt at it, when dealing is of the day', () => {
  const ofTheDay = {
    ...fund('1000', { dealing: 'of-the-day' }),
    closes: [close(march(3), '1100'), close(march(6), '1100')],
  }
  const entries = [
    contribution('a', march(3), '550'),
    contribution('a', march(5), '100'),
    retribution('a', march(5), '45'),
  ]
  expect(exportRoiJournal(replayFund({ ...ofTheDay, entries }))).toBe(`${header}${opening}2026-03-03 valuation
    assets:fund  100.00 USD = 1100.00 USD
    income:pnl  -100.00 USD = -100.00 USD

2026-03-03 flow
    assets:fund  550.00 USD = 1650.00 USD
    equity:flows  -550.00 USD = -1550.00 USD

2026-03-06 valuation
    assets:fund  0.00 USD = 1650.00 USD
    income:pnl  0.00 USD = -100.00 USD

2026-03-06 flow
    assets:fund  55.00 USD = 1705.00 USD
    equity:flows  -55.00 USD = -1605.00 USD

`)
})

test('roi.journal leaves out a day whose flows net to nothing, and has those after the last close', () => {
  const entries = [
    contribution('a', march(3), '70'),
    retribution('a', march(3), '70'),
    contribution('a', march(4), '30'),
    contribution('b', march(4), '5'),
  ]
  expect(exportRoiJournal(replayFund({ ...fund('1000'), entries, closes: [close(march(3), '1000')] }))).toBe(
    `${header}${opening}2026-03-04 valuation
    assets:fund  0.00 USD = 1000.00 USD
    income:pnl  0.00 USD = 0.00 USD

2026-03-04 flow
    assets:fund  35.00 USD = 1035.00 USD
    equity:flows  -35.00 USD = -1035.00 USD

`,
  )
})

test('roi.journal has the whole gain of a close at which nothing is dealt, also while nothing is dealt later', () => {
  const ofTheDay = fund('1000', { dealing: 'of-the-day' })
  const closes = [close(march(3), '1100'), close(march(4), '1090')]
  expect(exportRoiJournal(replayFund({ ...ofTheDay, closes }))).toBe(`${header}${opening}2026-03-03 valuation
    assets:fund  100.00 USD = 1100.00 USD
    income:pnl  -100.00 USD = -100.00 USD

2026-03-04 valuation
    assets:fund  -10.00 USD = 1090.00 USD
    income:pnl  10.00 USD = -90.00 USD

`)
})

test('amounts have a sign and their decimals, and ids contain nothing that hledger reads as syntax', () => {
  expect(formatAmount(-150n, 'USD')).toBe('-1.50 USD')
  expect(formatAmount(-150n, 'UNIT')).toBe('-0.00000150 UNIT')
  expect(accountPart('m-1.2_x')).toBe('m-1.2_x')
  expect(accountPart('a:b c;d')).toBe('a-b-c-d')
})
