// The switch between real money, paper and both, where accounts are added up. One choice for all screens, remembered
// for the user; it is not shown where there is nothing to choose.
import type { Account } from '@clubfolio/contract'
import { SegmentedControl, Select } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { usePreference } from '../../kernel/preference.ts'
import { moneyScopes, type MoneyScope } from './money-scope.ts'

export interface ChosenMoneyScope {
  readonly scope: MoneyScope
  /** Undefined where there is nothing to choose. */
  readonly control: ReactNode
}

/** With more choices than this a row of buttons gets too wide. */
const mostButtons = 3
const isText = (value: unknown): value is string => typeof value === 'string'
const none: readonly Account[] = []

export function useMoneyScope(accounts: readonly Account[] | undefined): ChosenMoneyScope {
  const [chosenId, choose] = usePreference('moneyScope', '', isText)
  const scopes = useMemo(() => moneyScopes(accounts ?? none), [accounts])
  const scope = scopes.find(({ id }) => id === chosenId) ?? scopes[0]
  const data = scopes.map(({ id, label }) => ({ value: id, label }))
  const control =
    scopes.length === 1 ? undefined : scopes.length <= mostButtons ? (
      <SegmentedControl size="xs" aria-label="Added up" data={data} value={scope.id} onChange={choose} />
    ) : (
      <Select
        aria-label="Added up"
        data={data}
        value={scope.id}
        allowDeselect={false}
        onChange={(id) => choose(id ?? '')}
      />
    )
  return { scope, control }
}
