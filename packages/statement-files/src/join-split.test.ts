import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const schwab = (...rows: readonly string[]) =>
  readStatement(Buffer.from(`Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n${rows.join('\n')}\n`))
const figures = async (read: ReturnType<typeof schwab>) =>
  (await read).lines.map(({ fate, instrument, quantity, ratio }) => [fate, instrument?.symbol ?? null, quantity, ratio])

describe('a split that is booked as two rows', () => {
  const newer = '06/10/2024,Reverse Split,TNXP,TONIX PHARMA HLDGS,1,,,'
  const older = '06/10/2024,Reverse Split,890260854,TONIX PHARMA HLDGS XXXREVERSE SPLIT EFF: 06/10/24,-32,,,'

  it.each([
    ['new shares first', [newer, older]],
    ['old shares first', [older, newer]],
  ])('is one change of the position, %s', async (_name, rows) => {
    const { lines } = await schwab(...rows)
    expect(lines.map(({ line, fate, reason }) => [line, fate, reason])).toEqual([
      [2, 'split', null],
      [3, 'ignored', 'This row is the other side of the split on line 2.'],
    ])
    expect(lines[0]).toMatchObject({ instrument: { symbol: 'TNXP' }, quantity: '-31', ratio: { from: '32', to: '1' } })
  })

  it('stays two rows for two securities, two days, or two changes in one direction', async () => {
    const other = '06/10/2024,Reverse Split,890260854,OTHER INC XXXREVERSE SPLIT,-32,,,'
    const later = older.replace('06/10/2024', '06/11/2024')
    const same = '06/10/2024,Reverse Split,TNXP,TONIX PHARMA HLDGS,2,,,'
    const alone = (code: string, quantity: string) => ['split', code, quantity, null]
    expect(await figures(schwab(newer, other))).toEqual([alone('TNXP', '1'), alone('890260854', '-32')])
    expect(await figures(schwab(newer, later))).toEqual([alone('TNXP', '1'), alone('890260854', '-32')])
    expect(await figures(schwab(newer, same))).toEqual([alone('TNXP', '1'), alone('TNXP', '2')])
  })

  it('is joined at the end of the file and followed by other rows', async () => {
    const buy = '06/10/2024,Buy,ABC,ABC INC,1,$5.00,,-$5.00'
    expect(await figures(schwab(buy, newer, older, buy, newer))).toEqual([
      ['trade', 'ABC', '1', null],
      ['split', 'TNXP', '-31', { from: '32', to: '1' }],
      ['ignored', null, null, null],
      ['trade', 'ABC', '1', null],
      ['split', 'TNXP', '1', null],
    ])
  })
})
