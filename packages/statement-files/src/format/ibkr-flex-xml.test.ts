import { describe, expect, it } from 'vitest'
import { readStatement } from '../read-statement.ts'
import type { StatementLine } from '../statement-line.ts'

const base = 'accountId="U1" currency="USD" assetCategory="STK" symbol="ABC" isin="US0000000001"'
const rows = [
  '<AccountInformation accountId="U1" currency="CHF" name="A. Person"/>',
  `<Trades>`,
  `<Trade ${base} description="ABC INC" tradeDate="20240305" dateTime="20240305;103000" settleDateTarget="20240307" quantity="10" tradePrice="50" proceeds="-500" ibCommission="-1.5" ibCommissionCurrency="USD" taxes="0" netCash="-501.5" buySell="BUY" transactionID="1" levelOfDetail="EXECUTION" multiplier="1"/>`,
  `<Trade ${base} tradeDate="20240306" quantity="-4" tradePrice="60" proceeds="240" ibCommission="-1" ibCommissionCurrency="CHF" taxes="-0.5" buySell="SELL" transactionID="2" levelOfDetail="EXECUTION"/>`,
  `<Order ${base} tradeDate="20240306" quantity="-4" levelOfDetail="ORDER"/>`,
  `<Trade ${base} tradeDate="20240306" quantity="-4" levelOfDetail="ORDER"/>`,
  `<Trade accountId="U1" currency="USD" assetCategory="CASH" symbol="CHF.USD" tradeDate="20240307" quantity="-8000" tradePrice="1.1173" proceeds="8938.4" ibCommission="-1.8" ibCommissionCurrency="CHF" buySell="SELL" transactionID="3" levelOfDetail="EXECUTION"/>`,
  `<Trade accountId="U1" currency="USD" assetCategory="OPT" symbol="ABC   240621C00060000" tradeDate="20240307" quantity="2" tradePrice="1.5" proceeds="-300" ibCommission="0" netCash="-300" buySell="BUY" transactionID="4" multiplier="100"/>`,
  `</Trades><CashTransactions>`,
  `<CashTransaction ${base} type="Dividends" amount="5" dateTime="20240310" description="ABC(US0000000001) CASH DIVIDEND" transactionID="5" levelOfDetail="DETAIL"/>`,
  `<CashTransaction ${base} type="Dividends" amount="5" levelOfDetail="SUMMARY"/>`,
  `<CashTransaction accountId="U1" currency="USD" type="Deposits/Withdrawals" amount="-100" dateTime="20240311" description="WIRE" transactionID="6"/>`,
  `<CashTransaction accountId="U1" currency="USD" type="Mystery" amount="-100" dateTime="20240311" transactionID="7"/>`,
  `</CashTransactions><CorporateActions>`,
  `<CorporateAction ${base} type="FS" quantity="18" proceeds="0" reportDate="20240312" description="ABC(US0000000001) SPLIT 4 FOR 1 (ABC, ABC INC, US0000000001)" transactionID="8"/>`,
  `<CorporateAction ${base} type="TC" quantity="-24" proceeds="720" reportDate="20240313" description="ABC(US0000000001) MERGED FOR USD 30" transactionID="9"/>`,
  `</CorporateActions><Transfers>`,
  `<Transfer accountId="U1" currency="USD" assetCategory="STK" symbol="XYZ" type="ACATS" direction="OUT" quantity="7" date="20240314" cashTransfer="0" transactionID="10"/>`,
  `<Transfer accountId="U1" currency="USD" assetCategory="CASH" symbol="--" type="INTERNAL" direction="IN" quantity="0" date="20240314" cashTransfer="55" transactionID="11"/>`,
  `</Transfers><OpenPositions>`,
  `<OpenPosition ${base} position="3" reportDate="20240331" levelOfDetail="SUMMARY"/>`,
  `<OpenPosition ${base} position="3" reportDate="20240331" levelOfDetail="LOT"/>`,
  `</OpenPositions><CashReport>`,
  `<CashReportCurrency accountId="U1" currency="USD" endingCash="12.34" toDate="20240331"/>`,
  `<CashReportCurrency accountId="U1" currency="BASE_SUMMARY" endingCash="99" toDate="20240331"/>`,
  `</CashReport><ConversionRates><ConversionRate reportDate="20240331" fromCurrency="USD" toCurrency="CHF" rate="0.9"/></ConversionRates>`,
]

const query = (inner: readonly string[], fromDate = '20240101') =>
  Buffer.from(
    `<FlexQueryResponse queryName="q" type="AF">\n<FlexStatements count="1">\n<FlexStatement accountId="U1" fromDate="${fromDate}" toDate="20240331" period="LastMonth">\n${inner.join('\n')}\n</FlexStatement>\n</FlexStatements>\n</FlexQueryResponse>\n`,
  )

const figures = ({ fate, day, quantity, amount, currency, fee, tax, reference, reason }: StatementLine) =>
  [fate, day, quantity, amount, currency, fee, tax, reference, reason] as const

describe('a Flex query as XML', () => {
  it('reads trades, cash, corporate actions, transfers and claims', async () => {
    const { format, accountNumber, baseCurrency, lines, claims } = await readStatement(query(rows))
    expect({ format, accountNumber, baseCurrency }).toEqual({
      format: 'ibkr-flex-xml',
      accountNumber: 'U1',
      baseCurrency: 'CHF',
    })
    expect(lines.filter(({ fate }) => fate !== 'ignored').map(figures)).toEqual([
      ['trade', '2024-03-05', '10', '-501.5', 'USD', '1.5', '0', '1', null],
      ['trade', '2024-03-06', '-4', '239.5', 'USD', '0', '0.5', '2', null],
      ['fee', '2024-03-06', null, '-1', 'CHF', '0', '0', '2', null],
      ['exchange', '2024-03-07', null, '-8000', 'CHF', '0', '0', '3', null],
      ['exchange', '2024-03-07', null, '8938.4', 'USD', '0', '0', '3', null],
      ['fee', '2024-03-07', null, '-1.8', 'CHF', '0', '0', '3', null],
      ['trade', '2024-03-07', '2', '-300', 'USD', '0', '0', '4', null],
      ['dividend', '2024-03-10', null, '5', 'USD', '0', '0', '5', null],
      ['withdrawal', '2024-03-11', null, '-100', 'USD', '0', '0', '6', null],
      ['unread', null, null, '0', '', '0', '0', null, 'The type "Mystery" is not known.'],
      ['split', '2024-03-12', '18', '0', 'USD', '0', '0', '8', null],
      ['merger', '2024-03-13', '-24', '720', 'USD', '0', '0', '9', null],
      ['delivery', '2024-03-14', '-7', '0', 'USD', '0', '0', '10', null],
      ['deposit', '2024-03-14', null, '55', 'USD', '0', '0', '11', null],
    ])
    expect(lines.filter(({ fate }) => fate === 'ignored').map(({ reason }) => reason)).toEqual([
      'This row says something about the account.',
      'This row sums up executions. Choose the level of detail "Execution" in the query.',
      'This row sums up executions. Choose the level of detail "Execution" in the query.',
      'This row is a total.',
      'This row states a position, which is compared with what the rows add up to.',
      'This row is a lot of a position.',
      'This row states a balance, which is compared with what the rows add up to.',
      'This row sums up all currencies.',
      'Rows of the kind "ConversionRate" do not change the account.',
    ])
    const at = (reference: string) => lines.find((line) => line.reference === reference)
    expect(at('1')).toMatchObject({
      line: 6,
      settlementDay: '2024-03-07',
      instrument: { symbol: 'ABC', isin: 'US0000000001' },
    })
    expect(at('4')?.instrument).toMatchObject({ assetType: 'OPTION', multiplier: 100 })
    expect(at('8')?.ratio).toEqual({ from: '1', to: '4' })
    expect(claims).toMatchObject([
      { kind: 'position', day: '2024-03-31', quantity: '3' },
      { kind: 'cash', day: '2024-03-31', currency: 'USD', amount: '12.34' },
    ])
  })

  it('leaves rows of other accounts out', async () => {
    const other = '<CashTransaction accountId="U2" currency="USD" type="Dividends" amount="5" dateTime="20240310"/>'
    const { lines } = await readStatement(query([rows[2]!, other]))
    expect(lines.map(({ fate, reason }) => [fate, reason])).toEqual([
      ['trade', null],
      ['ignored', 'This row belongs to another account, U2.'],
    ])
  })

  it('decides the order of dates with the year last from all rows', async () => {
    const cash = (date: string) =>
      `<CashTransaction accountId="U1" currency="USD" type="Dividends" amount="5" dateTime="${date}"/>`
    const dayFirst = await readStatement(query([cash('01/02/2024'), cash('13/02/2024')], '01/02/2024'))
    expect(dayFirst.lines.map(({ day }) => day)).toEqual(['2024-02-01', '2024-02-13'])
    await expect(readStatement(query([cash('01/02/2024')], '01/02/2024'))).rejects.toMatchObject({
      fault: 'undecidedDates',
    })
    const both = query([cash('01/13/2024'), cash('13/01/2024')], '01/02/2024')
    await expect(readStatement(both)).rejects.toMatchObject({
      fault: 'contradictoryDates',
      message: expect.stringContaining('01/13/2024 on line 4 has the month first, 13/01/2024 on line 5') as string,
    })
  })

  it('refuses broken XML, another XML file, and one that ends early', async () => {
    const whole = query(rows)
    await expect(readStatement(whole.subarray(0, whole.length - 25))).rejects.toMatchObject({ fault: 'cutOff' })
    await expect(readStatement(query(['<Trade a="1" b=></Trade>']))).rejects.toMatchObject({ fault: 'brokenMarkup' })
    await expect(readStatement(Buffer.from('<?xml version="1.0"?><feed/>'))).rejects.toMatchObject({
      fault: 'unknownFormat',
    })
  })
})

describe('a Flex query as CSV', () => {
  it('takes what was paid from the row, and makes it of quantity and price only where the row does not say', async () => {
    const rows = [
      'Buy/Sell,TradeDate,ISIN,Quantity,TradePrice,TradeMoney,CurrencyPrimary,IBCommission,IBCommissionCurrency',
      'BUY,20240305,US0000000001,3,0.333,1.004,USD,-1,USD',
      'SELL,20240305,US0000000001,-3,0.333,-1.004,USD,-1,USD',
      'BUY,20240305,US0000000001,3,0.333,,USD,-1,USD',
    ]
    const { lines } = await readStatement(Buffer.from(`${rows.join('\n')}\n`))
    expect(lines.map(({ amount, reason }) => [amount, reason])).toEqual([
      ['-2.004', null],
      ['0.004', null],
      ['-1.999', null],
    ])
  })

  it('reads several sections, each below its own headings', async () => {
    const content = [
      '"BOF","U1","q","1","20240401","0","20240331"',
      '"BOA","U1"',
      '"HEADER","TRNT","ClientAccountID","CurrencyPrimary","AssetClass","Symbol","TradeDate","Quantity","TradePrice","Proceeds","IBCommission","IBCommissionCurrency","TradeID"',
      '"DATA","TRNT","U1","USD","STK","ABC","20240305","10","50","-500","-1","USD","9"',
      '"HEADER","CTRN","ClientAccountID","CurrencyPrimary","Symbol","Date/Time","Amount","Type","TransactionID"',
      '"DATA","CTRN","U1","USD","ABC","20240306","7","Dividends","10"',
      '"HEADER","POST","ClientAccountID","CurrencyPrimary","Symbol","Quantity","ReportDate","MarkPrice","Position"',
      '"DATA","POST","U1","USD","ABC","10","20240331","51","10"',
      '"EOA","U1"',
      '"EOF","1"',
    ].join('\n')
    const { lines, claims, accountNumber } = await readStatement(Buffer.from(`${content}\n`))
    expect(accountNumber).toBe('U1')
    expect(lines.filter(({ fate }) => fate !== 'ignored').map(figures)).toEqual([
      ['trade', '2024-03-05', '10', '-501', 'USD', '1', '0', '9', null],
      ['dividend', '2024-03-06', null, '7', 'USD', '0', '0', '10', null],
    ])
    expect(claims).toMatchObject([{ kind: 'position', day: '2024-03-31', quantity: '10' }])
  })
})
