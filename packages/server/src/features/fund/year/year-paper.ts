// The year's papers as tables of text, and their PDF pages. A paper knows no database: it is written in a thread.
import {
  adviserNote,
  allocatedLines,
  differenceNote,
  type AllocatedLines,
  type FundYear,
  type HolderYear,
  type MyFundYear,
} from '@clubfolio/contract'
import { formatMoney, keysOf, negateCents, newYorkDateAt, toCents, toEpochMs, type Cents } from '@clubfolio/domain'
import { openPdf } from '../../../adapters/pdf/pdf-page.ts'
import { describeIssuer, type Issuer } from '../book/read-issuer.ts'

export interface PaperRow {
  readonly cells: readonly string[]
  readonly isTotal?: boolean
}

export interface PaperSection {
  readonly title: string
  readonly head: readonly string[]
  readonly widths: readonly number[]
  readonly rows: readonly PaperRow[]
}

export interface YearPaperPages {
  readonly title: string
  readonly issuer: Issuer
  /** Below the title: the days, the account, the close behind the figures. */
  readonly facts: readonly string[]
  readonly sections: readonly PaperSection[]
  readonly notes: readonly string[]
}

const labelWidths = [330, 185]
const capitalWidths = [245, 90, 90, 90]
const lineKeys = keysOf(allocatedLines)

/** Lines that are 0.00 for everybody are left out, so that a fund without interest has no such row. */
export const shownLines = (all: readonly AllocatedLines[]): (keyof AllocatedLines)[] =>
  lineKeys.filter((line) => line === 'costMethod' || all.some((lines) => lines[line] !== 0n))

export const allocationTitle = (year: number): string => `Allocation ${year}`

/** Returns the allocation and basis of one holder. */
export function allocationPaper(span: Omit<MyFundYear, 'holder'>, holder: HolderYear, issuer: Issuer): YearPaperPages {
  const words = amountsIn(span.currency)
  const { lines, total, real, basis } = holder
  const basisRows: [string, Cents][] = [
    ['Basis before', basis.before],
    ['Loss carried from before', negateCents(basis.lossBefore)],
    ['Paid in', basis.paidIn],
    ['Allocated', total],
    ['Gifts of units', basis.gifts],
    ['Went with what was taken out', negateCents(basis.takenOut)],
  ]
  return {
    title: allocationTitle(span.year),
    issuer,
    facts: [`${holder.name} · ${span.from} to ${span.to}`, stateOf(span)],
    sections: [
      {
        title: 'Allocation',
        head: ['', 'Amount'],
        widths: labelWidths,
        rows: [
          ...shownLines([lines]).map((line) => ({ cells: [allocatedLines[line], words(lines[line])] })),
          { cells: ['Sum of the lines', words(total)], isTotal: true },
          { cells: ['Real of the year', words(real)] },
        ],
      },
      {
        title: 'Basis',
        head: ['', 'Amount'],
        widths: labelWidths,
        rows: [
          ...basisRows.map(([label, value]) => ({ cells: [label, words(value)] })),
          { cells: ['Basis', words(basis.after)], isTotal: true },
          { cells: ['Loss carried forward', words(negateCents(basis.lossAfter))] },
        ],
      },
    ],
    notes: [differenceNote, adviserNote],
  }
}

/** Returns the lines of the fund and of all holders, a section for each. */
export function allocationsPaper(year: FundYear, issuer: Issuer): YearPaperPages {
  const words = amountsIn(year.currency)
  const all = [year.lines, ...year.holders.map(({ lines }) => lines)]
  // A section of its own needs an amount; the pages of holders have the line "cost method" also without.
  const shown = shownLines(all).filter((line) => all.some((lines) => lines[line] !== 0n))
  return {
    title: allocationTitle(year.year),
    issuer,
    facts: [`All holders · ${year.from} to ${year.to}`, stateOf(year)],
    sections: [
      ...shown.map((line) => ({
        title: allocatedLines[line],
        head: ['Holder', 'Amount'],
        widths: labelWidths,
        rows: [
          ...year.holders
            .filter(({ lines }) => lines[line] !== 0n)
            .map(({ name, lines }) => ({ cells: [name, words(lines[line])] })),
          { cells: ['Fund', words(year.lines[line])], isTotal: true },
        ],
      })),
      {
        title: 'Sum of the lines and basis',
        head: ['Holder', 'Lines', 'Basis before', 'Basis'],
        widths: capitalWidths,
        rows: [
          ...year.holders.map(({ name, total, basis }) => ({
            cells: [name, words(total), words(basis.before), words(basis.after)],
          })),
          { cells: ['Fund', words(year.real), '', ''], isTotal: true },
        ],
      },
    ],
    notes: [differenceNote, adviserNote],
  }
}

export function balancePaper(year: FundYear, issuer: Issuer): YearPaperPages {
  const words = amountsIn(year.currency)
  const { balance } = year
  return {
    title: `Balance sheet ${year.to}`,
    issuer,
    facts: [`Figures of the ${balance.figuresOf}`, stateOf(year)],
    sections: [
      {
        title: 'Assets',
        head: ['', 'Amount'],
        widths: labelWidths,
        rows: [
          { cells: ['Cash at the brokerage', words(balance.cash)] },
          { cells: ['Positions at cost', words(balance.positionsAtCost)] },
          { cells: ['Open profit', words(balance.openProfit)] },
          { cells: ['Positions at market value', words(balance.positionsAtMarket)] },
          { cells: ['Cash outside', words(balance.cashOutside)] },
          { cells: ['Assets: cash, positions at market value, cash outside', words(balance.assets)], isTotal: true },
        ],
      },
      {
        title: 'Fees and capital',
        head: ['', 'Amount'],
        widths: labelWidths,
        rows: [
          { cells: ['Accrued management fee', words(balance.accruedManagement)] },
          { cells: ['Accrued performance fee', words(balance.accruedPerformance)] },
          { cells: ["Members' capital after accrued fees", words(balance.netCapital)] },
          { cells: ['Accrued fees and capital', words(balance.assets)], isTotal: true },
        ],
      },
      {
        title: 'Capital by holder',
        head: ['Holder', 'Value', 'Accrued fees', 'Net'],
        widths: capitalWidths,
        rows: [
          ...balance.capital.map(({ name, value, accrued, net }) => ({
            cells: [name, words(value), words(accrued), words(net)],
          })),
          {
            cells: [
              'All holders',
              words(balance.assets),
              words(toCents(balance.accruedManagement + balance.accruedPerformance)),
              words(balance.netCapital),
            ],
            isTotal: true,
          },
        ],
      },
    ],
    notes: [adviserNote],
  }
}

export function incomePaper(year: FundYear, issuer: Issuer): YearPaperPages {
  const words = amountsIn(year.currency)
  const { income, lines } = year
  const bridge: [string, Cents][] = [
    ['Capital before', income.before],
    ['Paid in', income.paidIn],
    ['Taken out', negateCents(income.takenOut)],
    ['Result brought forward', income.broughtForward],
    ['Result of the period', toCents(income.real + income.unrealised)],
  ]
  return {
    title: `Income statement ${year.year}`,
    issuer,
    facts: [`${year.from} to ${year.to}`, stateOf(year)],
    sections: [
      {
        title: 'Result',
        head: ['', 'Amount'],
        widths: labelWidths,
        rows: [
          ...shownLines([lines])
            // What members pay each other is no result of the fund.
            .filter((line) => line !== 'feesPaid' && line !== 'feesReceived')
            .map((line) => ({ cells: [allocatedLines[line], words(lines[line])] })),
          { cells: ['Real of the year', words(income.real)], isTotal: true },
          { cells: ['Change of the open result', words(income.unrealised)] },
          { cells: ['Result of the period', words(toCents(income.real + income.unrealised))], isTotal: true },
        ],
      },
      {
        title: 'Capital',
        head: ['', 'Amount'],
        widths: labelWidths,
        rows: [
          ...bridge.map(([label, value]) => ({ cells: [label, words(value)] })),
          { cells: ['Capital after', words(income.after)], isTotal: true },
        ],
      },
    ],
    notes: [adviserNote],
  }
}

const amountsIn =
  (currency: string) =>
  (value: Cents): string =>
    formatMoney(value, { currency })

const stateOf = ({ isClosed }: Pick<FundYear, 'isClosed'>): string =>
  isClosed ? 'The books of the year are closed.' : 'The books of the year are open: figures can still change.'

/**
 * Writes a paper as PDF. `issuedAt` is the only date that is not in the paper itself; with the same one, the same paper
 * has the same bytes.
 */
export async function writeYearPaper(
  { title, issuer, facts, sections, notes }: YearPaperPages,
  issuedAt: Date,
): Promise<Buffer> {
  const page = openPdf({ title, now: issuedAt, head: issuer.head })
  page.heading(title)
  page.note(`${describeIssuer(issuer)} · Issued ${newYorkDateAt(toEpochMs(issuedAt.getTime()))}`)
  for (const fact of facts) page.note(fact)
  for (const { title: name, head, widths, rows } of sections) {
    page.section(name)
    page.row(head, widths, { isHead: true })
    for (const { cells, isTotal = false } of rows) page.row(cells, widths, { isTotal })
  }
  for (const note of notes) page.note(note)
  return page.finish()
}
