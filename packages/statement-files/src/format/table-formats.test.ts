// Rows that the sample files do not have, of the readers of tables.
import { describe, expect, it } from 'vitest'
import { readStatement } from '../read-statement.ts'

const read = (...rows: readonly string[]) => readStatement(Buffer.from(`${rows.join('\n')}\n`))

describe('Trading 212', () => {
  const head =
    'Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Stamp duty reserve tax,Currency (Stamp duty reserve tax),Currency conversion fee,Currency (Currency conversion fee)'

  it('turns pence into pounds and adds up the fees', async () => {
    const { lines } = await read(
      head,
      'Market buy,2024-01-05 10:00:00,GB0000000001,ABC,Abc plc,,EOF1,100,250.00,GBX,100,,GBP,251.62,GBP,1.25,GBP,0.37,GBP',
      'Market buy,2024-01-05 10:00:00,GB0000000001,ABC,Abc plc,,EOF2,100,250.00,GBX,100,,GBP,251.62,GBP,1.25,EUR,0.37,GBP',
      'Market buy,2024-01-05 10:00:00,US0000000001,XYZ,Xyz,,EOF3,1,109.303,USD,1.09303,,EUR,150,EUR,,,,',
    )
    expect(lines[0]).toMatchObject({
      price: '2.5',
      priceCurrency: 'GBP',
      amount: '-251.62',
      fee: '1.62',
      rate: '1',
      reason: null,
    })
    expect(lines[1]).toMatchObject({
      fate: 'unread',
      reason: 'The stamp duty reserve tax is in another currency than the total.',
    })
    expect(lines[2]?.reason).toMatch(/^Quantity, price and fees make -100/)
  })
})

describe('the last row of a file without a line break', () => {
  const head =
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,Currency (Total),ID'
  const row = (id: string, currency = 'EUR') =>
    `Market buy,2024-01-05 10:00:00,US0000000001,ABC,Abc,1,5.00,EUR,5.00,${currency},${id}`
  const lastFate = async (...rows: readonly string[]) =>
    (await readStatement(Buffer.from([head, ...rows].join('\n')))).lines.at(-1)?.fate

  it('is taken in only if its last cell shows that it is whole', async () => {
    expect(await lastFate(row('"a1"'))).toBe('trade')
    expect(await lastFate(row('a1'))).toBe('unread')
    expect(await lastFate(row(''))).toBe('unread')
    expect(await lastFate(row('a1'), row(''))).toBe('unread')
    expect(await lastFate(row(''), row(''))).toBe('trade')
    expect(await lastFate(row(''), row('a1'), row(''))).toBe('unread')
    expect(await lastFate(row('same'), row('same'))).toBe('trade')
    expect(await lastFate(row('same'), row('sam'))).toBe('unread')
  })
})

describe('DEGIRO', () => {
  const head = 'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id'
  const trade = (words: string, amount: string) =>
    `05-01-2024,10:00,05-01-2024,ABC,US0000000001,"${words}",,USD,${amount},USD,0.00,x1`

  it.each([
    ['Buy 1,000 ABC@2.5 USD (US0000000001)', '-2500.00', '1000', '2.5'],
    ['Koop 1.000 @ 2,5 USD', '"-2500,00"', '1000', '2.5'],
    ['Koop 1,5 @ 2 USD', '"-3,00"', '1.5', '2'],
    ['Kauf 10 zu je 12,34 USD (US0000000001)', '"-123,40"', '10', '12.34'],
    ['Verkauf 10 zu je 1.012,34 USD (US0000000001)', '"10123,40"', '-10', '1012.34'],
    ['Vente 10 ABC@12,34 USD (US0000000001)', '"123,40"', '-10', '12.34'],
  ])('reads %s', async (words, amount, quantity, price) => {
    const { lines } = await read(head, trade(words, amount))
    expect(lines[0]).toMatchObject({ fate: 'trade', quantity, price, reason: null })
  })

  it('keeps a fee of another order or another currency apart', async () => {
    const { lines } = await read(
      head,
      '05-01-2024,10:00,05-01-2024,ABC,US0000000001,DEGIRO Transaction and/or third party fees,,EUR,-2.00,EUR,5.00,x1',
      '05-01-2024,10:00,05-01-2024,ABC,US0000000001,DEGIRO Transaction and/or third party fees,,USD,-1.00,USD,5.00,x1',
      trade('Buy 1 ABC@5 USD (US0000000001)', '-5.00'),
      '05-01-2024,10:00,05-01-2024,ABC,US0000000001,DEGIRO Transaction and/or third party fees,,USD,-1.00,USD,5.00,x2',
    )
    expect(lines.map(({ fate, amount, fee }) => [fate, amount, fee])).toEqual([
      ['fee', '-2', '0'],
      ['ignored', '0', '0'],
      ['trade', '-6', '1'],
      ['fee', '-1', '0'],
    ])
  })
})

describe('eToro', () => {
  it('refuses an amount that reads in two ways', async () => {
    const { lines } = await read(
      'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA',
      '01/02/2024 10:00:00,Dividend,ABC/USD,"1,234",-,"1,234",1,1,5,Stocks,0.00',
      '01/02/2024 10:00:00,Deposit,,"1,234.50",-,0,1,1,-,,0.00',
    )
    expect(lines.map(({ fate, day, amount, reason }) => [fate, day, amount, reason])).toEqual([
      ['unread', null, '0', 'The amount "1,234" can be read in two ways.'],
      ['deposit', '2024-02-01', '1234.5', null],
    ])
  })
})

describe('Swissquote', () => {
  it('reads German and French words, and accrued interest with the price of a bond', async () => {
    const { lines } = await read(
      'Datum;Auftrag #;Transaktionen;Symbol;Name;ISIN;Anzahl;Stückpreis;Kosten;Aufgelaufene Zinsen;Nettobetrag;Saldo;Währung',
      '05-01-2024 10:00:00;1;Kauf;BND;Anleihe;CH0000000001;100.0;10.00;5.00;3.00;-1008.00;0.00;CHF',
      '06-01-2024 10:00:00;2;Vente;BND;Anleihe;CH0000000001;100.0;10.00;5.00;3.00;998.00;0.00;CHF',
    )
    expect(lines.map(({ fate, quantity, reason }) => [fate, quantity, reason])).toEqual([
      ['trade', '100', null],
      ['trade', '-100', null],
    ])
  })
})

describe('Delta', () => {
  it('makes a fee part of a trade in its currency, and exchanges money for money', async () => {
    const { lines } = await read(
      'Date,Way,Base amount,Base currency (name),Base type,Quote amount,Quote currency,Exchange,Sent/Received from,Sent to,Fee amount,Fee currency (name),Broker,Notes',
      '2024-01-05 10:00:00-05:00,SELL,5,ABC,STOCK,50,USD,,,,1,USD,,',
      '2024-01-05 10:00:00-05:00,BUY,50,EUR,FIAT,55,USD,,,,1,USD,,',
      '2024-01-05 10:00:00-05:00,BUY,1,BTC (Bitcoin),CRYPTO,40000,USD,,,,0.5,BNB,,',
    )
    expect(lines.map(({ fate, quantity, amount, fee, currency }) => [fate, quantity, amount, fee, currency])).toEqual([
      ['trade', '-5', '49', '1', 'USD'],
      ['exchange', null, '50', '0', 'EUR'],
      ['exchange', null, '-55', '0', 'USD'],
      ['fee', null, '-1', '0', 'USD'],
      ['trade', '1', '-40000', '0', 'USD'],
      ['delivery', '-0.5', '0', '0', 'BNB'],
    ])
  })
})

describe('Freetrade', () => {
  it('turns a withheld tax into the currency of the account by the rate of its row', async () => {
    const head =
      'Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell,Ticker,ISIN,Quantity,Instrument Currency,Base FX Rate,Dividend Withheld Tax Amount'
    const row = (currency: string, rate: string) =>
      `Abc,DIVIDEND,2024-03-27T06:26:00.000Z,GBP,0.31,,ABC,US0000000001,5,${currency},${rate},0.07`
    const { lines } = await read(head, row('USD', '0.79146484'), row('GBP', ''), row('USD', ''))
    expect(lines.map(({ amount, tax, reason }) => [amount, tax, reason])).toEqual([
      ['0.31', '0.0554025388', null],
      ['0.31', '0.07', null],
      ['0.31', '0', 'The amount is after a withholding tax of 0.07 USD, for which the row has no rate.'],
    ])
  })
})

describe('Revolut', () => {
  it('reads whole dollars with a thousands sign, and refuses shares that read in two ways', async () => {
    const { lines } = await read(
      'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
      '2024-01-05T10:00:00.000Z,,CASH TOP-UP,,,"$1,000",USD,1.1000',
      '2024-01-05T10:00:00.000Z,ABC,BUY - MARKET,"1,234",$1,"$1,234",USD,1.1000',
    )
    expect(lines.map(({ fate, amount, reason }) => [fate, amount, reason])).toEqual([
      ['deposit', '1000', null],
      ['unread', '0', 'The quantity "1,234" can be read in two ways.'],
    ])
  })
})
