// The columns of the Accounts table, exactly the specified ones. Source: docs/rules/accounts.md, "Accounts screen".
import type { Account } from '@clubfolio/contract'
import { parseCents, type Cents, toCents } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { InlineInput } from '../../ui/inline-input.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { StatementsLink } from '../file-account/statements-link.tsx'
import { AccessExpiry } from './access-expiry.tsx'
import { accountName, accountTypeWords } from './account-label.ts'
import { moneyScopes, type MoneyScope } from './money-scope.ts'
import { AccountName } from './paper-mark.tsx'
import { endlessAccess } from './access-left.ts'
import classes from './account.module.css'

export interface AccountActions {
  readonly canEdit: boolean
  readonly nowMs: number
  readonly onInitialBalance: (account: Account, initialBalance: Cents) => Promise<unknown>
  readonly onDefault: (account: Account, isDefault: boolean) => Promise<unknown>
  /** Undefined for users who may not renew. */
  readonly onRenew: ((account: Account) => void) | undefined
  readonly onEnable: (account: Account) => void
  readonly onDisable: (account: Account) => Promise<void>
}

const plainAmount = (cents: Cents): string => formatMoney(cents, { isPlain: true }).replaceAll(',', '')

export function accountColumns(
  actions: AccountActions,
  accounts: readonly Account[],
  scope: MoneyScope,
): Column<Account>[] {
  const totals = totalOfActive(accounts, scope)
  const currency = (account: Account) => account.currency
  const total = (cents: Cents) => formatMoney(cents, { currency: scope.currency })
  return [
    textColumn({
      id: 'number',
      header: 'Number',
      value: accountName,
      render: (account) => (
        <strong className={classes['number']}>
          <AccountName {...account} />
        </strong>
      ),
      isFixed: true,
      total:
        moneyScopes(accounts).length === 1
          ? 'Total active'
          : `Total active, ${scope.label.charAt(0).toLowerCase()}${scope.label.slice(1)}`,
    }),
    textColumn({ id: 'type', header: 'Type', value: ({ type }) => accountTypeWords[type] }),
    initialColumn(actions, total(totals.initialBalance)),
    moneyColumn({
      id: 'float',
      header: 'Float Value',
      value: ({ floatValue }) => floatValue,
      currency,
      total: total(totals.floatValue),
    }),
    moneyColumn({
      id: 'real',
      header: 'Real Value',
      value: ({ realValue }) => realValue,
      currency,
      total: total(totals.realValue),
    }),
    moneyColumn({
      id: 'power',
      header: 'Buying Power',
      value: ({ buyingPower }) => buyingPower,
      currency,
      total: total(totals.buyingPower),
    }),
    defaultColumn(actions),
    {
      id: 'access',
      header: 'Access Exp.',
      render: (account) => <AccessExpiry account={account} nowMs={actions.nowMs} onRenew={actions.onRenew} />,
      sortValue: ({ accessExpirationDate }) => accessExpirationDate,
      text: (account) =>
        account.accessExpirationDate === null ? endlessAccess(account) : formatDateTime(account.accessExpirationDate),
    },
    actionColumn(actions),
  ]
}

function initialColumn({ canEdit, onInitialBalance }: AccountActions, total: string): Column<Account> {
  return {
    // Wide enough for the editor, so that it does not cover the next column.
    ...moneyColumn<Account>({
      id: 'initial',
      header: 'Initial Value',
      width: 190,
      value: ({ initialBalance }) => initialBalance,
      currency: (account) => account.currency,
      total,
    }),
    render: (account) => (
      <InlineInput
        label={`Initial Value of ${account.number}`}
        value={plainAmount(account.initialBalance)}
        {...(account.currency === 'USD' ? { prefix: '$' } : { suffix: account.currency })}
        isNumeric
        align="right"
        width={174}
        disabledReason={canEdit ? undefined : 'Changing the initial value needs the permission "Edit my account"'}
        check={(text) => (parseCents(text) === undefined ? 'Enter an amount with at most 2 decimals' : undefined)}
        onAccept={(text) => onInitialBalance(account, parseCents(text)!)}
      >
        {formatMoney(account.initialBalance, { currency: account.currency })}
      </InlineInput>
    ),
  }
}

function defaultColumn({ canEdit, onDefault }: AccountActions): Column<Account> {
  return {
    id: 'default',
    header: 'Default',
    align: 'center',
    sortValue: ({ isDefault }) => !isDefault,
    text: ({ isDefault }) => (isDefault ? 'Yes' : 'No'),
    render: (account) =>
      canEdit ? (
        <Toggle
          label={`Default account ${account.number}`}
          isOn={account.isDefault}
          onLabel="Yes"
          offLabel="No"
          onChange={(isDefault) => onDefault(account, isDefault)}
        />
      ) : (
        <>{account.isDefault ? 'Yes' : 'No'}</>
      ),
  }
}

function actionColumn({ onEnable, onDisable }: AccountActions): Column<Account> {
  return {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    isFixed: true,
    isAction: true,
    render: (account) => (
      <>
        {account.broker === 'files' ? <StatementsLink account={account} /> : null}
        {account.isActive ? (
          <Button
            variant="subtle"
            size="xs"
            className={classes['disable'] ?? ''}
            leftSection={<IconPlayerPause size={14} stroke={1.6} />}
            aria-label={`Disable ${account.number}`}
            onClick={() => onDisable(account)}
          >
            Disable
          </Button>
        ) : (
          <Button
            variant="subtle"
            size="xs"
            className={classes['enable'] ?? ''}
            leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
            aria-label={`Enable ${account.number}`}
            onClick={() => onEnable(account)}
          >
            Enable
          </Button>
        )}
      </>
    ),
  }
}

type Totals = Pick<Account, 'initialBalance' | 'floatValue' | 'realValue' | 'buyingPower'>

/** Sums over the active accounts of the scope; disabled accounts are listed but not counted. */
export function totalOfActive(accounts: readonly Account[], scope: Pick<MoneyScope, 'includes'>): Totals {
  const active = accounts.filter((account) => account.isActive && scope.includes(account))
  const sum = (value: (account: Account) => Cents): Cents =>
    toCents(active.reduce((total, account) => total + value(account), 0n))
  return {
    initialBalance: sum(({ initialBalance }) => initialBalance),
    floatValue: sum(({ floatValue }) => floatValue),
    realValue: sum(({ realValue }) => realValue),
    buyingPower: sum(({ buyingPower }) => buyingPower),
  }
}
