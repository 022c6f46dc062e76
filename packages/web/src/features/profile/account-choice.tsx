// Which accounts an API token or a webhook covers: all, or chosen ones.
import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useAccountList } from '../../kernel/account-list.ts'
import { FieldLabel } from '../../ui/form-layout.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Fault } from './fault.tsx'

export interface ChosenAccounts {
  readonly isForAllAccounts: boolean
  readonly accountIds: readonly string[]
}

export interface AccountChoiceProps {
  readonly chosen: ChosenAccounts
  /** What is wrong with the chosen accounts. */
  readonly error: string | undefined
  readonly onAll: (isForAll: boolean) => void
  readonly onAccounts: (ids: readonly string[]) => void
}

export function AccountChoice({ chosen, error, onAll, onAccounts }: AccountChoiceProps) {
  const accounts = useAccountList()
  const labelId = useId()
  return (
    <>
      <div>
        <FieldLabel id={labelId}>Accounts</FieldLabel>
        <SegmentedControl
          fullWidth
          aria-labelledby={labelId}
          data={[
            { value: 'all', label: 'All accounts' },
            { value: 'chosen', label: 'Chosen accounts' },
          ]}
          value={chosen.isForAllAccounts ? 'all' : 'chosen'}
          onChange={(value) => onAll(value === 'all')}
        />
      </div>
      {chosen.isForAllAccounts ? null : (
        <div>
          <MultiSelect
            label="Chosen accounts"
            choices={(accounts.data ?? []).map(({ id, number }) => ({ key: id, value: number }))}
            selected={chosen.accountIds}
            onChange={onAccounts}
          />
          <Fault text={error} />
        </div>
      )}
    </>
  )
}
