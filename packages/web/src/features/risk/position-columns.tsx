// The columns of the positions with their exposure and how they move with SPY, and their totals.
import type { PortfolioRisk, RiskPosition } from '@clubfolio/contract'
import { describeContract, formatCode, isOptionCode } from '@clubfolio/domain'
import { openGraph } from '../../kernel/graph-modal.ts'
import { CodeButton } from '../../ui/code-button.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import {
  countColumn,
  moneyColumn,
  percentColumn,
  profitColumn,
  textColumn,
  type Column,
} from '../../ui/table/column.tsx'
import { formatShares } from './format-shares.ts'
import { formatRatio } from './risk-words.ts'
import classes from './risk.module.css'

export const riskRowId = ({ accountId, code }: RiskPosition): string => `${accountId} ${code}`

/** What matters first where few columns fit. */
const phoneFirst: readonly string[] = ['code', 'exposure', 'beta', 'shares']

export interface RiskColumnParts {
  readonly risk: PortfolioRisk | undefined
  /** Names accounts where there are several. */
  readonly accountNames: ReadonlyMap<string, string>
  readonly isPhone: boolean
}

export function riskColumns({ risk, accountNames, isPhone }: RiskColumnParts): readonly Column<RiskPosition>[] {
  const hasOptions = risk?.positions.some(({ code }) => isOptionCode(code)) === true
  const columns: Column<RiskPosition>[] = [
    textColumn({
      id: 'code',
      header: 'Code',
      isFixed: true,
      total: 'Total',
      value: ({ code }) => formatCode(code),
      render: (row) => <PositionCode row={row} />,
    }),
    ...(accountNames.size > 1
      ? [
          textColumn<RiskPosition>({
            id: 'account',
            header: 'Account',
            value: ({ accountId }) => accountNames.get(accountId),
          }),
        ]
      : []),
    textColumn({ id: 'sector', header: 'Sector', value: ({ sector }) => sector }),
    countColumn({ id: 'quantity', header: 'Qty', value: ({ quantity }) => quantity }),
    moneyColumn({
      id: 'lastPrice',
      header: 'Last Price',
      value: ({ lastPrice }) => String(lastPrice),
    }),
    moneyColumn({ id: 'marketValue', header: 'Market Value', value: ({ marketValue }) => marketValue }),
    ...(hasOptions
      ? [
          ratioColumn('delta', 'Delta', ({ code, delta }) => (isOptionCode(code) ? delta : null)),
          percentColumn<RiskPosition>({
            id: 'volatility',
            header: 'Volatility',
            value: ({ volatility }) => volatility,
          }),
        ]
      : []),
    moneyColumn({
      id: 'exposure',
      header: 'Exposure',
      value: ({ exposure }) => exposure,
      format: { decimals: isPhone ? 0 : 2 },
      total: risk && <Money value={risk.exposure.net} decimals={isPhone ? 0 : 2} />,
    }),
    percentColumn({
      id: 'exposurePercent',
      header: '% of Value',
      value: ({ exposurePercent }) => exposurePercent,
      total: risk && formatPercent(risk.exposure.netPercent),
    }),
    ratioColumn('beta', 'Beta', ({ beta }) => beta, risk && formatRatio(risk.beta)),
    countColumn({ id: 'sessions', header: 'Sessions', value: ({ sessions }) => sessions }),
    {
      ...countColumn<RiskPosition>({
        id: 'shares',
        header: 'SPY Shares',
        value: (row) => row.betaWeighted?.shares,
        total: risk && formatShares(risk.betaWeighted.shares),
      }),
      render: (row) => formatShares(row.betaWeighted?.shares ?? null),
    },
    profitColumn({
      id: 'percentGain',
      header: 'SPY +1%',
      value: (row) => row.betaWeighted?.percentGain,
      total: risk && <Change money={risk.betaWeighted.percentGain} />,
    }),
  ]
  if (!isPhone) return columns
  const placeOf = ({ id }: Column<RiskPosition>) => phoneFirst.indexOf(id) + 1 || phoneFirst.length + 1
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function ratioColumn(
  id: string,
  header: string,
  value: (row: RiskPosition) => number | null,
  total?: string,
): Column<RiskPosition> {
  return {
    ...countColumn<RiskPosition>({ id, header, value, ...(total === undefined ? {} : { total }) }),
    render: (row) => formatRatio(value(row)),
    text: (row) => value(row)?.toFixed(2) ?? '',
  }
}

function PositionCode({ row: { code, underlying, name } }: { readonly row: RiskPosition }) {
  if (code !== underlying)
    return (
      <span title={name}>
        <strong>{underlying}</strong> <span className={classes['contract']}>{describeContract(code)}</span>
      </span>
    )
  return (
    <CodeButton
      code={code}
      name={name}
      title={name}
      onOpen={() => openGraph({ title: 'Graph', code, timing: 'MONTH' })}
    />
  )
}
