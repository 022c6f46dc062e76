// The capital account statement as a PDF page that matches the one on the screen.
import {
  accruedRows,
  allLines,
  correctedHeading,
  correctedNote,
  correctedRows,
  earnedGap,
  earnedHeading,
  earnedNote,
  earnedRows,
  statementHeading,
  statementTitle,
  type CapitalStatement,
  type EarnedRow,
} from '@clubfolio/contract'
import {
  formatMoney,
  groupThousands,
  negateCents,
  newYorkDateAt,
  toCents,
  toEpochMs,
  type MoneyValue,
} from '@clubfolio/domain'
import { percentFigure, exactAmount } from '../book/figure-text.ts'
import { describeIssuer, nameFunds, type Issuer } from '../book/read-issuer.ts'
import { openPdf, type PdfPage } from '../../../adapters/pdf/pdf-page.ts'
import { nameAccount } from '../../account/account-name.ts'

type Returns = CapitalStatement['period']

export interface StatementPaper {
  readonly statement: CapitalStatement
  readonly issuer: Issuer
}

/**
 * Writes the statement as a PDF, with the last digits of the account number only: it is a paper for the member. This
 * takes up to a tenth of a second of CPU time, so it runs in a worker thread (`print-statement.ts`).
 */
export async function writeStatementPdf({ statement, issuer }: StatementPaper, now: Date): Promise<Buffer> {
  const page = openPdf({ title: statementTitle(statement), now, head: issuer.head })
  const account = nameAccount({ number: statement.accountNumber, is_paper: statement.isPaper })
  page.heading(statementHeading)
  page.note(`${describeIssuer(nameFunds(issuer, [account]))} · Issued ${newYorkDateAt(toEpochMs(now.getTime()))}`)
  page.note(
    statement.closing.figuresOf === null ? 'There is no close yet.' : `Figures of the ${statement.closing.figuresOf}`,
  )
  page.note(`${statement.holder} · account ${account} · ${statement.from} to ${statement.to}`)
  const words = wordsIn(statement.currency)
  writeBalances(page, statement, words)
  if (statement.lines.length > 0) {
    page.section('Dealings of the period')
    const widths = [75, 120, 95, 110, 115]
    page.row(['Day', 'What', words.head('Amount'), 'Units', words.head('Unit value')], widths, { isHead: true })
    for (const line of statement.lines)
      page.row(
        [line.day, line.what, words.amount(line.amount), unitsText(line.units), words.unitValue(line.unitValue)],
        widths,
      )
  }
  page.section('Returns')
  const widths = [185, 165, 165]
  page.row(['', `${statement.from} to ${statement.to}`, 'Since the start'], widths, { isHead: true })
  for (const [label, read] of returnRows(statement))
    page.row([label, read(statement.period), read(statement.sinceStart)], widths)
  page.note(
    'Realised and unrealised results follow the share of all units held at each close. Unit values carry 10 ' +
      'decimals; amounts are rounded once, half to even.',
  )
  writeEarnings(page, statement, words)
  return page.finish()
}

/** A page of its own; where there is no table, the reason is below the statement. */
function writeEarnings(page: PdfPage, statement: CapitalStatement, words: TableWords): void {
  const { earned, from, to, holder } = statement
  const gap = earnedGap(earned)
  if (gap !== null) {
    page.section(earnedHeading)
    page.note(gap)
  } else if (earned.lines.length > 0) {
    page.newPage()
    page.heading(earnedHeading)
    page.note(`${holder} · ${from} to ${to}`)
    const widths = [175, 75, 75, 65, 60, 65]
    const heads = ['Profit', 'Price', 'Income', 'Fees'].map((name) => words.head(name))
    page.row(['', ...heads, 'Contribution'], widths, { isHead: true })
    for (const row of earnedRows(earned.lines)) page.row(earnedCells(earnedName(row), row, words), widths)
    page.row(earnedCells('Together', earned.total, words), widths, { isTotal: true })
    page.note(earnedNote)
  }
  if (earned.corrections.length === 0) return
  page.section(correctedHeading)
  page.note(correctedNote)
  const widths = [245, 90, 90, 90]
  for (const correction of earned.corrections) {
    const days = `${correction.from} to ${correction.to}, issued ${newYorkDateAt(toEpochMs(correction.issuedAt))}`
    page.row([days, ...['Statement', 'Now', 'Difference'].map((name) => words.head(name))], widths, { isHead: true })
    for (const row of correctedRows(correction)) page.row(correctedCells(row.name, row, words), widths)
    page.row(correctedCells(allLines, correction.total, words), widths, { isTotal: true })
  }
}

const earnedCells = (
  name: string,
  { profit, price, income, fees, contribution }: Omit<EarnedRow, 'kind' | 'name' | 'detail'>,
  words: TableWords,
): string[] => [name, ...[profit, price, income, fees].map((amount) => words.amount(amount)), percent(contribution)]

const correctedCells = (
  name: string,
  { printed, now }: CapitalStatement['earned']['corrections'][number]['total'],
  words: TableWords,
): string[] => [name, words.amount(printed), words.amount(now), words.amount(toCents(now - printed))]

const mostOfName = 34

/** "AAPL · Apple Inc." on one line, so that the page has room for all of its rows; a code is never cut. */
function earnedName({ name, detail }: EarnedRow): string {
  if (detail === null || detail === name) return name
  const text = `${name} · ${detail}`
  const letters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
  if (letters.length <= mostOfName) return text
  return mostOfName - name.length < 8
    ? name
    : `${letters
        .slice(0, mostOfName - 1)
        .join('')
        .trimEnd()}…`
}

interface TableWords {
  readonly head: (name: string) => string
  readonly amount: (value: MoneyValue) => string
  readonly unitValue: (text: string) => string
}

/** Dollars have their sign in the cell; another currency is in the head, because its code leaves no room for digits. */
function wordsIn(currency: string): TableWords {
  if (currency === 'USD')
    return {
      head: (name) => name,
      amount: (value) => formatMoney(value),
      unitValue: (text) => exactAmount(text, 'USD'),
    }
  return {
    head: (name) => `${name} (${currency})`,
    amount: (value) => formatMoney(value, { isPlain: true }),
    unitValue: unitsText,
  }
}

function writeBalances(page: PdfPage, statement: CapitalStatement, words: TableWords): void {
  const { opening, closing, lines } = statement
  const widths = [268, 77, 82, 88]
  const sum = (word: string) =>
    lines.filter((line) => line.what === word).reduce((total, line) => total + line.amount, 0n)
  page.section('Account')
  page.row(['', words.head('Amount'), 'Units', words.head('Unit value')], widths, { isHead: true })
  page.row(
    [
      balanceWords('Opening balance', opening),
      words.amount(opening.value),
      unitsText(opening.units),
      words.unitValue(opening.unitValue),
    ],
    widths,
  )
  for (const word of new Set(lines.map((line) => line.what))) page.row([word, words.amount(sum(word)), '', ''], widths)
  page.row(['Realised result before expenses', words.amount(statement.realised), '', ''], widths)
  page.row(['Change in unrealised result', words.amount(statement.unrealisedChange), '', ''], widths)
  page.row(['Expenses', words.amount(negateCents(statement.expenses)), '', ''], widths)
  page.row(
    [
      balanceWords('Closing balance', closing),
      words.amount(closing.value),
      unitsText(closing.units),
      words.unitValue(closing.unitValue),
    ],
    widths,
    { isTotal: true },
  )
  for (const [label, amount] of accruedRows(statement)) page.row([label, words.amount(amount), '', ''], widths)
}

/** `unitsText('-4396.40861843')` is "-4,396.40861843". */
function unitsText(units: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(.*)$/.exec(units) ?? []
  return `${sign}${groupThousands(whole)}${fraction}`
}

/** "Closing balance, close of 2026-11-20 (12.34% of the fund)" */
const balanceWords = (label: string, { figuresOf, percent: share }: CapitalStatement['opening']): string =>
  `${label}${figuresOf === null ? '' : `, ${figuresOf}`} (${percentFigure(share)} of the fund)`

function returnRows({ period, sinceStart, currency }: CapitalStatement): [string, (returns: Returns) => string][] {
  const symbols = [...new Set([...period.benchmarks, ...sinceStart.benchmarks].map((one) => one.symbol))]
  return [
    ['Time-weighted return of the holder', ({ timeWeighted }) => spanText(timeWeighted)],
    ['Time-weighted return of the fund', ({ fundTimeWeighted }) => spanText(fundTimeWeighted)],
    ['Money-weighted return (XIRR), a year', (returns) => percent(returns.internalRate.percent)],
    ...symbols.map((symbol): [string, (returns: Returns) => string] => [
      `Same cash in ${symbol}`,
      (returns) => {
        const one = returns.benchmarks.find((benchmark) => benchmark.symbol === symbol)
        return one ? formatMoney(one.endValue, { currency }) : 'n/a'
      },
    ]),
  ]
}

/** "12.34%, 2026-02-10 to 2026-02-28": the days differ where a holder joined later than the fund opened. */
const spanText = (span: Returns['timeWeighted']): string =>
  span === null ? 'no units' : `${percent(span.percent)}, ${span.from} to ${span.to}`

const percent = (value: number | null): string => (value === null ? 'n/a' : percentFigure(value))
