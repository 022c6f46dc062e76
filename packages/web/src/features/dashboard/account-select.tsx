// Which of the user's active accounts the dashboard shows.
import { Select } from '@mantine/core'
import type { DashboardAccount } from './use-dashboard-account.ts'

const typeWords = { MARGIN: 'Margin', CASH: 'Cash' } as const

export function AccountSelect({ active, account, onChange }: DashboardAccount & { readonly onChange: (id: string) => void }) {
  if (!active || !account) return null
  return (
    <Select
      aria-label="Account"
      data={active.map(({ id, number, type }) => ({ value: id, label: `${number} · ${typeWords[type]}` }))}
      value={account.id}
      onChange={(id) => id && onChange(id)}
      allowDeselect={false}
    />
  )
}
