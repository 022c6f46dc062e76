// Where a user starts whom no group allows anything yet: what is missing, who can change it, and what is open to them
// already. A member of a fund finds their funds here. Source: docs/rules/interface.md, "Missing permissions".
import { permissionKeys } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan, useSessionUser } from '../../kernel/session.ts'
import { useStanding } from '../../kernel/standing.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { MyFunds } from '../fund/home/my-funds.tsx'

export function WelcomeScreen() {
  useDocumentTitle('Welcome')
  const user = useSessionUser()
  const can = useCan()
  const { isMember } = useStanding()
  return (
    <>
      <PageHead title={`Welcome, ${user?.firstName ?? ''}`} />
      {permissionKeys.some(can) ? (
        <Panel>
          <Ready />
        </Panel>
      ) : isMember ? (
        <MyFunds />
      ) : (
        <Panel>
          <WithoutGroup />
        </Panel>
      )}
    </>
  )
}

/** Open to every signed-in user. */
function OpenPages() {
  return (
    <>
      <Button component={Link} to="/my-funds">
        My funds
      </Button>
      <Button component={Link} to="/profile" variant="default">
        User Profile
      </Button>
    </>
  )
}

function WithoutGroup() {
  return (
    <EmptyState
      title="You are signed in, and your groups do not allow anything yet"
      words={
        'Clubfolio shows accounts, markets, reports and the shared fund, each to the groups that may see it. An ' +
        'administrator adds you to a group, such as Investors or Managers; its pages appear in the menu within a ' +
        'minute. Once a manager has invited you to a fund, your own part of it is on My funds.'
      }
      actions={<OpenPages />}
    />
  )
}

/** The keys have arrived while the page was open. */
function Ready() {
  return (
    <EmptyState
      title="Your groups allow you more now"
      words="The menu shows every page that you can open."
      actions={
        <Button component={Link} to="/">
          Go to the start
        </Button>
      }
    />
  )
}
