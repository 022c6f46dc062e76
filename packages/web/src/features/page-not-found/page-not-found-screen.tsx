// The screen for unknown addresses, inside the frame for a signed-in user and by itself for a visitor.
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSessionUser } from '../../kernel/session.ts'
import { CenteredCard } from '../../ui/centered-card.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

const words = 'The link may be old or mistyped.'

export function PageNotFoundScreen() {
  useDocumentTitle('Page not found')
  const isSignedIn = useSessionUser() !== undefined
  if (!isSignedIn)
    return (
      <CenteredCard title="Page not found">
        <Text c="dimmed" mb={16}>
          There is nothing at this address. {words}
        </Text>
        <Button component={Link} to="/auth" fullWidth size="md">
          Go to sign-in
        </Button>
      </CenteredCard>
    )
  return (
    <>
      <PageHead title="Page not found" />
      <Panel>
        <EmptyState
          title="There is nothing at this address"
          words={`${words} The menu shows every page that you can open.`}
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
