import { readFileSync } from 'node:fs'
import { skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { describe, expect, it } from 'vitest'
import { readStatement } from '../read-statement.ts'
import { sourceOf } from '../statement-source.ts'
import { sampleFile } from '../testing/book-cells.ts'
import { bookLines } from '../testing/book-lines.ts'
import { mappingFaults, type ColumnMapping } from './column-mapping.ts'
import { headSignature } from './head-signature.ts'
import { proposeMapping } from './propose-mapping.ts'
import { readTableStart } from './read-table-start.ts'

const bytes = (...rows: readonly string[]): Uint8Array => Buffer.from(`${rows.join('\n')}\n`)

const propose = async (content: Uint8Array): Promise<ColumnMapping> => {
  const { head, rows } = await readTableStart(sourceOf(content))
  return proposeMapping(head, rows)
}

const german = bytes(
  'Depotauszug 12345',
  'Datum;Vorgang;WKN;ISIN;Bezeichnung;Anzahl;Kurs;Gebühr;Betrag;Währung;Referenz',
  '15.03.2024;Kauf;840400;DE0008404005;Allianz SE;10;250,50;9,90;-2.514,90;EUR;A1',
  '02.05.2024;Verkauf;840400;DE0008404005;Allianz SE;4;260,00;9,90;1.030,10;EUR;A2',
  '10.05.2024;Dividende;840400;DE0008404005;Allianz SE;;;;82,80;EUR;A3',
  '11.05.2024;Einzahlung;;;;;;;5.000,00;EUR;A4',
  '12.05.2024;Gebühr;;;;;;;-3,00;EUR;A5',
)

describe('the mapping of a table', () => {
  it('is proposed from headings and values, below a title and with decimal commas', async () => {
    const mapping = await propose(german)
    expect(mapping).toMatchObject({
      columns: {
        date: 0,
        action: 1,
        isin: 3,
        name: 4,
        quantity: 5,
        price: 6,
        fee: 7,
        amount: 8,
        currency: 9,
        reference: 10,
      },
      dateOrder: 'dmy',
      numbers: 'comma',
      signs: 'cash',
      isAmountAfterFees: true,
      currency: null,
      actions: { kauf: 'buy', verkauf: 'sell', dividende: 'dividend', einzahlung: 'deposit', gebühr: 'fee' },
    })
    expect(mappingFaults(mapping)).toEqual([])
    const { format, lines } = await readStatement(german, { mapping })
    expect(format).toBe('mapped')
    expect(
      lines.map(({ fate, day, quantity, amount, fee, reference, reason }) => [
        fate,
        day,
        quantity,
        amount,
        fee,
        reference,
        reason,
      ]),
    ).toEqual([
      ['ignored', null, null, '0', '0', null, 'This row is above the headings.'],
      ['trade', '2024-03-15', '10', '-2514.9', '9.9', 'A1', null],
      ['trade', '2024-05-02', '-4', '1030.1', '9.9', 'A2', null],
      ['dividend', '2024-05-10', null, '82.8', '0', 'A3', null],
      ['deposit', '2024-05-11', null, '5000', '0', 'A4', null],
      ['fee', '2024-05-12', null, '-3', '0', 'A5', null],
    ])
  })

  it('gives amounts without signs the direction of their action', async () => {
    const content = bytes(
      'Date,Type,Ticker,Qty,Price,Total,Currency',
      '2024-01-05,Buy,ABC,10,5,50,USD',
      '2024-01-06,Sell,ABC,4,6,24,USD',
      '2024-01-07,Withdrawal,,,,20,USD',
      '2024-01-08,Fee,,,,1,USD',
    )
    const mapping = await propose(content)
    expect(mapping.signs).toBe('byAction')
    const { lines } = await readStatement(content, { mapping })
    expect(lines.map(({ amount }) => amount)).toEqual(['-50', '24', '-20', '-1'])
  })

  it('turns amounts that are positive for purchases', async () => {
    const content = bytes(
      'Date,Type,Ticker,Qty,Price,Total,Currency',
      '2024-01-05,Buy,ABC,10,5,50,USD',
      '2024-01-06,Sell,ABC,-4,6,-24,USD',
      '2024-01-08,Fee,,,,1,USD',
      '2024-01-09,Dividend,ABC,,,-2,USD',
    )
    const mapping = await propose(content)
    expect(mapping.signs).toBe('cost')
    const { lines } = await readStatement(content, { mapping })
    expect(lines.map(({ amount, quantity }) => [amount, quantity])).toEqual([
      ['-50', '10'],
      ['24', '-4'],
      ['-1', null],
      ['2', null],
    ])
  })

  it('adds fees that are not part of the amount', async () => {
    const content = bytes(
      'Date,Type,Ticker,Qty,Price,Fee,Amount,Currency',
      '2024-01-05,Buy,ABC,10,5,1,-50,USD',
      '2024-01-06,Sell,ABC,4,6,1,24,USD',
    )
    const mapping = await propose(content)
    expect(mapping.isAmountAfterFees).toBe(false)
    const { lines } = await readStatement(content, { mapping })
    expect(lines.map(({ amount, reason }) => [amount, reason])).toEqual([
      ['-51', null],
      ['23', null],
    ])
  })

  it('lets the sign decide between deposits and withdrawals of one word', async () => {
    const rows = ['Date,Type,Amount,Currency', '2024-01-05,Transfer,5,USD', '2024-01-06,Transfer,-3,USD']
    const mapping = await propose(bytes(...rows))
    expect(mapping.actions).toEqual({ transfer: 'deposit' })
    const { lines } = await readStatement(bytes(...rows), { mapping })
    expect(lines.map(({ fate, amount }) => [fate, amount])).toEqual([
      ['deposit', '5'],
      ['withdrawal', '-3'],
    ])
  })

  it('has words of actions without control characters and of a limited length', async () => {
    const long = `Sell ${'x'.repeat(300)}`
    const rows = [
      'Date,Type,Ticker,Qty,Price,Amount,Currency',
      '2024-01-05,Buy\u0003now,ABC,1,5,-5,USD',
      `2024-01-06,${long},ABC,1,5,5,USD`,
    ]
    const mapping = await propose(bytes(...rows))
    expect(mapping.actions).toEqual({ 'buy now': 'buy', [long.slice(0, 200).toLowerCase()]: 'sell' })
    const { lines } = await readStatement(bytes(...rows), { mapping })
    expect(lines.map(({ quantity, reason }) => [quantity, reason])).toEqual([
      ['1', null],
      ['-1', null],
    ])
  })

  it('computes an amount that the file does not have from quantity, price and fee', async () => {
    const content = bytes('Date,Side,Symbol,Quantity,Price,Commission', '2024-01-05,BUY,ABC,10,$5.10,$1')
    const mapping = await propose(content)
    expect(mapping.currency).toBe('USD')
    const { lines } = await readStatement(content, { mapping })
    expect(lines[0]).toMatchObject({ amount: '-52', fee: '1', currency: 'USD' })
  })

  it('leaves the order of ambiguous dates to the whole file', async () => {
    const rows = ['Date,Type,Amount,Currency', '01/02/2024,Deposit,5,USD']
    const mapping = await propose(bytes(...rows))
    expect(mapping.dateOrder).toBe('fromFile')
    const { lines } = await readStatement(bytes(...rows, '13/02/2024,Deposit,5,USD'), { mapping })
    expect(lines.map(({ day }) => day)).toEqual(['2024-02-01', '2024-02-13'])
    await expect(readStatement(bytes(...rows), { mapping })).rejects.toMatchObject({ fault: 'undecidedDates' })
    const stated = await readStatement(bytes(...rows), { mapping, dateOrder: 'mdy' })
    expect(stated.lines[0]?.day).toBe('2024-01-02')
  })

  it('does not understand a word without a meaning, and a row without what its action needs', async () => {
    const content = bytes(
      'Date,Type,Ticker,Qty,Price,Total,Currency',
      '2024-01-05,Buy,ABC,10,5,-50,USD',
      '2024-01-05,Gift card,ABC,10,5,-50,USD',
      '2024-01-05,Buy,,10,5,-50,USD',
      '2024-01-05,Buy,ABC,abc,5,-50,USD',
      '2024-01-05,Deposit,,,,,USD',
    )
    const mapping = await propose(content)
    const { lines } = await readStatement(content, { mapping })
    expect(lines.slice(1).map(({ fate, reason }) => `${fate}: ${reason}`)).toEqual([
      'unread: The action "Gift card" has no meaning in the mapping.',
      'unread: The row does not name a security.',
      'unread: The quantity "abc" is not a number.',
      'unread: The row has no amount.',
    ])
  })

  it('says what it lacks', () => {
    const mapping = proposeMapping(['Foo', 'Quantity'], [['x', '1']])
    expect(mappingFaults(mapping)).toEqual([
      'Choose the column of the date.',
      'Choose the column of the amount, or those of quantity and price.',
      'Choose the column of the symbol or of the ISIN.',
      'Choose the column of the currency, or enter the currency of the file.',
    ])
    expect(mappingFaults({ ...mapping, columns: { date: 0, amount: 0 }, currency: 'USD' })).toEqual([
      'Choose a column of its own for each field.',
    ])
  })

  it('is remembered under the headings, whatever their capitals and blanks', () => {
    expect(headSignature(['Date ', 'GROSS  Amount'])).toBe(headSignature(['date', 'Gross amount']))
    expect(headSignature(['Date', 'Amount'])).not.toBe(headSignature(['Amount', 'Date']))
  })

  it('is refused for a file with other headings', async () => {
    const mapping = await propose(german)
    await expect(readStatement(bytes('A,B', '1,2'), { mapping })).rejects.toMatchObject({ fault: 'unknownFormat' })
  })

  it.each([
    ['prose', 'Dear members,\nour fund did well, again.\n'],
    ['elements', '<feed>\n<a>Name, Price, Date</a>\n</feed>\n'],
    ['numbers without headings', '1,2\n3,4\n'],
  ])('is not asked for %s', async (_name, text) => {
    await expect(readTableStart(sourceOf(Buffer.from(text)))).rejects.toMatchObject({ fault: 'unknownFormat' })
  })

  it('reads a known export as its own reader does', async (context) => {
    skipWithoutMarketData(context)
    const content = readFileSync(sampleFile('schwab-history-2023-format.csv'))
    const mapping = await propose(content)
    const [own, mapped] = [await readStatement(content), await readStatement(content, { mapping })]
    expect(bookLines(mapped.lines, true)).toEqual(bookLines(own.lines, true))
  })
})
