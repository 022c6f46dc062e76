// Where a user starts whom no group allows anything yet: what is missing, who can change it, and what is open to them
// already. A member of a fund is welcomed as one. Source: docs/rules/interface.md, "Missing permissions".
import { permissionKeys } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan, useSessionUser } from '../../kernel/session.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useMyParticipations } from '../fund/statement/statement-api.ts'
import { describeManagers, MemberWelcome } from '../fund/statement/member-welcome.tsx'
import { useProfile } from '../profile/api.ts'

export function WelcomeScreen() {
  useDocumentTitle('Welcome')
  const user = useSessionUser()
  const can = useCan()
  return (
    <>
      <PageHead title={`Welcome, ${user?.firstName ?? ''}`} />
      <Panel>{permissionKeys.some(can) ? <Ready /> : <Waiting />}</Panel>
    </>
  )
}

function Waiting() {
  const managers = useProfile().data?.memberOf ?? []
  const mine = useMyParticipations()
  if (managers.length === 0) return <WithoutGroup />
  if (mine.data?.every(({ isNew }) => isNew) === true)
    return <MemberWelcome managers={managers} actions={<OpenPages />} />
  return (
    <EmptyState
      title={`You are a member of the fund of ${describeManagers(managers)}`}
      words={
        'Your share, profit and statements are on Account Mapping. Other pages appear in the menu once an ' +
        'administrator adds you to a group that may see them.'
      }
      actions={<OpenPages />}
    />
  )
}

/** Open to every signed-in user. */
function OpenPages() {
  return (
    <>
      <Button component={Link} to="/account-mapping">
        My participations
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
        'minute. If you are a member of a fund, your own share and statements are on Account Mapping already.'
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
