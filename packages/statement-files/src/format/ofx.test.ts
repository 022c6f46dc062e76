import { describe, expect, it } from 'vitest'
import { readStatement } from '../read-statement.ts'
import type { StatementLine } from '../statement-line.ts'

const security = (id: string, type = 'CUSIP') =>
  `<SECID><UNIQUEID>${id}</UNIQUEID><UNIQUEIDTYPE>${type}</UNIQUEIDTYPE></SECID>`
const booking = (id: string, memo: string, date = '20240305') =>
  `<INVTRAN><FITID>${id}</FITID><DTTRADE>${date}</DTTRADE><DTSETTLE>20240307</DTSETTLE><MEMO>${memo}</MEMO></INVTRAN>`
const accounts = '<SUBACCTSEC>CASH</SUBACCTSEC><SUBACCTFUND>CASH</SUBACCTFUND>'

const bookings = [
  `<BUYSTOCK><INVBUY>${booking('1', 'Bought', '20240305143000.000[-5:EST]')}${security('111')}<UNITS>100</UNITS><UNITPRICE>50.00</UNITPRICE><COMMISSION>25.00</COMMISSION><TOTAL>-5025.00</TOTAL>${accounts}</INVBUY><BUYTYPE>BUY</BUYTYPE></BUYSTOCK>`,
  `<SELLSTOCK><INVSELL>${booking('2', 'Sold')}${security('111')}<UNITS>-40</UNITS><UNITPRICE>60.00</UNITPRICE><COMMISSION>5</COMMISSION><TAXES>1</TAXES><TOTAL>2394.00</TOTAL>${accounts}</INVSELL><SELLTYPE>SELL</SELLTYPE></SELLSTOCK>`,
  `<INCOME>${booking('3', 'Dividend')}${security('111')}<INCOMETYPE>DIV</INCOMETYPE><TOTAL>85.00</TOTAL><WITHHOLDING>15.00</WITHHOLDING>${accounts}</INCOME>`,
  `<REINVEST>${booking('4', 'Reinvested')}${security('LU0001', 'ISIN')}<INCOMETYPE>DIV</INCOMETYPE><TOTAL>-20.00</TOTAL><SUBACCTSEC>CASH</SUBACCTSEC><UNITS>2.5</UNITS><UNITPRICE>8.00</UNITPRICE></REINVEST>`,
  `<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20240301</DTPOSTED><TRNAMT>10000.00</TRNAMT><FITID>5</FITID><NAME>Deposit &amp; thanks</NAME></STMTTRN><SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN>`,
  `<INVBANKTRAN><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20240302</DTPOSTED><TRNAMT>-500.00</TRNAMT><FITID>6</FITID><NAME>Withdrawal</NAME></STMTTRN><SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN>`,
  `<INVBANKTRAN><STMTTRN><TRNTYPE>INT</TRNTYPE><DTPOSTED>20240302</DTPOSTED><TRNAMT>1.25</TRNAMT><FITID>7</FITID><NAME>Interest</NAME></STMTTRN><SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN>`,
  `<TRANSFER>${booking('8', 'Out')}${security('111')}<SUBACCTSEC>CASH</SUBACCTSEC><UNITS>10</UNITS><TFERACTION>OUT</TFERACTION><POSTYPE>LONG</POSTYPE></TRANSFER>`,
  `<SPLIT>${booking('9', 'Split')}${security('111')}<SUBACCTSEC>CASH</SUBACCTSEC><OLDUNITS>50</OLDUNITS><NEWUNITS>200</NEWUNITS><NUMERATOR>4</NUMERATOR><DENOMINATOR>1</DENOMINATOR></SPLIT>`,
  `<BUYOPT><INVBUY>${booking('10', 'Bought a call')}${security('222')}<UNITS>2</UNITS><UNITPRICE>1.50</UNITPRICE><TOTAL>-300.00</TOTAL>${accounts}</INVBUY><OPTBUYTYPE>BUYTOOPEN</OPTBUYTYPE><SHPERCTRCT>100</SHPERCTRCT></BUYOPT>`,
  `<CLOSUREOPT>${booking('11', 'Expired')}${security('222')}<OPTACTION>EXPIRE</OPTACTION><UNITS>-2</UNITS><SHPERCTRCT>100</SHPERCTRCT><SUBACCTSEC>CASH</SUBACCTSEC></CLOSUREOPT>`,
  `<JRNLFUND>${booking('12', 'Journal')}<SUBACCTTO>MARGIN</SUBACCTTO><SUBACCTFROM>CASH</SUBACCTFROM><TOTAL>5</TOTAL></JRNLFUND>`,
  `<INVEXPENSE>${booking('13', 'Fee')}${security('111')}<TOTAL>-3.00</TOTAL>${accounts}</INVEXPENSE>`,
  `<BUYSTOCK><INVBUY>${booking('14', 'Wrong')}${security('111')}<UNITS>abc</UNITS><UNITPRICE>1</UNITPRICE><TOTAL>-1</TOTAL>${accounts}</INVBUY><BUYTYPE>BUY</BUYTYPE></BUYSTOCK>`,
]

const statement = (account: string, rows: readonly string[]) =>
  `<INVSTMTTRNRS><TRNUID>1</TRNUID><INVSTMTRS><DTASOF>20240331</DTASOF><CURDEF>USD</CURDEF><INVACCTFROM><BROKERID>x</BROKERID><ACCTID>${account}</ACCTID></INVACCTFROM><INVTRANLIST><DTSTART>20240101</DTSTART><DTEND>20240331</DTEND>\n${rows.join('\n')}\n</INVTRANLIST><INVPOSLIST><POSSTOCK><INVPOS>${security('111')}<HELDINACCT>CASH</HELDINACCT><POSTYPE>LONG</POSTYPE><UNITS>200</UNITS><UNITPRICE>15</UNITPRICE><MKTVAL>3000</MKTVAL></INVPOS></POSSTOCK></INVPOSLIST><INVBAL><AVAILCASH>6632.25</AVAILCASH><BALLIST><BAL><NAME>Rate</NAME><DTASOF>20240401</DTASOF></BAL></BALLIST></INVBAL></INVSTMTRS></INVSTMTTRNRS>`

const list = `<SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>${security('111')}<SECNAME>Acme Inc.</SECNAME><TICKER>ACME</TICKER></SECINFO></STOCKINFO><MFINFO><SECINFO>${security('LU0001', 'ISIN')}<SECNAME>World Fund</SECNAME></SECINFO></MFINFO><OPTINFO><SECINFO>${security('222')}<SECNAME>Acme call</SECNAME><TICKER>ACME  240621C00060000</TICKER></SECINFO><OPTTYPE>CALL</OPTTYPE><SHPERCTRCT>100</SHPERCTRCT></OPTINFO></SECLIST></SECLISTMSGSRSV1>`

const body = (...statements: readonly string[]) =>
  `<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE></STATUS></SONRS></SIGNONMSGSRSV1><INVSTMTMSGSRSV1>${statements.join('')}</INVSTMTMSGSRSV1>${list}</OFX>`

const version2 = (...statements: readonly string[]) =>
  Buffer.from(`<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${body(...statements)}\n`)

/** The same in SGML: elements with a value are not closed. */
const version1 = (...statements: readonly string[]) =>
  Buffer.from(
    `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n${body(...statements).replace(/<(\w+)>([^<]+)<\/\1>/g, '<$1>$2\n')}`,
  )

const figures = ({ fate, day, quantity, price, amount, fee, tax, reference, reason, instrument }: StatementLine) =>
  [
    fate,
    day,
    instrument?.symbol ?? instrument?.isin ?? null,
    quantity,
    price,
    amount,
    fee,
    tax,
    reference,
    reason,
  ] as const

describe.each([
  ['OFX 2 (XML)', version2],
  ['OFX 1 (SGML)', version1],
])('%s', (_name, write) => {
  it('reads every kind of booking, with the names from the list at the end', async () => {
    const { format, accountNumber, baseCurrency, lines, claims } = await readStatement(write(statement('A1', bookings)))
    expect({ format, accountNumber, baseCurrency }).toEqual({ format: 'ofx', accountNumber: 'A1', baseCurrency: 'USD' })
    const moved = 'This row moves something between parts of the same account.'
    const claimed = 'which is compared with what the rows add up to.'
    expect(lines.map(figures)).toEqual([
      ['trade', '2024-03-05', 'ACME', '100', '50', '-5025', '25', '0', '1', null],
      ['trade', '2024-03-05', 'ACME', '-40', '60', '2394', '5', '1', '2', null],
      ['dividend', '2024-03-05', 'ACME', null, null, '85', '0', '15', '3', null],
      ['dividend', '2024-03-05', 'LU0001', null, null, '20', '0', '0', '4', null],
      ['trade', '2024-03-05', 'LU0001', '2.5', '8', '-20', '0', '0', '4', null],
      ['deposit', '2024-03-01', null, null, null, '10000', '0', '0', '5', null],
      ['withdrawal', '2024-03-02', null, null, null, '-500', '0', '0', '6', null],
      ['interest', '2024-03-02', null, null, null, '1.25', '0', '0', '7', null],
      ['delivery', '2024-03-05', 'ACME', '-10', null, '0', '0', '0', '8', null],
      ['split', '2024-03-05', 'ACME', '150', null, '0', '0', '0', '9', null],
      ['trade', '2024-03-05', 'ACME  240621C00060000', '2', '1.5', '-300', '0', '0', '10', null],
      ['trade', '2024-03-05', 'ACME  240621C00060000', '-2', '0', '0', '0', '0', '11', null],
      ['ignored', null, null, null, null, '0', '0', '0', null, moved],
      ['fee', '2024-03-05', 'ACME', null, null, '-3', '0', '0', '13', null],
      ['unread', null, null, null, null, '0', '0', '0', null, 'The number of units "abc" is not a number.'],
      ['ignored', null, null, null, null, '0', '0', '0', null, `This row states a position, ${claimed}`],
      ['ignored', null, null, null, null, '0', '0', '0', null, `This row states a balance, ${claimed}`],
    ])
    expect(new Date(lines[0]!.atMs!).toISOString()).toBe('2024-03-05T19:30:00.000Z')
    expect(lines[0]!.settlementDay).toBe('2024-03-07')
    expect(lines[3]!.instrument).toMatchObject({ isin: 'LU0001', name: 'World Fund', assetType: 'MUTUAL_FUND' })
    expect(lines[5]!.description).toBe('Deposit & thanks')
    expect(lines[9]!.ratio).toEqual({ from: '1', to: '4' })
    expect(lines[10]!.instrument).toMatchObject({ assetType: 'OPTION', multiplier: 100 })
    expect(claims).toEqual([
      { kind: 'position', day: '2024-03-31', instrument: lines[0]!.instrument, quantity: '200' },
      { kind: 'cash', day: '2024-03-31', currency: 'USD', amount: '6632.25' },
    ])
  })

  it('leaves a second account of the file out', async () => {
    const { lines, accountNumber } = await readStatement(
      write(statement('A1', bookings.slice(0, 1)), statement('A2', bookings.slice(1, 2))),
    )
    expect(accountNumber).toBe('A1')
    expect(lines.filter(({ reason }) => reason?.endsWith('another account, A2.') === true)).toHaveLength(3)
    expect(lines.filter(({ fate }) => fate === 'trade')).toHaveLength(1)
  })

  it('refuses a file that ends before its last element', async () => {
    const whole = write(statement('A1', bookings))
    await expect(readStatement(whole.subarray(0, whole.length - 40))).rejects.toMatchObject({ fault: 'cutOff' })
  })
})

it('names the line on which a booking of an OFX file begins', async () => {
  const { lines } = await readStatement(version2(statement('A1', bookings)))
  expect(lines.slice(0, 3).map(({ line }) => line)).toEqual([4, 5, 6])
})

it.each(['&#0;', '&#55296;'])('reads the code %s, which is no character, as it is written', async (code) => {
  const content = String(version1(statement('A1', bookings))).replace('Deposit &amp; thanks', `Deposit ${code}`)
  expect(content).toContain(code)
  const { lines } = await readStatement(Buffer.from(content))
  expect(lines[5]!.description).toBe(`Deposit ${code}`)
})

it('refuses an XML file with a code that is no character', async () => {
  const content = String(version2(statement('A1', bookings))).replace('Deposit &amp; thanks', 'Deposit &#0;')
  await expect(readStatement(Buffer.from(content))).rejects.toMatchObject({ fault: 'brokenMarkup' })
})
