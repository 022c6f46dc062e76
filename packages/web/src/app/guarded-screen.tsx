// A screen whose access rule the user does not meet shows what is missing, without its code and without its calls.
import { holdsPermission } from '../kernel/session-store.ts'
import { session, useCan } from '../kernel/session.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Panel } from '../ui/panel.tsx'
import { MissingPermission } from '../ui/state/missing-permission.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { isAllowed, type Screen } from './screens.ts'

type BuiltScreen = Screen & Required<Pick<Screen, 'load'>>

/** Returns the route's component. Permissions may change while it is open. */
export function guardScreen(screen: BuiltScreen) {
  const Content = lazyScreen(screen.load)
  const GuardedScreen = () => (isAllowed(screen, useCan()) ? <Content /> : <NotAllowed screen={screen} />)
  const preload = async () => {
    if (isAllowed(screen, (key) => holdsPermission(session.user(), key))) await Content.preload?.()
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
