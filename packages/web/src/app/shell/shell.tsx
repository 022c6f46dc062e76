// The frame around every signed-in screen: skip link, side menu or drawer, top bar, page, and dialogs that belong to no
// screen.
import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { isInstalled } from '../../kernel/figures.ts'
import { graphModal } from '../../kernel/graph-modal.ts'
import { openOrderTicket, orderTicket } from '../../kernel/order-ticket.ts'
import { isBoolean, usePreference } from '../../kernel/preference.ts'
import { session, useCan, useIsPaused, useSessionUser } from '../../kernel/session.ts'
import { useStore } from '../../kernel/store.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { BusyOverlay } from './busy-overlay.tsx'
import { chartCode } from './chart-code.ts'
import { forgetHeldTyping, holdTyping } from './held-typing.ts'
import classes from './shell.module.css'
import { OrderChangeSlot } from './order-change-slot.tsx'
import { PositionActionSlot } from './position-action-slot.tsx'
import { NewVersionBar } from './new-version-bar.tsx'
import { PendingEffects } from './pending-effects.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { MenuFoot, SideMenu } from './side-menu.tsx'
import { shellSlots } from './slots.ts'
import { StayDialog } from './stay-dialog.tsx'
import { AccountMenuSlot, MarketBadgeSlot, TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { AlertAdderSlot } from './alert-adder-slot.tsx'
import { WatchlistAdderSlot } from './watchlist-adder-slot.tsx'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })))
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const HelpPanel = lazy(() => import('../help/help-panel.tsx').then((module) => ({ default: module.HelpPanel })))
const SignInAgain = lazy(() =>
  import('../../features/auth/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
)
const AboutDialog = lazy(() => import('./about-dialog.tsx').then((module) => ({ default: module.AboutDialog })))

type Dialog = 'menu' | 'palette' | 'help' | 'about'

/**
 * Renders the frame. When the session expires under a half-typed form, the page waits unchanged and inert behind the
 * sign-in.
 */
export function Shell() {
  const isPaused = useIsPaused()
  const user = useSessionUser()
  const isNotFound = useRouterState({ select: ({ location }) => location.pathname === '/page-not-found' })
  // A visitor without a session sees the page itself: the frame shows what is theirs.
  if (!user && isNotFound) return <Outlet />
  return (
    <>
      <Frame isPaused={isPaused} />
      {isPaused ? (
        <LazyPart onFailure={session.leave}>
          <SignInAgain />
        </LazyPart>
      ) : null}
    </>
  )
}

/** Starts the server's push messages; their code loads once the frame has rendered. */
function useMessages(): void {
  useEffect(() => void import('../../kernel/push.ts'), [])
}

function Frame({ isPaused }: { readonly isPaused: boolean }) {
  const isPhone = usePhone()
  const [isFoldedByChoice, setFolded] = usePreference('menuFolded', false, isBoolean)
  const isFolded = useGivesWay() || isFoldedByChoice
  const [dialog, setDialog] = useState<Dialog>()
  const close = useCallback(() => setDialog(undefined), [])
  const onPalette = useCallback(() => {
    holdTyping()
    setDialog('palette')
  }, [])
  useEffect(() => (dialog === 'palette' ? forgetHeldTyping : undefined), [dialog])
  const onHelp = useCallback(() => setDialog('help'), [])
  const onAbout = useCallback(() => setDialog('about'), [])
  const onFold = useCallback(() => {
    if (isPhone) setDialog('menu')
    else setFolded(!isFolded)
  }, [isPhone, isFolded, setFolded])
  const onOrder = usePutShortcut()
  useShortcuts({ onPalette, onHelp, onFold, onOrder })
  useFocusAfterNavigation()
  useMessages()

  return (
    <div className={classes['frame']} inert={isPaused}>
      <a href="#page" className={classes['skip']}>
        Skip to the page
      </a>
      {isPhone ? null : (
        <div className={classes['side']}>
          <SideMenu isFolded={isFolded} onAbout={onAbout} />
        </div>
      )}
      <div className={classes['column']}>
        <TopBar isPhone={isPhone} isFolded={isFolded} onFold={onFold} onPalette={onPalette} onHelp={onHelp} />
        {isPhone && isInstalled() ? <PullToRefresh /> : null}
        <PendingEffects />
        <NewVersionBar />
        <AlertBarSlot />
        <AccountNoticeSlot />
        <StoppedBarSlot />
        {isPhone ? (
          <section className={classes['badge']} aria-label="Account and market">
            <AccountMenuSlot />
            <MarketBadgeSlot />
          </section>
        ) : null}
        <div className={classes['body']}>
          <OrderTicketSlot />
          <main id="page" tabIndex={-1} data-quiet-focus className={classes['page']}>
            <Outlet />
          </main>
        </div>
        {isPhone ? (
          <footer>
            <MenuFoot onAbout={onAbout} />
          </footer>
        ) : null}
      </div>
      {dialog ? (
        <LazyPart key={dialog} onFailure={close}>
          {dialog === 'menu' ? <MenuDrawer onClose={close} onAbout={onAbout} /> : null}
          {dialog === 'palette' ? <CommandPalette onClose={close} /> : null}
          {dialog === 'help' ? <HelpPanel onClose={close} /> : null}
          {dialog === 'about' ? <AboutDialog onClose={close} /> : null}
        </LazyPart>
      ) : null}
      <WatchlistAdderSlot />
      <AlertAdderSlot />
      <OrderChangeSlot />
      <PositionActionSlot />
      <GraphModalSlot />
      <StayDialog />
      <BusyOverlay />
    </div>
  )
}

/**
 * Folds the menu for a docked ticket where menu, ticket and list would not fit. Source: docs/rules/trading.md, "Order
 * entry".
 */
function useGivesWay(): boolean {
  const isOpen = useStore(orderTicket) !== undefined
  const isNarrow = useMediaQuery('(max-width: 1599px)', undefined, { getInitialValueInEffect: false }) ?? false
  return isOpen && isNarrow
}

/** Opens a ticket at the price of the market; on the chart it is prefilled with the chart's instrument. */
function usePutShortcut(): (direction: 'long' | 'short', isReview: boolean) => void {
  const router = useRouter()
  return useCallback(
    (direction, isReview) => {
      const code = chartCode(router.state.location.pathname)
      openOrderTicket({
        directionality: direction === 'long' ? 'BUY' : 'SELL_SHORT',
        orderType: 'LIMIT',
        isReview,
        ...(code === undefined ? {} : { code }),
      })
    },
    [router],
  )
}

/** For holders of VA. */
function AlertBarSlot() {
  const { alertBar: AlertBar } = shellSlots
  const can = useCan()
  if (!AlertBar || !can('VA')) return null
  return (
    <Suspense fallback={null}>
      <AlertBar />
    </Suspense>
  )
}

function AccountNoticeSlot() {
  const { accountNotice: AccountNotice } = shellSlots
  if (!AccountNotice) return null
  return (
    <Suspense fallback={null}>
      <AccountNotice />
    </Suspense>
  )
}

function StoppedBarSlot() {
  const { stoppedBar: StoppedBar } = shellSlots
  if (!StoppedBar) return null
  return (
    <Suspense fallback={null}>
      <StoppedBar />
    </Suspense>
  )
}

/** Its code loads with the first requested graph. */
function GraphModalSlot() {
  const { graphModal: GraphModal } = shellSlots
  const isAsked = useStore(graphModal) !== undefined
  const [isLoaded, setLoaded] = useState(false)
  if (isAsked && !isLoaded) setLoaded(true)
  if (!GraphModal || !isLoaded) return null
  return (
    <Suspense fallback={null}>
      <GraphModal />
    </Suspense>
  )
}

/** Its code loads with the first opened ticket. */
function OrderTicketSlot() {
  const { orderTicket: OrderTicket } = shellSlots
  const isAsked = useStore(orderTicket) !== undefined
  const [isLoaded, setLoaded] = useState(false)
  if (isAsked && !isLoaded) setLoaded(true)
  if (!OrderTicket || !isLoaded) return null
  return (
    <Suspense fallback={null}>
      <OrderTicket />
    </Suspense>
  )
}

/** Moves focus to the page title after a navigation to another page, as if the page had been loaded. */
function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        const target =
          document.querySelector<HTMLElement>('#page-title') ?? document.querySelector<HTMLElement>('#page')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
