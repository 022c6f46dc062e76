// The browsers that are remembered since they signed in; each can be forgotten, and then counts as a new one.
// Source: docs/rules/access.md, "A new browser".
import type { KnownBrowser } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useForgetBrowser, useKnownBrowsers } from './api.ts'
import { describeBrowser } from './describe-browser.ts'
import classes from './profile.module.css'

const columns: readonly Column<KnownBrowser>[] = [
  {
    id: 'browser',
    header: 'Browser',
    render: (row) => (
      <span className={classes['browser']}>
        {describeBrowser(row.userAgent)}
        {row.isThisBrowser ? <Chip tone="info">This browser</Chip> : null}
      </span>
    ),
  },
  textColumn<KnownBrowser>({ id: 'address', header: 'Last address', value: (row) => row.lastAddress ?? '' }),
  instantColumn<KnownBrowser>({ id: 'since', header: 'Known since', value: (row) => row.knownSince }),
  instantColumn<KnownBrowser>({ id: 'used', header: 'Last sign-in', value: (row) => row.lastUsedAt }),
  {
    id: 'forget',
    header: 'Action',
    align: 'right',
    width: 110,
    isFixed: true,
    isAction: true,
    render: (row) => <ForgetCell browser={row} />,
  },
]

export function KnownBrowserPanel() {
  const browsers = useKnownBrowsers()
  const view = useTableView({ columns, rows: browsers.data, rowId: (row) => row.id })
  const failure = failureOf(browsers, 'Your known browsers could not be read')
  return (
    <Panel title="Known browsers" isRefreshing={browsers.isFetching && !browsers.isPending}>
      {browsers.data?.length === 0 ? (
        <p className={classes['none']}>
          No browser is remembered. A browser that signs in is, for 180 days, and the first sign-in of a new one is
          mailed to you.
        </p>
      ) : (
        <DataTable view={view} label="Known browsers" empty={null} failure={failure} skeletonRows={1} />
      )}
    </Panel>
  )
}

function ForgetCell({ browser }: { readonly browser: KnownBrowser }) {
  const forget = useForgetBrowser()
  const name = describeBrowser(browser.userAgent)
  const ask = async () => {
    const isSure = await confirm({
      question: browser.isThisBrowser ? 'Forget this browser?' : `Forget ${name}?`,
      consequence: browser.isThisBrowser
        ? 'You are signed out here. Its next sign-in is mailed to you as that of a new browser.'
        : 'Its sessions end. Its next sign-in is mailed to you as that of a new browser.',
      accept: 'Forget',
      isDanger: true,
    })
    if (isSure) forget.mutate(browser)
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={forget.isPending}
      onClick={() => void ask()}
      aria-label={browser.isThisBrowser ? 'Forget this browser' : `Forget ${name}`}
    >
      Forget
    </Button>
  )
}
