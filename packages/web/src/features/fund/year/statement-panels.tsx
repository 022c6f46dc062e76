// The balance sheet and the income statement of a year.
import { allocatedLines, type FundYear } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Panel } from '../../../ui/panel.tsx'
import { FigureList } from './figure-list.tsx'
import { PdfButton } from './pdf-button.tsx'
import type { YearPlace } from './year-api.ts'

export interface PaperPanelProps {
  readonly year: FundYear
  readonly place: YearPlace
}

export function BalanceSheet({ year: { balance }, place }: PaperPanelProps) {
  return (
    <Panel title="Balance sheet" isPadded controls={<PdfButton place={place} paper="balance-sheet" />}>
      <FigureList
        label="Balance sheet"
        lines={[
          { label: 'Cash at the brokerage', value: balance.cash },
          { label: 'Positions at cost', value: balance.positionsAtCost },
          { label: 'Open profit', value: balance.openProfit, isResult: true },
          { label: 'Positions at market value', value: balance.positionsAtMarket },
          { label: 'Cash outside', value: balance.cashOutside },
          { label: `Assets, ${balance.figuresOf}`, value: balance.assets, isTotal: true },
          { label: 'Accrued management fee', value: balance.accruedManagement },
          { label: 'Accrued performance fee', value: balance.accruedPerformance },
          { label: "Members' capital after accrued fees", value: balance.netCapital },
          { label: 'Accrued fees and capital', value: balance.assets, isTotal: true },
        ]}
      />
    </Panel>
  )
}

export function IncomeStatement({ year: { lines, income }, place }: PaperPanelProps) {
  return (
    <Panel title="Income statement" isPadded controls={<PdfButton place={place} paper="income-statement" />}>
      <FigureList
        label="Income statement"
        lines={[
          ...keysOf(allocatedLines)
            // What members pay each other is no result of the fund.
            .filter((line) => line !== 'feesPaid' && line !== 'feesReceived')
            .filter((line) => line === 'costMethod' || lines[line] !== 0n)
            .map((line) => ({ label: allocatedLines[line], value: lines[line], isResult: true })),
          { label: 'Real of the year', value: income.real, isResult: true, isTotal: true },
          { label: 'Change of the open result', value: income.unrealised, isResult: true },
          { label: 'Result', value: income.real + income.unrealised, isResult: true, isTotal: true },
          { label: 'Capital before', value: income.before },
          { label: 'Paid in', value: income.paidIn },
          { label: 'Taken out', value: -income.takenOut },
          ...(income.broughtForward === 0n
            ? []
            : [{ label: 'Result brought forward', value: income.broughtForward, isResult: true }]),
          { label: 'Capital after', value: income.after, isTotal: true },
        ]}
      />
    </Panel>
  )
}
