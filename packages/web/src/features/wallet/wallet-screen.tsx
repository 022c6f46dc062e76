// The wallet: the value of the chosen accounts, combined and individually, over time and by position; currencies; new
// account.
// Source: docs/rules/accounts.md, "Wallet"; docs/rules/access.md, "Permission keys".
import { type Account, allows, featureAccess } from '@clubfolio/contract'
import { type Cents, toCents } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useAccountList } from '../../kernel/account-list.ts'
import { isTextList, usePreference } from '../../kernel/preference.ts'
import { useCan } from '../../kernel/session.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { accountName, accountTypeWords } from '../account/account-label.ts'
import { AccountName } from '../account/paper-mark.tsx'
import { StaleFigures } from '../account/stale-figures.tsx'
import { useMoneyScope } from '../account/use-money-scope.tsx'
import { historyPollMs, useCurrencies } from './api.ts'
import { NewAccountForm } from './new-account-form.tsx'
import { WalletHistoricPanel } from './wallet-historic-panel.tsx'
import { WalletPositionsPanel } from './wallet-positions-panel.tsx'
import classes from './wallet.module.css'

const accountId = (account: Account) => account.id
const listRule = featureAccess.accountList

export function WalletScreen() {
  useDocumentTitle('Wallet')
  const can = useCan()
  const accounts = useAccountList(historyPollMs)
  const all = useMemo(() => accounts.data?.filter(({ isActive }) => isActive), [accounts.data])
  const { scope, control } = useMoneyScope(all)
  const active = useMemo(() => all?.filter(scope.includes), [all, scope])
  const [leftOut, setLeftOut] = usePreference('walletLeftOut', [], isTextList)
  const chosen = useMemo(() => active?.filter(({ id }) => !leftOut.includes(id)), [active, leftOut])
  return (
    <CurrencyProvider currency={scope.currency}>
      <PageHead
        title="Wallet"
        select={
          active && active.length > 1 ? (
            <MultiSelect
              variant="tag"
              label="Accounts"
              choices={active.map((account) => ({ key: account.id, value: accountName(account) }))}
              selected={(chosen ?? []).map(accountId)}
              onChange={(ids) => {
                const ofOthers = leftOut.filter((id) => !active.some((account) => account.id === id))
                setLeftOut([...ofOthers, ...active.filter(({ id }) => !ids.includes(id)).map(accountId)])
              }}
            />
          ) : undefined
        }
        figures={chosen && chosen.length > 0 ? <Totals accounts={chosen} /> : undefined}
        actions={control}
      />
      {chosen ? <StaleFigures accounts={chosen} /> : null}
      {accounts.isError && !active ? (
        <Panel>
          <FailedQuery query={accounts} title="The accounts could not be loaded" />
        </Panel>
      ) : !allows(listRule, can) ? (
        <WithoutAccounts>
          <MissingPermission
            rule={listRule}
            purpose="see your accounts"
            about="The wallet shows what your accounts are worth over time and what they hold."
          />
        </WithoutAccounts>
      ) : all && all.length === 0 ? (
        <NoAccounts />
      ) : (
        <div className={classes['grid']}>
          <WalletHistoricPanel accountIds={(chosen ?? []).map(accountId)} />
          <WalletPositionsPanel accounts={chosen ?? []} />
          <Balances accounts={chosen} />
          <Side />
        </div>
      )}
    </CurrencyProvider>
  )
}

const sumOf = (accounts: readonly Account[], value: (account: Account) => Cents): Cents =>
  toCents(accounts.reduce((sum, account) => sum + value(account), 0n))

function Totals({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <FigureRow label="Chosen accounts together">
      <Figure label="Float value" isHeadline>
        <Money value={sumOf(accounts, ({ floatValue }) => floatValue)} />
      </Figure>
      <Figure label="Real value">
        <Money value={sumOf(accounts, ({ realValue }) => realValue)} />
      </Figure>
      <Figure label="Buying power">
        <Money value={sumOf(accounts, ({ buyingPower }) => buyingPower)} />
      </Figure>
    </FigureRow>
  )
}

function balanceColumns(accounts: readonly Account[]): Column<Account>[] {
  const total = (value: (account: Account) => Cents) => <Money value={sumOf(accounts, value)} />
  return [
    textColumn({
      id: 'number',
      header: 'Number',
      value: accountName,
      render: (account) => (
        <strong>
          <AccountName {...account} />
        </strong>
      ),
      isFixed: true,
      total: 'Together',
    }),
    textColumn({ id: 'type', header: 'Type', value: ({ type }) => accountTypeWords[type] }),
    moneyColumn({
      id: 'float',
      header: 'Float Value',
      value: ({ floatValue }) => floatValue,
      total: total(({ floatValue }) => floatValue),
    }),
    moneyColumn({
      id: 'real',
      header: 'Real Value',
      value: ({ realValue }) => realValue,
      total: total(({ realValue }) => realValue),
    }),
    moneyColumn({
      id: 'power',
      header: 'Buying Power',
      value: ({ buyingPower }) => buyingPower,
      total: total(({ buyingPower }) => buyingPower),
    }),
  ]
}

const none: readonly Account[] = []

interface BalancesProps {
  readonly accounts: readonly Account[] | undefined
}

function Balances({ accounts }: BalancesProps) {
  const columns = useMemo(() => balanceColumns(accounts ?? none), [accounts])
  const view = useTableView({
    columns,
    rows: accounts,
    rowId: accountId,
    defaultSort: { columnId: 'number', isDescending: false },
  })
  return (
    <Panel title="Balances by account" controls={<CsvButton view={view} fileName="balances" isQuiet />}>
      <DataTable
        view={view}
        label="Balances by account"
        hasTotals
        empty={<EmptyState title="No account chosen" words="Choose at least one account above." />}
      />
    </Panel>
  )
}

function Side() {
  const can = useCan()
  const currencies = useCurrencies()
  return (
    <div className={classes['side']}>
      <Panel title="Currencies">
        {currencies.isError && !currencies.data ? (
          <FailedQuery query={currencies} title="The currencies could not be loaded" />
        ) : (
          <ul className={classes['currencies']} aria-label="Currencies">
            {(currencies.data ?? []).map(({ code, name, symbol }) => (
              <li key={code}>
                <strong>{code}</strong>
                <span>{name}</span>
                <span>{symbol}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {can('CA') || can('CMA') ? <NewAccountForm currencies={currencies.data ?? []} /> : null}
    </div>
  )
}

function NoAccounts() {
  const linkRule = featureAccess.accountLink
  const canLink = allows(linkRule, useCan())
  return (
    <WithoutAccounts>
      {canLink ? (
        <EmptyState
          title="No active account"
          words="The wallet shows what your accounts are worth over time and what they hold. Link an account first."
          actions={<Button renderRoot={(props) => <Link to="/account" {...props} />}>Go to the accounts</Button>}
        />
      ) : (
        <MissingPermission
          rule={linkRule}
          purpose="link an account"
          about="No active account. The wallet shows what your accounts are worth."
        />
      )}
    </WithoutAccounts>
  )
}

function WithoutAccounts({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Panel>{children}</Panel>
      <div className={classes['below']}>
        <Side />
      </div>
    </>
  )
}
