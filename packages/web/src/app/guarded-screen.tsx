// A screen whose access rule the user does not meet shows what is missing, without its code and without its calls. So
// does a screen of managers for a member who manages nothing: it says so, and leads to their funds.
import { allows, featureAccess } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holdsPermission } from '../kernel/session-store.ts'
import { session, useCan } from '../kernel/session.ts'
import { knownStanding, useStanding } from '../kernel/standing.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState } from '../ui/state/empty-state.tsx'
import { MissingPermission } from '../ui/state/missing-permission.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { isAllowed, isForOthers, type Screen } from './screens.ts'

type BuiltScreen = Screen & Required<Pick<Screen, 'load'>>

/** Returns the route's component. Permissions may change while it is open. */
export function guardScreen(screen: BuiltScreen) {
  const Content = lazyScreen(screen.load)
  const GuardedScreen = () => {
    if (!isAllowed(screen, useCan())) return <NotAllowed screen={screen} />
    if (screen.audience !== 'managers') return <Content />
    return (
      <ForManagers screen={screen}>
        <Content />
      </ForManagers>
    )
  }
  const preload = async () => {
    const can = (key: Parameters<typeof holdsPermission>[1]) => holdsPermission(session.user(), key)
    if (isAllowed(screen, can) && !isForOthers(screen, knownStanding(), can)) await Content.preload?.()
  }
  return Object.assign(GuardedScreen, { preload })
}

function NotAllowed({ screen: { title, access } }: { readonly screen: Screen }) {
  useDocumentTitle(title)
  return (
    <>
      <PageHead title={title} />
      <Panel>{access ? <MissingPermission rule={access} purpose={`open ${title}`} /> : null}</Panel>
    </>
  )
}

/** Asks what the user is, and renders the screen for managers. */
function ForManagers({ screen, children }: { readonly screen: Screen; readonly children: ReactNode }) {
  const can = useCan()
  const standing = useStanding()
  if (isForOthers(screen, standing, can)) return <NothingHere title={screen.title} />
  return standing.isKnown ? children : <Skeleton height={280} radius="md" />
}

function NothingHere({ title }: { readonly title: string }) {
  useDocumentTitle(title)
  const can = useCan()
  return (
    <>
      <PageHead title={title} />
      <Panel>
        <EmptyState
          title={`${title} is for people who manage an account or a fund`}
          words={
            'You are a member of a fund and have no account of your own here, so there is nothing of yours on this ' +
            'page. What your part is worth, your entries and your statements are on My funds.'
          }
          actions={
            <>
              <Button renderRoot={(props) => <Link to="/my-funds" {...props} />}>Open My funds</Button>
              {allows(featureAccess.accountLink, can) ? (
                <Button variant="default" renderRoot={(props) => <Link to="/account" {...props} />}>
                  Link an account
                </Button>
              ) : null}
            </>
          }
        />
      </Panel>
    </>
  )
}
