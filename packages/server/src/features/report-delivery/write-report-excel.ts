// A report as a spreadsheet: numbers are numbers, days are days, and words are text that is never evaluated. The header
// row stays visible and filters; a second sheet lists the choices and the time of reading.
import type { ReportColumnType } from '@clubfolio/contract'
import { newYorkOffsetMs, newYorkTimeText, timeZoneMark, toEpochMs } from '@clubfolio/domain'
import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node'
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility'
import { cellText, wholeNumberText } from './cell-text.ts'
import type { ReportFileOrder, WrittenColumn } from './report-file.ts'

/** A spreadsheet stores numbers as doubles: this many digits survive, longer numbers are written as text. */
const exactDigits = 15
/** The maximum length of a cell. */
const mostCharacters = 32_767
const narrowest = 9
const widest = 60
/** Spreadsheets count a day in 1900 that did not exist; before it their days are off by one. */
const firstSafeDay = '1900-03-01'

export async function writeReportExcel({ table, rows, onProgress }: ReportFileOrder): Promise<Buffer> {
  const { currency, issuer } = table
  const { head } = issuer
  const data: SheetData = [table.columns.map(headCell)]
  for (const [index, row] of rows.entries()) {
    data.push(table.columns.map(({ type }, place) => reportCell(type, row[place] ?? null, currency)))
    if ((index + 1) % 1000 === 0) await onProgress?.(index + 1)
  }
  const filtered = data.length
  if (table.totals) {
    const place = table.totals.indexOf(null)
    data.push(
      table.columns.map(({ type }, index) => ({
        ...(reportCell(type, table.totals![index] ?? null, currency) ??
          (index === place ? textCell('Total') : textCell(''))),
        fontWeight: 'bold',
        topBorderStyle: 'thin',
      })),
    )
  }
  const about: SheetData = [
    [{ ...textCell('Report'), fontWeight: 'bold' }, textCell(table.name)],
    ...issuer.clubs.map((club) => [{ ...textCell('Club'), fontWeight: 'bold' as const }, textCell(club)]),
    ...(head && head.address !== ''
      ? [[{ ...textCell('Address'), fontWeight: 'bold' as const }, textCell(head.address)]]
      : []),
    [{ ...textCell('Manager'), fontWeight: 'bold' }, textCell(issuer.manager)],
    [{ ...textCell('Period'), fontWeight: 'bold' }, textCell(table.period)],
    ...table.filters.map((words, index) => [
      index === 0 ? { ...textCell('Filters'), fontWeight: 'bold' as const } : null,
      textCell(words),
    ]),
    [{ ...textCell('Figures'), fontWeight: 'bold' }, textCell(table.basis)],
    [{ ...textCell('Written'), fontWeight: 'bold' }, textCell(newYorkTimeText(toEpochMs(table.readAt)))],
    [
      { ...textCell('Rows'), fontWeight: 'bold' },
      { type: Number, value: table.rowCount, format: '#,##0', align: 'left' },
    ],
  ]
  const sheets = [
    {
      data,
      sheet: 'Report',
      columns: table.columns.map((column, index) => ({ width: columnWidth(column, { rows, index, currency }) })),
      stickyRowsCount: 1,
    },
    { data: about, sheet: 'About', columns: [{ width: 12 }, { width: 80 }] },
  ]
  return writeExcelFile(sheets, { features: [autoFilter(table.columns.length, filtered)] }).toBuffer()
}

const headCell = ({ header, type, isNumeric }: WrittenColumn): CellObject => ({
  ...textCell(type === 'DATE_TIME' ? `${header} (${timeZoneMark})` : header),
  fontWeight: 'bold',
  backgroundColor: '#F4F6F8',
  bottomBorderStyle: 'thin',
  align: isNumeric ? 'right' : 'left',
  alignVertical: 'top',
  wrap: true,
})

const textCell = (value: string): CellObject => ({ type: String, value: keepWord(value.slice(0, mostCharacters)) })

/**
 * The library indexes words by themselves in a plain object and would mistake `constructor` or `__proto__` for an
 * existing entry. Such words are prefixed with a control character, which makes them distinct and which the library
 * omits when it writes.
 */
const keepWord = (text: string): string => (text in {} ? `\u0001${text}` : text)

/** Returns a cell by its type; a value that a spreadsheet cannot hold exactly stays text. */
function reportCell(type: ReportColumnType, text: string | null, currency: string): CellObject | null {
  if (text === null || text === '') return null
  switch (type) {
    case 'DATE':
      return dateCell(text, `${text}T00:00:00Z`, 'yyyy-mm-dd')
    case 'MONTH':
      return dateCell(text, `${text}-01T00:00:00Z`, 'yyyy-mm')
    case 'DATE_TIME': {
      const epochMs = Date.parse(text)
      return Number.isNaN(epochMs)
        ? textCell(text)
        : dateCell(text, new Date(epochMs + newYorkOffsetMs(toEpochMs(epochMs))).toISOString(), 'yyyy-mm-dd hh:mm:ss')
    }
    case 'DOLLAR':
      return numberCell(text, text, { format: moneyFormat(2, currency), exact: exactText(type, text, currency) })
    case 'PRICE_DOLLAR':
      return numberCell(text, text, {
        format: moneyFormat(Math.min(4, Math.max(2, decimalsOf(text))), currency),
        exact: exactText(type, text, currency),
      })
    case 'PERCENT':
      return numberCell(text, `${text}e-2`, { format: '0.00%', exact: exactText(type, text, currency) })
    case 'INTEGER':
    case 'QUANTITY':
    case 'UNITS':
    case 'UNIT_VALUE':
      return numberCell(text, text, {
        format: decimalsOf(text) === 0 ? '#,##0' : `#,##0.${'0'.repeat(Math.min(10, decimalsOf(text)))}`,
        exact: exactText(type, text, currency),
      })
    case 'CODE':
      return textCell(cellText(type, text))
    default:
      return textCell(text)
  }
}

/** The amount stays a number; its currency is part of the cell's format. */
function moneyFormat(decimals: number, currency: string): string {
  const figure = `#,##0.${'0'.repeat(decimals)}`
  return currency === 'USD' ? `"$"${figure};-"$"${figure}` : `${figure}" ${currency}";-${figure}" ${currency}"`
}

function dateCell(text: string, instant: string, format: string): CellObject {
  const value = new Date(instant)
  return Number.isNaN(value.getTime()) || text < firstSafeDay
    ? textCell(text)
    : { type: Date, value, format, align: 'left' }
}

interface NumberWriting {
  readonly format: string
  /** The cell as text, for a number with too many digits. */
  readonly exact: string
}

function numberCell(text: string, scaled: string, { format, exact }: NumberWriting): CellObject {
  const value = Number(scaled)
  if (!/^-?\d+(\.\d+)?$/.test(text) || significantDigits(text) > exactDigits || !Number.isFinite(value))
    return { ...textCell(/^-?\d+(\.\d+)?$/.test(text) ? exact : text), align: 'right' }
  return { type: Number, value, format }
}

/** As on paper, but with every decimal: spreadsheets are used for calculations. */
const exactText = (type: ReportColumnType, text: string | null, currency: string): string =>
  text !== null && (type === 'QUANTITY' || type === 'UNITS' || type === 'UNIT_VALUE')
    ? wholeNumberText(text)
    : cellText(type, text, currency)

/** Number of significant digits: "-00120.500" has 4. */
const significantDigits = (text: string): number =>
  text
    .replace(/^-?0*\.?0*/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace('.', '').length
const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length

interface ColumnContent extends Pick<ReportFileOrder, 'rows'> {
  readonly index: number
  readonly currency: string
}

function columnWidth({ header, type }: WrittenColumn, { rows, index, currency }: ColumnContent): number {
  let longest = Math.max(...header.split(' ').map((word) => word.length)) + 3
  for (const row of rows) longest = Math.max(longest, exactText(type, row[index] ?? null, currency).length + 2)
  return Math.min(widest, Math.max(narrowest, longest))
}

type SheetFeature = NonNullable<NonNullable<Parameters<typeof writeExcelFile>[1]>['features']>[number]

/** The filter buttons of the header row, which the library leaves to its users. */
const autoFilter = (columns: number, rows: number): SheetFeature => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml, _options, { sheetIndex }) =>
          sheetIndex === 0 && columns > 0
            ? insertElementMarkupAccordingToOrderOfSiblings(
                xml,
                `<autoFilter ref="A1:${getCellAddress(rows - 1, columns - 1)}"/>`,
                getOrderOfSiblings('xl/worksheets/sheet{id}.xml', 'worksheet') ?? [],
                'worksheet',
              )
            : xml,
      },
    },
  },
})
