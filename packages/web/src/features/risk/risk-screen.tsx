// Risk: what the positions of an account, or of all accounts of one kind of money, are exposed to, how they move with
// SPY and with each other, and what a fall or a rise of SPY would do to them.
// Source: docs/rules/trading.md, "Portfolio risk".
import { riskSteps, riskWindows, type PortfolioRisk } from '@clubfolio/contract'
import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { usePreference } from '../../kernel/preference.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { choiceGroup } from '../../ui/choice-group.ts'
import { Change } from '../../ui/figure/change.tsx'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { accountName } from '../account/account-label.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { usePortfolioRisk, usualRisk, type RiskSettings } from './api.ts'
import { CorrelationPanel } from './correlation-panel.tsx'
import { ExposurePanel } from './exposure-panel.tsx'
import { LeftOutPanel } from './left-out-panel.tsx'
import { riskColumns, riskRowId } from './position-columns.tsx'
import { riskScopes, type RiskScope } from './risk-scope.ts'
import { formatShares } from './format-shares.ts'
import { formatRatio } from './risk-words.ts'
import { StressPanel } from './stress-panel.tsx'
import classes from './risk.module.css'

const RiskState = z.object({
  window: z.coerce.number().pipe(z.literal(riskWindows)).catch(usualRisk.window),
  step: z.coerce.number().pipe(z.literal(riskSteps)).catch(usualRisk.step),
  volatilityShift: z.coerce.number().min(-50).max(200).catch(usualRisk.volatilityShift),
})

const isText = (value: unknown): value is string => typeof value === 'string'
const noAccounts: readonly string[] = []
const purpose = 'Risk shows what the positions of an account are exposed to, and what a move of SPY would do to them.'

export function RiskScreen() {
  useDocumentTitle('Risk')
  const chosen = useChosenAccount()
  const [settings, setSettings] = useUrlState(RiskState)
  const [scopeId, setScopeId] = usePreference('riskScope', 'ACCOUNT', isText)
  const scopes = useMemo(() => riskScopes(chosen.choices ?? [], chosen.account), [chosen.choices, chosen.account])
  const scope = scopes.find(({ id }) => id === scopeId) ?? scopes[0]
  const risk = usePortfolioRisk(scope?.accountIds ?? noAccounts, settings)
  const accountNames = useMemo(
    () =>
      new Map(
        (chosen.choices ?? [])
          .filter(({ id }) => scope?.accountIds.includes(id))
          .map((account) => [account.id, accountName(account)]),
      ),
    [chosen.choices, scope],
  )
  const change = (fields: Partial<RiskSettings>) => setSettings(fields, { replace: true })
  const data = risk.data
  return (
    <CurrencyProvider currency={scope?.currency}>
      <PageHead
        title="Risk"
        fact={data ? `Daily returns through ${data.throughDay}` : undefined}
        actions={
          <>
            <ScopeControl scopes={scopes} scope={scope} onChoose={setScopeId} />
            <QuietMenu
              label="Returns"
              groups={[
                choiceGroup({
                  title: 'Daily returns',
                  choices: riskWindows.map((window) => ({ key: String(window), value: `${window} sessions` })),
                  chosen: String(settings.window),
                  onChoose: (key) =>
                    change({ window: riskWindows.find((window) => String(window) === key) ?? settings.window }),
                }),
              ]}
            />
          </>
        }
      />
      {scope === undefined ? (
        chosen.choices || chosen.failure ? (
          <Panel>
            <NoTradingAccount chosen={chosen} purpose={purpose} />
          </Panel>
        ) : (
          <Skeleton height={320} />
        )
      ) : data ? (
        <div className={classes['stack']}>
          {risk.isError ? (
            <WarningBar>The risk could not be read again: {risk.error.message} These are the last figures.</WarningBar>
          ) : null}
          {data.positions.length === 0 ? (
            <Panel>
              <EmptyState
                title="No open positions"
                words={`${purpose} Positions appear here within a minute after an order is filled.`}
              />
            </Panel>
          ) : (
            <RiskView
              risk={data}
              settings={settings}
              onChange={change}
              accountNames={accountNames}
              isRefreshing={risk.isFetching}
            />
          )}
        </div>
      ) : risk.isError ? (
        <Panel>
          <FailedQuery query={risk} title="The risk could not be computed" />
        </Panel>
      ) : (
        <Skeleton height={320} />
      )}
    </CurrencyProvider>
  )
}

/** With more choices than this a row of buttons gets too wide. */
const mostButtons = 3

function ScopeControl({
  scopes,
  scope,
  onChoose,
}: {
  readonly scopes: readonly RiskScope[]
  readonly scope: RiskScope | undefined
  readonly onChoose: (id: string) => void
}) {
  if (scopes.length < 2 || scope === undefined) return null
  const data = scopes.map(({ id, label }) => ({ value: id, label }))
  return scopes.length <= mostButtons ? (
    <SegmentedControl size="xs" aria-label="Accounts" data={data} value={scope.id} onChange={onChoose} />
  ) : (
    <Select
      aria-label="Accounts"
      data={data}
      value={scope.id}
      allowDeselect={false}
      onChange={(id) => onChoose(id ?? scope.id)}
    />
  )
}

interface RiskViewProps {
  readonly risk: PortfolioRisk
  readonly settings: RiskSettings
  readonly onChange: (settings: Partial<RiskSettings>) => void
  readonly accountNames: ReadonlyMap<string, string>
  readonly isRefreshing: boolean
}

function RiskView({ risk, settings, onChange, accountNames, isRefreshing }: RiskViewProps) {
  const isPhone = usePhone()
  const columns = useMemo(() => riskColumns({ risk, accountNames, isPhone }), [risk, accountNames, isPhone])
  const view = useTableView({
    columns,
    rows: risk.positions,
    rowId: riskRowId,
    defaultSort: { columnId: 'exposure', isDescending: true },
    ...useChosenColumns('risk'),
  })
  return (
    <>
      <Figures risk={risk} />
      {risk.benchmark.returns < risk.leastReturns ? (
        <WarningBar>
          This market has {risk.benchmark.returns} daily returns of SPY, of at least {risk.leastReturns}. Betas and the
          move of SPY appear when it has more.
        </WarningBar>
      ) : null}
      <div className={classes['grid']}>
        <StressPanel
          risk={risk}
          settings={settings}
          onChange={onChange}
          accountNames={accountNames}
          isRefreshing={isRefreshing}
        />
        <ExposurePanel risk={risk} />
      </div>
      <Panel
        title="Positions"
        controls={
          <>
            <ColumnChooser view={view} />
            <CsvButton view={view} fileName="risk" isQuiet />
          </>
        }
      >
        <DataTable view={view} label="Risk by position" hasTotals empty={null} />
      </Panel>
      <CorrelationPanel risk={risk} />
      <LeftOutPanel risk={risk} />
      <p className={classes['foot']}>
        Beta is from the daily returns of the last {risk.window} sessions; dividends are not in them. Shares move by
        their beta times the move of SPY. Options are priced again by Black-Scholes at their own volatility, with their
        share moved; their exposure is delta times the value of the shares behind them.
      </p>
    </>
  )
}

function Figures({ risk }: { readonly risk: PortfolioRisk }) {
  const { exposure, betaWeighted, optionValue } = risk
  const hasOptions = risk.positions.some(({ code, underlying }) => code !== underlying)
  return (
    <FigureRow label="All positions" isBoxed>
      <Figure label="Net exposure" isHeadline>
        <Part money={exposure.net} percent={exposure.netPercent} />
      </Figure>
      <Figure label="Long">
        <Part money={exposure.long} percent={exposure.longPercent} />
      </Figure>
      <Figure label="Short">
        <Part money={exposure.short} percent={exposure.shortPercent} />
      </Figure>
      <Figure label="Gross">
        <Part money={exposure.gross} percent={exposure.grossPercent} />
      </Figure>
      {hasOptions ? (
        <Figure label="Options at market">
          <Money value={optionValue} />
        </Figure>
      ) : null}
      <Figure label="Beta-weighted delta">
        {betaWeighted.shares === null ? (
          <Money value={betaWeighted.dollars} />
        ) : (
          `${formatShares(betaWeighted.shares)} SPY`
        )}
      </Figure>
      <Figure label="If SPY gains 1%">
        <Change money={betaWeighted.percentGain} />
      </Figure>
      <Figure label="Beta of the account">{formatRatio(risk.beta)}</Figure>
    </FigureRow>
  )
}

function Part({ money, percent }: { readonly money: bigint; readonly percent: number | null }) {
  return (
    <>
      <Money value={money} decimals={0} /> <span className={classes['dimmed']}>{formatPercent(percent)}</span>
    </>
  )
}
