import { describe, expect, it } from 'vitest'
import { readStatement } from '../read-statement.ts'

const head = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
const read = (...rows: readonly string[]) => readStatement(Buffer.from(`${head}\n${rows.join('\n')}\n`))

describe('a history of Schwab', () => {
  it('reads contracts: bought, expired and assigned', async () => {
    const { lines } = await read(
      '"01/19/2024 as of 01/18/2024","Expired","AAPL 01/19/2024 150.00 C","CALL APPLE INC","2","","",""',
      '"01/02/2024","Sell to Open","AAPL 01/19/2024 150.00 C","CALL APPLE INC","2","$1.25","$1.30","$248.70"',
      '"01/02/2024","Buy to Open","BRK/B 01/19/2024 352.50 P","PUT BERKSHIRE","1","$2.00","$0.65","-$200.65"',
      '"01/19/2024","Assigned","BRK/B 01/19/2024 352.50 P","PUT BERKSHIRE","-1","","",""',
    )
    expect(
      lines.map(({ fate, day, quantity, price, amount, reason }) => [fate, day, quantity, price, amount, reason]),
    ).toEqual([
      ['trade', '2024-01-18', '2', '0', '0', null],
      ['trade', '2024-01-02', '-2', '1.25', '248.7', null],
      ['trade', '2024-01-02', '1', '2', '-200.65', null],
      ['trade', '2024-01-19', '-1', '0', '0', null],
    ])
    expect(lines[0]!.instrument).toMatchObject({
      symbol: 'AAPL  240119C00150000',
      assetType: 'OPTION',
      multiplier: 100,
    })
    expect(lines[2]!.instrument?.symbol).toBe('BRK/B 240119P00352500')
  })

  it('is found below a title, with a delimiter at the end of each row', async () => {
    const { format, lines } = await readStatement(
      Buffer.from(
        `"Transactions  for account XXXX-1234 as of 03/01/2024"\n${head}\n"01/02/2024","Buy","ABC","ABC INC","1","$5","","-$5",\n`,
      ),
    )
    expect(format).toBe('schwab')
    expect(lines.map(({ line, fate }) => [line, fate])).toEqual([
      [1, 'ignored'],
      [3, 'trade'],
    ])
  })

  it.each([
    ['"01/02/2024","Buy","ABC","ABC INC","abc","$5","","-$5"', 'The quantity "abc" is not a number.'],
    ['"01/02/2024","Buy","","ABC INC","1","$5","","-$5"', 'The row has no symbol.'],
    ['"01/02/2024","Buy","ABC","ABC INC","","$5","","-$5"', 'The row has no quantity.'],
    ['"01/02/2024","Buy","ABC","ABC INC","0","$5","","-$5"', 'The quantity is zero.'],
    ['"01/02/2024","Buy","ABC","ABC INC","1","$5","",""', 'The row has no amount.'],
    ['"13/02/2024","Buy","ABC","ABC INC","1","$5","","-$5"', 'The date "13/02/2024" is not a date.'],
    ['"","Buy","ABC","ABC INC","1","$5","","-$5"', 'The row has no date.'],
    ['"01/02/2024","Levitate","ABC","ABC INC","1","$5","","-$5"', 'The action "Levitate" is not known.'],
    ['"01/02/2024","Cash Dividend","ABC","ABC INC","","","",""', 'The row has no amount.'],
    ['"01/02/2024","Buy","ABC"', 'The row has 3 of 8 columns. The file may be cut off here.'],
    ['"01/02/2024","Buy","ABC","ABC, INC","1","$5","","-$5","x"', 'The row has 9 columns, the headings have 8.'],
  ])('does not understand %s', async (row, reason) => {
    const { lines } = await read(row)
    expect(lines.map((line) => [line.fate, line.reason])).toEqual([['unread', reason]])
  })

  it('keeps an amount that contradicts price and quantity, with a note', async () => {
    const { lines } = await read(
      '"01/02/2024","Buy","ABC","ABC INC","300","$135.0075","$1.34","-$40503.61"',
      '"01/02/2024","Buy","ABC","ABC INC","300","$135.0075","$1.34","-$40503.65"',
    )
    expect(lines.map(({ fate, amount, reason }) => [fate, amount, reason])).toEqual([
      ['trade', '-40503.61', null],
      [
        'trade',
        '-40503.65',
        "Quantity, price and fees make -40503.59, the row says -40503.65. The row's amount counts.",
      ],
    ])
  })

  it('does not take a number in that the end of the file cuts off', async () => {
    const rows = '01/03/2024,Buy,ABC,ABC INC,1,$5.25,,-$5.25\n01/02/2024,Buy,ABC,ABC INC,10,$52.50,,-$525.00'
    const whole = `${head}\n${rows}`
    const fatesOf = async (length: number) =>
      (await readStatement(Buffer.from(whole.slice(0, length)))).lines.map(({ fate }) => fate)
    expect(await fatesOf(whole.length)).toEqual(['trade', 'trade'])
    for (let cut = 1; cut <= 6; cut++) expect(await fatesOf(whole.length - cut)).toEqual(['trade', 'unread'])
  })
})
