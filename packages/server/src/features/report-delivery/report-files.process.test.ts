// The files of a report: what a PDF reader, a spreadsheet and a text editor find in them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { type CapitalStatement, isNumericColumn, type ReportColumnType } from '@clubfolio/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePng } from '../../adapters/picture/png.ts'
import { cents } from '../../testing/factories.ts'
import { nameFunds } from '../fund/book/read-issuer.ts'
import { writeStatementPdf } from '../fund/statement/write-statement-pdf.ts'
import { toWireColumn } from '../report/wire-column.ts'
import { fileName } from '../../kernel/file-name.ts'
import { cellText } from './cell-text.ts'
import { reportFileName, type ReportFileOrder } from './report-file.ts'
import { writeReportCsv } from './write-report-csv.ts'
import { writeReportExcel } from './write-report-excel.ts'
import { writeReportPdf } from './write-report-pdf.ts'

const poppler = spawnSync('pdftotext', ['-v'], { encoding: 'utf8' })
const hasPoppler = poppler.error === undefined

test('pdftotext is here to read PDFs back', (context) => {
  if (!hasPoppler)
    context.skip(
      'pdftotext is MISSING: the text of PDFs was not read back. Install it (apt-get install poppler-utils) and run again.',
    )
  expect(poppler.stderr).toContain('pdftotext')
})

const now = new Date('2026-03-04T15:00:00Z')
const types = {
  day: 'DATE',
  at: 'DATE_TIME',
  member: 'TEXT',
  quantity: 'QUANTITY',
  price: 'PRICE_DOLLAR',
  amount: 'DOLLAR',
  change: 'PERCENT',
} as const satisfies Record<string, ReportColumnType>

function orderOf(
  rows: readonly (readonly (string | null)[])[],
  totals?: readonly (string | null)[],
  name = 'Transactions',
): ReportFileOrder {
  const columns = Object.entries(types).map(([field, type]) => ({
    field,
    header: field,
    type,
    canBeSort: true,
    isNumeric: isNumericColumn(type),
  }))
  return {
    now,
    rows,
    table: {
      name,
      issuer: { manager: 'Maria Keller', clubs: ['Riverside Club'] },
      period: '2026-01-01 to 2026-03-04',
      filters: ['Account: 10000001', 'Period: 2026-01-01 to 2026-03-04'],
      columns,
      rowCount: rows.length,
      basis: 'Figures of the close of 2026-03-03',
      currency: 'USD',
      readAt: now.getTime(),
      ...(totals ? { totals } : {}),
    },
  }
}
const row = (member: string, rest: Partial<Record<keyof typeof types, string | null>> = {}): (string | null)[] =>
  Object.keys(types).map(
    (field) =>
      ({
        day: '2026-03-04',
        at: '2026-03-04T15:00:00.000Z',
        member,
        quantity: '1000.2500',
        price: '10.1',
        amount: '-1234.50',
        change: '2.5',
        ...rest,
      })[field as keyof typeof types] ?? null,
  )

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'clubfolio-report-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function textOf(pdf: Buffer): string {
  writeFileSync(join(folder, 'report.pdf'), pdf)
  return spawnSync('pdftotext', ['-layout', join(folder, 'report.pdf'), '-'], { encoding: 'utf8' }).stdout
}

const balance = {
  value: cents('1234567.89'),
  units: '125000.12345678',
  unitValue: '9.8765431200',
  percent: 100,
  figuresOf: 'close of 2026-03-03',
}
const returns: CapitalStatement['period'] = {
  timeWeighted: { percent: 3.2, from: '2026-02-10', to: '2026-03-04' },
  fundTimeWeighted: { percent: -1.5, from: '2026-02-02', to: '2026-03-04' },
  internalRate: { percent: null, because: 'too-short' },
  benchmarks: [{ symbol: 'SPY', endValue: cents('5.00'), internalRate: { percent: null, because: 'too-short' } }],
}
const statement: CapitalStatement = {
  accountId: '00000000-0000-7000-8000-000000000001',
  memberId: '00000000-0000-7000-8000-000000000002',
  holder: 'Ann Keller',
  accountNumber: '•••• 1234',
  isPaper: false,
  currency: 'EUR',
  from: '2026-02-02',
  to: '2026-03-04',
  openingDay: '2026-02-02',
  opening: balance,
  closing: balance,
  lines: [],
  realised: cents('0.00'),
  unrealisedChange: cents('-3.00'),
  expenses: cents('0.00'),
  accrued: { management: cents('1.64'), performance: cents('0.00'), net: cents('298.36') },
  period: returns,
  sinceStart: returns,
  earned: {
    closes: 0,
    missing: 0,
    lines: [],
    total: { price: cents('0'), income: cents('0'), fees: cents('0'), profit: cents('0'), contribution: null },
    corrections: [],
  },
}

const anIssuer = { manager: 'Maria Keller', clubs: [] }

describe.skipIf(!hasPoppler)('papers of an account in euros', () => {
  test('a report has them in every amount and in its sums', async () => {
    const order = orderOf([row('Ann Keller')], [null, null, null, null, null, '-1234.50', null])
    const text = textOf(await writeReportPdf({ ...order, table: { ...order.table, currency: 'EUR' } }))
    expect(text).toContain('-1,234.50 EUR')
    expect(text).not.toContain('$')
  })

  test('a statement has them in the heads of its columns, and no digit of an amount is cut', async () => {
    const text = textOf(await writeStatementPdf({ statement, issuer: { manager: 'Maria Keller', clubs: [] } }, now))
    expect(text).toContain('Fund of account •••• 1234 · Manager: Maria Keller · Issued 2026-03-04')
    expect(text).toContain('Figures of the close of 2026-03-03')
    expect(text).toMatch(/Time-weighted return of the holder +3\.20%, 2026-02-10 to 2026-03-04/)
    expect(text).toMatch(/Time-weighted return of the fund +-1\.50%, 2026-02-02 to 2026-03-04/)
    expect(text).toContain('close of 2026-03-03 (100.00% of the fund)')
    expect(text).toMatch(/Amount \(EUR\) +Units +Unit value \(EUR\)/)
    expect(text).toMatch(/Closing balance.* 1,234,567\.89 +125,000\.12345678 +9\.8765431200/)
    expect(text).toMatch(/Same cash in SPY +5\.00 EUR/)
    expect(text).not.toContain('$')
  })

  test('a statement in dollars has the sign at its amounts', async () => {
    const inDollars = { statement: { ...statement, currency: 'USD' }, issuer: { manager: 'Maria Keller', clubs: [] } }
    const text = textOf(await writeStatementPdf(inDollars, now))
    expect(text).toMatch(/Amount +Units +Unit value\n/)
    expect(text).toMatch(/Closing balance.* \$1,234,567\.89 +125,000\.12345678 +\$9\.8765431200/)
    // What has accrued and is not charged comes below the closing balance.
    expect(text).toMatch(
      /Closing balance[^]*Accrued management fee +-\$1\.64\s+Accrued performance fee +\$0\.00\s+Net value +\$298\.36/,
    )
  })

  test('what earned the money fits one page: the largest instruments, the others as one, in one line each', async () => {
    const figures = (profit: string, contribution: number | null) => ({
      price: cents(profit),
      income: cents('0'),
      fees: cents('0'),
      profit: cents(profit),
      contribution,
    })
    const earned = {
      ...statement.earned,
      closes: 20,
      lines: [
        ...Array.from({ length: 60 }, (_line, index) => ({
          kind: 'LINES' as const,
          name: `SYM${index}`,
          detail: 'A name that is longer than the column of names is wide',
          ...figures(`${index % 2 === 0 ? '-' : ''}${60 - index}.00`, null),
        })),
        { kind: 'CASH' as const, name: 'Cash', detail: null, ...figures('1.00', null) },
      ],
      total: figures('-29.00', null),
    }
    const pages = textOf(await writeStatementPdf({ statement: { ...statement, earned }, issuer: anIssuer }, now)).split(
      '\f',
    )
    expect(pages.filter((page) => page.trim() !== '')).toHaveLength(2)
    expect(pages[1]).toMatch(/SYM0 · A name that is longer.*… +-60\.00 +-60\.00 +0\.00 +0\.00 +n\/a\n/)
    expect(pages[1]).toMatch(/SYM23 .* 37\.00[^]*Others \(36\) +-18\.00[^]*Cash +1\.00[^]*Together +-29\.00/)
    expect(pages[1]).not.toContain('SYM24')
    const gap = { ...statement.earned, closes: 20, missing: 3 }
    const text = textOf(await writeStatementPdf({ statement: { ...statement, earned: gap }, issuer: anIssuer }, now))
    expect(text).toContain('earned at 3 of the 20 closes of these days is not computed')
  })

  test('a statement of a fund of billions has every digit of its units and amounts', async () => {
    const large = { ...balance, value: cents('12345678901.23'), units: '1234567890.12345678' }
    const issuer = { manager: 'Maria Keller', clubs: [] }
    const text = textOf(await writeStatementPdf({ statement: { ...statement, closing: large }, issuer }, now))
    expect(text).toMatch(/Closing balance.* 12,345,678,901\.23 +1,234,567,890\.12345678 +9\.8765431200/)
  })
})

describe.skipIf(!hasPoppler)('papers of a club', () => {
  const head = {
    name: 'Riverside Club',
    address: 'Quay 4, 8001 Zurich',
    text: 'Not an offer.\nIBAN CH93 0076 2011 6238 5295 7',
    logo: writePng({ width: 300, height: 120, pixels: new Uint8Array(300 * 120 * 4).fill(180) }),
  }
  const issuer = { manager: 'Maria Keller', clubs: ['Riverside Club'], head }
  const expectPaper = (text: string, title: string) => {
    const places = ['Riverside Club', 'Quay 4, 8001 Zurich', title, 'Not an offer.', 'IBAN CH93 0076'].map((words) =>
      text.indexOf(words),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
  }

  test('a statement has name and address above its title, and the text of the club below everything', async () => {
    const text = textOf(await writeStatementPdf({ statement, issuer }, now))
    expectPaper(text, 'Capital account statement')
    expect(text).toContain('Riverside Club · Manager: Maria Keller · Issued 2026-03-04')
  })

  test('a report has them on its first page and at its end only, however many pages it has', async () => {
    const order = orderOf(Array.from({ length: 200 }, (_row, index) => row(`Member ${index}`)))
    const text = textOf(await writeReportPdf({ ...order, table: { ...order.table, issuer } }))
    expectPaper(text, 'Transactions')
    expect(text.match(/Quay 4, 8001 Zurich/g)).toHaveLength(1)
    expect(text.match(/Not an offer\./g)).toHaveLength(1)
  })

  test('a text of many lines is one paragraph at the foot of the last page, below its rows', async () => {
    const long = { ...head, text: Array.from({ length: 60 }, (_line, index) => `Line ${index}.`).join('\n') }
    for (const count of [20, 30, 31, 32, 33, 34, 35, 36]) {
      const order = orderOf(Array.from({ length: count }, (_row, index) => row(`Member ${index}`)))
      const paper = { ...order, table: { ...order.table, issuer: { ...issuer, head: long } } }
      const last = textOf(await writeReportPdf(paper))
        .split('\f')
        .at(-2)!
      expect(last).toContain(`Member ${count - 1}`)
      expect(last).toContain('Line 0. · Line 1. · Line 2.')
      expect(last).toContain('Line 59.')
    }
  })

  test('a spreadsheet names the address beside the club', async () => {
    const order = orderOf([row('Ann Keller')])
    const book = unzipSync(await writeReportExcel({ ...order, table: { ...order.table, issuer } }))
    expect(strFromU8(book['xl/sharedStrings.xml']!)).toContain('Quay 4, 8001 Zurich')
  })
})

describe.skipIf(!hasPoppler)('a report as PDF', () => {
  test('says its name, what was chosen, when it was read, its rows and its sums', async () => {
    const text = textOf(
      await writeReportPdf(orderOf([row('Ann Keller')], [null, null, null, null, null, '-1234.50', null])),
    )
    for (const words of [
      'Transactions',
      'Riverside Club · Manager: Maria Keller',
      'Account: 10000001 · Period: 2026-01-01 to 2026-03-04',
      'Figures of the close of 2026-03-03',
      'Written 2026-03-04 10:00:00 ET · 1 row',
      '2026-03-04 10:00:00 ET',
      'Ann Keller',
      '1,000.25',
      '$10.10',
      '-$1,234.50',
      '2.50%',
      'Total',
      'page 1 of 1',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('writes Latin with accents, Greek and Cyrillic so that they can be read back', async () => {
    const names = [
      'Zoë Ørsted-Żółć',
      'Nguyễn Thị Minh Khai',
      'Γιώργος Παπαδόπουλος',
      'Ἀριστοτέλης',
      'Иван Петрович Щукин',
      'Їжак Ґудзик',
      'e\u0301te\u0301',
    ]
    const text = textOf(await writeReportPdf(orderOf(names.map((name) => row(name))))).normalize('NFC')
    for (const name of names) expect(text).toContain(name.normalize('NFC'))
  })

  test('marks what its font cannot show, one mark for what is one character, and names the codes', async () => {
    const text = textOf(await writeReportPdf(orderOf([row('山田 & 👩‍👩‍👧')])))
    expect(text).toContain('\uFFFD\uFFFD & \uFFFD')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('U+5C71, U+7530, U+1F469 U+200D U+1F469 U+200D U+1F467')
  })

  test('repeats the head on every page, and numbers the pages', async () => {
    const pages = textOf(
      await writeReportPdf(orderOf(Array.from({ length: 200 }, (_row, index) => row(`Member ${index}`)))),
    )
      .split('\f')
      .filter((page) => page.trim() !== '')
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/quantity\s+price\s+amount/)
      expect(page).toContain(`page ${index + 1} of ${pages.length}`)
    }
    const whole = pages.join('\n')
    for (let index = 0; index < 200; index++) expect(whole).toMatch(new RegExp(`Member ${index}\\b`))
  })

  test('wraps long words, and goes on over pages where one row is longer than one', async () => {
    const words = Array.from({ length: 1500 }, (_word, index) => `word${index}`).join(' ')
    const text = textOf(await writeReportPdf(orderOf([row('x'.repeat(300)), row(words), row('the last')])))
    expect(text.match(/x/g)!.length).toBeGreaterThanOrEqual(300)
    for (const word of ['word0', 'word700', 'word1499', 'the last']) expect(text).toMatch(new RegExp(`${word}\\b`))
  })

  describe('draws the graph of the report above its rows', () => {
    const drawn = (kind: 'BAR' | 'LINE', series: readonly string[], splitBy: string | null = null) => {
      const order = orderOf([
        row('Ann', { day: '2026-03-02', amount: '100.00' }),
        row('Ben', { day: '2026-03-02', amount: '50.00' }),
        row('Ann', { day: '2026-03-03', amount: '-75.00' }),
      ])
      const columns = order.table.columns.map((column) =>
        toWireColumn({ ...column, isSummed: column.type === 'DOLLAR' }),
      )
      return writeReportPdf({
        ...order,
        table: { ...order.table, graph: { graph: { kind, x: 'day', series: [...series], splitBy }, columns } },
      })
    }
    /** What the pages draw, as the operators of their content streams. */
    const operatorsOf = (pdf: Buffer): string => {
      const bytes = pdf.toString('latin1')
      return [...bytes.matchAll(/<<[^>]*\/Filter \/FlateDecode[^>]*>>\nstream\n/g)]
        .map(({ index, 0: head }) => {
          const start = index + head.length
          return inflateSync(pdf.subarray(start, bytes.indexOf('\nendstream', start))).toString('latin1')
        })
        .filter((content) => / re$/m.test(content))
        .join('\n')
    }
    const boxesOf = (pdf: Buffer): { readonly width: number; readonly height: number }[] =>
      [...operatorsOf(pdf).matchAll(/^[\d.-]+ [\d.-]+ ([\d.-]+) ([\d.-]+) re$/gm)].map(([, width, height]) => ({
        width: Number(width),
        height: Number(height),
      }))

    test('bars of one point per day, added up, with axis and legend, and without a picture', async () => {
      const pdf = await drawn('BAR', ['amount'])
      const text = textOf(pdf)
      for (const words of ['amount', '2026-03-02', '2026-03-03', '$200.00', '-$100.00']) expect(text).toContain(words)
      // The swatch of the legend, then a bar of 150.00 and one of -75.00 on an axis from -100.00 to 200.00.
      const [swatch, first, second] = boxesOf(pdf)
      expect(swatch).toEqual({ width: 8, height: 8 })
      expect([first!.height, second!.height]).toEqual([75, 37.5])
      expect(pdf.toString('latin1')).not.toContain('/Subtype /Image')
    })

    test('a line per value of the column that splits it, the fifth one broken', async () => {
      const text = textOf(await drawn('LINE', ['change'], 'member'))
      for (const words of ['change · Ann', 'change · Ben']) expect(text).toContain(words)
      const many = await drawn('LINE', ['quantity', 'price', 'amount', 'change'], 'member')
      expect(operatorsOf(many)).toMatch(/\[5 3\] 0 d/)
      expect(operatorsOf(await drawn('LINE', ['change'], 'member'))).not.toMatch(/\[5 3\] 0 d/)
    })

    test('nothing where no row has a number for it', async () => {
      const order = orderOf([row('Ann', { amount: null })])
      const graph = { kind: 'BAR' as const, x: 'day', series: ['amount'], splitBy: null }
      const pdf = await writeReportPdf({
        ...order,
        table: { ...order.table, graph: { graph, columns: order.table.columns.map(toWireColumn) } },
      })
      expect(operatorsOf(pdf)).not.toMatch(/ 8 8 re$/m)
    })
  })

  test('without rows says so', async () => {
    expect(textOf(await writeReportPdf(orderOf([])))).toContain('There are no rows with these filters.')
  })
})

test('the same report is the same bytes', async () => {
  const order = orderOf([row('Ann'), row('Иван')])
  expect((await writeReportPdf(order)).equals(await writeReportPdf(order))).toBe(true)
})

describe('a report as a spreadsheet', () => {
  const parts = async (order: ReportFileOrder) => {
    const files = unzipSync(await writeReportExcel(order))
    const part = (name: string) => strFromU8(files[name]!)
    const strings = [...part('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((match) => match[1]!)
    const cell = (place: string) => {
      const [, attributes = '', content = ''] =
        new RegExp(`<c r="${place}"([^>]*?)(?:/>|>(.*?)</c>)`).exec(part('xl/worksheets/sheet1.xml')) ?? []
      const value = /<v>(.*?)<\/v>/.exec(content)?.[1]
      const style = Number(/s="(\d+)"/.exec(attributes)?.[1])
      return {
        isText: attributes.includes('t="s"'),
        value: attributes.includes('t="s"') ? strings[Number(value)] : value,
        style,
      }
    }
    const format = (place: string) => {
      const styles = part('xl/styles.xml')
      const id = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*numFmtId="(\d+)"|<xf /g)][
        cell(place).style
      ]?.[1]
      return new RegExp(`numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1]?.replaceAll('&quot;', '"')
    }
    return { part, cell, format, sheet: part('xl/worksheets/sheet1.xml') }
  }

  test('has numbers as numbers and days as days, each with its format', async () => {
    const { cell, format } = await parts(orderOf([row('Ann')]))
    // Days since 1899-12-30; 10:00 in New York.
    expect(['A2', 'B2', 'D2', 'E2', 'F2', 'G2'].map((place) => cell(place).value)).toEqual([
      '46085',
      expect.stringMatching(/^46085\.4166666/),
      '1000.25',
      '10.1',
      '-1234.5',
      '0.025',
    ])
    expect(cell('C2')).toMatchObject({ isText: true, value: 'Ann' })
    expect(['A2', 'B2', 'D2', 'E2', 'F2', 'G2'].map(format)).toEqual([
      'yyyy-mm-dd',
      'yyyy-mm-dd hh:mm:ss',
      '#,##0.00',
      '"$"#,##0.00;-"$"#,##0.00',
      '"$"#,##0.00;-"$"#,##0.00',
      '0.00%',
    ])
  })

  test('keeps the digits that a double cannot hold as text', async () => {
    const { cell } = await parts(
      orderOf([
        row('Ann', { amount: '9007199254740993.01', quantity: '123456789.12345678', price: '999999999999.125' }),
      ]),
    )
    expect(cell('F2')).toMatchObject({ isText: true, value: '$9,007,199,254,740,993.01' })
    expect(cell('D2')).toMatchObject({ isText: true, value: '123,456,789.12345678' })
    expect(cell('E2')).toMatchObject({ isText: false, value: '999999999999.125' })
  })

  test('has no formula, whatever people wrote, and every word as it was', async () => {
    const words = [
      '=1+1',
      '+12125550100',
      '-cmd|calc',
      '@SUM(A1)',
      '\t=1',
      '=HYPERLINK("http://x")',
      'constructor',
      '__proto__',
      'toString',
      '<b>&amp;',
      ' spaced ',
      '00123',
      '1e5',
    ]
    const { cell, part, sheet } = await parts(orderOf(words.map((word) => row(word))))
    expect(sheet).not.toMatch(/<f[ >]/)
    expect(words.map((_word, index) => cell(`C${index + 2}`))).toEqual(
      words.map(
        (word) =>
          expect.objectContaining({
            isText: true,
            value: word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
          }) as unknown,
      ),
    )
    expect(part('xl/sharedStrings.xml')).not.toContain('\u0001')
  })

  test('keeps the head in sight with a filter over all rows, sums below it, and a second sheet about it', async () => {
    const { cell, sheet, part } = await parts(
      orderOf([row('Ann'), row('Ben')], [null, null, null, null, null, '-2469.00', null]),
    )
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
    expect(sheet).toContain('<autoFilter ref="A1:G3"/>')
    expect(sheet.indexOf('</sheetData>')).toBeLessThan(sheet.indexOf('<autoFilter'))
    expect([cell('A4').value, cell('F4').value]).toEqual(['Total', '-2469'])
    expect(part('xl/workbook.xml')).toContain('name="About"')
    const about = part('xl/sharedStrings.xml')
    for (const words of ['Riverside Club', 'Maria Keller', 'Period: 2026-01-01 to 2026-03-04'])
      expect(about).toContain(words)
  })
})

test('as comma-separated text the numbers are plain and the words inert', () => {
  const text = writeReportCsv(
    orderOf([row('=1+1'), row('+12125550100'), row('Keller, "Ann"', { amount: null })]),
  ).toString('utf8')
  expect(text).toBe(
    '\uFEFFday,at,member,quantity,price,amount,change\r\n2026-03-04,2026-03-04T10:00:00-05:00,\'=1+1,1000.2500,10.1,-1234.50,2.5\r\n2026-03-04,2026-03-04T10:00:00-05:00,\'+12125550100,1000.2500,10.1,-1234.50,2.5\r\n2026-03-04,2026-03-04T10:00:00-05:00,"Keller, ""Ann""",1000.2500,10.1,,2.5\r\n',
  )
})

test('cells read as people write them', () => {
  expect([
    cellText('DOLLAR', '1234567.891'),
    cellText('PRICE_DOLLAR', '1.23450'),
    cellText('QUANTITY', '-1000000'),
    cellText('UNITS', '24108.33472159'),
    cellText('UNIT_VALUE', '10.1234567891'),
    cellText('QUANTITY', '33.33333333'),
    cellText('DATE_TIME', '2026-07-04T15:00:00Z'),
    cellText('TEXT', null),
  ]).toEqual([
    '$1,234,567.89',
    '$1.2345',
    '-1,000,000',
    '24,108.3347',
    '10.1235',
    '33.3333',
    '2026-07-04 11:00:00 ET',
    '',
  ])
})

test('a file name is only ever a name', () => {
  expect([
    fileName(['Fees / year'], 'pdf'),
    fileName(['a\r\nBcc: x@y.example'], 'csv'),
    fileName(['../..'], 'xlsx'),
    fileName(['', ' '], 'pdf'),
  ]).toEqual(['Fees - year.pdf', 'a Bcc - x@y.example.csv', '.. - ...xlsx', 'Report.pdf'])
  const period = '2026-01-01 to 2026-03-04'
  const manager = 'Maria Keller'
  expect(reportFileName({ name: 'Fees', issuer: { manager, clubs: ['Riverside Club'] }, period }, 'pdf')).toBe(
    'Fees - Riverside Club - Maria Keller - 2026-01-01 to 2026-03-04.pdf',
  )
  expect(reportFileName({ name: 'Fees', issuer: { manager, clubs: [] }, period: '2026-03-04' }, 'csv')).toBe(
    'Fees - Maria Keller - 2026-03-04.csv',
  )
  const paper = { manager, clubs: [], moneyMark: 'Paper' }
  expect(reportFileName({ name: 'Fees', issuer: paper, period: '2026-03-04' }, 'csv')).toBe(
    'Fees - Paper - Maria Keller - 2026-03-04.csv',
  )
  const unnamed = nameFunds(paper, ['•••• 4821 · Paper'])
  expect(reportFileName({ name: 'Fees', issuer: unnamed, period: '2026-03-04' }, 'csv')).toBe(
    'Fees - Paper - Fund of account •••• 4821 - Maria Keller - 2026-03-04.csv',
  )
  // A long name leaves room for the others.
  expect(reportFileName({ name: 'n'.repeat(200), issuer: { manager, clubs: ['c'.repeat(60)] }, period }, 'pdf')).toBe(
    `${'n'.repeat(60)} - ${'c'.repeat(60)} - Maria Keller - 2026-01-01 to 2026-03-04.pdf`,
  )
})
