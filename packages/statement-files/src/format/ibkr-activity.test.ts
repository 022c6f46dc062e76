import { describe, expect, it } from 'vitest'
import { readStatement } from '../read-statement.ts'

const rows = [
  'Statement,Header,Field Name,Field Value',
  'Statement,Data,Period,"January 1, 2024 - March 31, 2024"',
  'Account Information,Header,Field Name,Field Value',
  'Account Information,Data,Account,U1234567',
  'Account Information,Data,Base Currency,EUR',
  'Cash Report,Header,Currency Summary,Currency,Total,Securities,Futures',
  'Cash Report,Data,Ending Cash,USD,"1,234.56","1,234.56",0',
  'Cash Report,Data,Ending Cash,Base Currency Summary,999,999,0',
  'Cash Report,Data,Commissions,USD,-5,-5,0',
  'Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price',
  'Open Positions,Data,Summary,Stocks,USD,ABC,60,1,50',
  'Open Positions,Data,Lot,Stocks,USD,ABC,60,1,50',
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
  'Trades,Data,Order,Stocks,USD,ABC,"2024-01-05, 10:30:00","1,000",5.25,5.3,"-5,250",-1.5,5251.5,0,50,O',
  'Trades,Data,Trade,Stocks,USD,ABC,"2024-01-05, 10:30:00","1,000",5.25,5.3,"-5,250",-1.5,5251.5,0,50,O',
  'Trades,Data,Order,Equity and Index Options,USD,ABC 21JUN24 60 C,"2024-01-06, 10:30:00",-2,1.5,1.4,300,-1,299,0,2,O',
  'Trades,SubTotal,,Stocks,USD,ABC,,"1,000",,,"-5,250",-1.5,5251.5,0,50,',
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,,Proceeds,Comm in CHF,,,MTM in EUR,Code',
  'Trades,Data,Order,Forex,USD,EUR.USD,"2024-01-05, 10:30:00","1,000",1.1,,-1100,-2,,,0,',
  'Dividends,Header,Currency,Date,Description,Amount',
  'Dividends,Data,USD,2024-02-01,ABC(US0000000001) Cash Dividend USD 0.50 per Share (Ordinary Dividend),500',
  'Dividends,Data,Total,,,500',
  'Withholding Tax,Header,Currency,Date,Description,Amount,Code',
  'Withholding Tax,Data,USD,2024-02-01,ABC(US0000000001) Cash Dividend USD 0.50 per Share - US Tax,-75,',
  'Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount',
  'Deposits & Withdrawals,Data,USD,2024-01-02,Electronic Fund Transfer,10000',
  'Deposits & Withdrawals,Data,Total,,,10000',
  'Fees,Header,Subtitle,Currency,Date,Description,Amount',
  'Fees,Data,Other Fees,USD,2024-02-03,Market data,-10',
  'Fees,Data,Total,,,,-10',
  'Interest,Header,Currency,Date,Description,Amount',
  'Interest,Data,USD,2024-02-05,USD Debit Interest for Jan-2024,-1.25',
  'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
  'Corporate Actions,Data,Stocks,USD,2024-03-01,"2024-02-29, 20:25:00","ABC(US0000000001) Split 4 for 1 (ABC, ABC INC, US0000000001)",3000,0,0,0,',
  'Corporate Actions,Data,Total,,,,,,0,0,0,',
  'Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code',
  'Transfers,Data,Stocks,USD,XYZ,2024-03-05,ACATS,Out,--,12345,7,--,70,0,0,',
  'Mark-to-Market Performance Summary,Header,Asset Category,Symbol,Prior Quantity',
  'Mark-to-Market Performance Summary,Data,Stocks,ABC,0',
  'Notes/Legal Notes,Note,Type,Text',
]

describe('an activity statement of IBKR', () => {
  it('reads its sections, each with its own columns', async () => {
    const { lines, claims, accountNumber, baseCurrency } = await readStatement(
      Buffer.from(`\ufeff${rows.join('\r\n')}\r\n`),
    )
    expect({ accountNumber, baseCurrency }).toEqual({ accountNumber: 'U1234567', baseCurrency: 'EUR' })
    const booked = lines.filter(({ fate }) => fate !== 'ignored')
    expect(
      booked.map(({ fate, day, instrument, quantity, amount, fee, reason }) => [
        fate,
        day,
        instrument?.symbol ?? null,
        quantity,
        amount,
        fee,
        reason,
      ]),
    ).toEqual([
      ['trade', '2024-01-05', 'ABC', '1000', '-5251.5', '1.5', null],
      ['trade', '2024-01-06', 'ABC 21JUN24 60 C', '-2', '299', '1', null],
      ['exchange', '2024-01-05', null, null, '1000', '0', null],
      ['exchange', '2024-01-05', null, null, '-1100', '0', null],
      ['fee', '2024-01-05', null, null, '-2', '0', null],
      ['dividend', '2024-02-01', 'ABC', null, '500', '0', null],
      ['tax', '2024-02-01', 'ABC', null, '-75', '0', null],
      ['deposit', '2024-01-02', null, null, '10000', '0', null],
      ['fee', '2024-02-03', null, null, '-10', '0', null],
      ['interest', '2024-02-05', null, null, '-1.25', '0', null],
      ['split', '2024-02-29', 'ABC', '3000', '0', '0', null],
      ['delivery', '2024-03-05', 'XYZ', '-7', '0', '0', null],
    ])
    expect(booked.slice(2, 5).map(({ currency }) => currency)).toEqual(['EUR', 'USD', 'CHF'])
    expect(booked[10]).toMatchObject({
      ratio: { from: '1', to: '4' },
      instrument: { isin: 'US0000000001', name: 'ABC INC' },
    })
    expect(claims).toMatchObject([
      { kind: 'cash', day: '2024-03-31', currency: 'USD', amount: '1234.56' },
      { kind: 'position', day: '2024-03-31', quantity: '60', instrument: { symbol: 'ABC' } },
    ])
    // Every row is there but the headings.
    expect(new Set(lines.map(({ line }) => line)).size).toBe(rows.filter((row) => !row.includes(',Header,')).length)
  })

  it('does not understand a row with fewer columns than its heading', async () => {
    const cut = 'Dividends,Data,USD,2024-02-01'
    const { lines } = await readStatement(Buffer.from(`${rows.slice(0, 20).join('\n')}\n${cut}\n`))
    expect(lines.at(-1)).toMatchObject({
      fate: 'unread',
      reason: 'The row has 4 of 6 columns. The file may be cut off here.',
    })
  })
})
