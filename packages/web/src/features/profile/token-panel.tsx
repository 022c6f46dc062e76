// API tokens: with what programs call in place of a sign-in. Made here, shown once, revoked here.
// Source: docs/rules/access.md, "API tokens".
import type { ApiToken } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useMyTokens, useRevokeToken } from './api.ts'
import { describeAccess, describeAccounts, describeKeys } from './describe-token.ts'
import { MadeTokenModal } from './made-token-modal.tsx'
import { TokenModal } from './token-modal.tsx'

/** Of the permissions, which hover and tap show in full. */
const shownCharacters = 40

const columns: readonly Column<ApiToken>[] = [
  textColumn<ApiToken>({ id: 'name', header: 'Name', value: (row) => row.name, isCode: true }),
  textColumn<ApiToken>({ id: 'access', header: 'Access', value: describeAccess, width: 140 }),
  textColumn<ApiToken>({ id: 'accounts', header: 'Accounts', value: (row) => describeAccounts(row.accounts) }),
  {
    id: 'expires',
    header: 'Expires',
    width: 170,
    sortValue: (row) => row.expiresAt,
    text: (row) => formatDateTime(row.expiresAt),
    render: (row) => (row.isExpired ? <Chip tone="loss">Expired</Chip> : formatDateTime(row.expiresAt)),
  },
  instantColumn<ApiToken>({ id: 'used', header: 'Last used', value: (row) => row.lastUsedAt }),
  textColumn<ApiToken>({ id: 'address', header: 'From', value: (row) => row.lastAddress }),
  textColumn<ApiToken>({
    id: 'keys',
    header: 'Permissions',
    value: (row) => describeKeys(row.keys),
    render: (row) => <CutText text={describeKeys(row.keys)} characters={shownCharacters} />,
  }),
  {
    id: 'revoke',
    header: 'Action',
    align: 'right',
    width: 110,
    isFixed: true,
    isAction: true,
    render: (row) => <RevokeCell token={row} />,
  },
]

export function TokenPanel() {
  const tokens = useMyTokens()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const view = useTableView({ columns, rows: tokens.data, rowId: (row) => row.id })
  const failure = failureOf(tokens, 'Your API tokens could not be read')
  return (
    <Panel
      title="API tokens"
      isRefreshing={tokens.isFetching && !tokens.isPending}
      controls={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          New token
        </Button>
      }
    >
      <DataTable
        view={view}
        label="API tokens"
        empty={
          <EmptyState
            title="No API tokens"
            words="A token lets a program of yours call Clubfolio. Create one with New token."
          />
        }
        failure={failure}
        skeletonRows={1}
      />
      {isMaking ? (
        <TokenModal
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {made === undefined ? null : <MadeTokenModal token={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}

function RevokeCell({ token }: { readonly token: ApiToken }) {
  const revoke = useRevokeToken()
  const ask = async () => {
    const isSure = await confirm({
      question: `Revoke ${token.name}?`,
      consequence: 'The program that uses it is refused from its next call on.',
      accept: 'Revoke',
      isDanger: true,
    })
    if (isSure) revoke.mutate(token)
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={revoke.isPending}
      onClick={() => void ask()}
      aria-label={`Revoke ${token.name}`}
    >
      Revoke
    </Button>
  )
}
