// The screen for unknown addresses.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

export function PageNotFoundScreen() {
  useDocumentTitle('Page not found')
  return (
    <>
      <PageHead title="Page not found" />
      <Panel>
        <EmptyState
          title="There is nothing at this address"
          words="The link may be old or mistyped. The menu shows every page that you can open."
          actions={
            <Button component={Link} to="/">
              Go to the start
            </Button>
          }
        />
      </Panel>
    </>
  )
}
