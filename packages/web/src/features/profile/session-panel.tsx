// Where this person is signed in; every other session can be ended here, this one through Logout.
import type { MySession, SessionFactor } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useEndOtherSessions, useEndSession, useMySessions } from './api.ts'
import { describeBrowser } from './describe-browser.ts'

const factorWords: Readonly<Record<SessionFactor, string>> = {
  SMS: 'Text message',
  AUTHENTICATOR: 'Authenticator app',
  PASSKEY: 'Passkey',
  RECOVERY_CODE: 'Recovery code',
  OIDC: 'Provider',
}

/** "Password, text message", or with a provider in place of the password "Example, text message". */
function describeWay({ openedBy, provider }: MySession): string {
  if (openedBy === 'OIDC') return provider ?? factorWords.OIDC
  if (provider !== null) return `${provider}, ${factorWords[openedBy].toLowerCase()}`
  return openedBy === 'PASSKEY' ? factorWords.PASSKEY : `Password, ${factorWords[openedBy].toLowerCase()}`
}

const columns: readonly Column<MySession>[] = [
  textColumn<MySession>({
    id: 'browser',
    header: 'Browser',
    value: (row) => describeBrowser(row.userAgent),
    isCode: true,
  }),
  textColumn<MySession>({ id: 'address', header: 'Address', value: (row) => row.address }),
  textColumn<MySession>({ id: 'by', header: 'Signed in with', value: describeWay }),
  instantColumn<MySession>({ id: 'started', header: 'Signed in', value: (row) => row.startedAt }),
  instantColumn<MySession>({ id: 'used', header: 'Last used', value: (row) => row.lastUsedAt }),
  instantColumn<MySession>({ id: 'expires', header: 'Ends', value: (row) => row.expiresAt }),
  {
    id: 'end',
    header: 'Action',
    align: 'right',
    width: 110,
    isFixed: true,
    isAction: true,
    render: (row) => <EndCell mine={row} />,
  },
]

export function SessionPanel() {
  const sessions = useMySessions()
  const endOthers = useEndOtherSessions()
  const view = useTableView({ columns, rows: sessions.data, rowId: (row) => row.id })
  const hasOthers = (sessions.data?.length ?? 0) > 1
  const ask = async () => {
    const isSure = await confirm({
      question: 'End all your other sessions?',
      consequence: 'Anyone using them has to sign in again.',
      accept: 'End all others',
      isDanger: true,
    })
    if (isSure) endOthers.mutate()
  }
  const failure = failureOf(sessions, 'Your sessions could not be read')
  return (
    <Panel
      title="Active sessions"
      isRefreshing={sessions.isFetching && !sessions.isPending}
      controls={
        hasOthers ? (
          <Button size="xs" variant="default" loading={endOthers.isPending} onClick={() => void ask()}>
            End all others
          </Button>
        ) : undefined
      }
    >
      <DataTable view={view} label="Active sessions" empty={null} failure={failure} skeletonRows={1} />
    </Panel>
  )
}

function EndCell({ mine }: { readonly mine: MySession }) {
  const end = useEndSession()
  if (mine.isCurrent) return <Chip tone="info">This session</Chip>
  return (
    <Button
      size="xs"
      variant="default"
      loading={end.isPending}
      onClick={() => end.mutate(mine)}
      aria-label={`End the session in ${describeBrowser(mine.userAgent)}`}
    >
      End
    </Button>
  )
}
