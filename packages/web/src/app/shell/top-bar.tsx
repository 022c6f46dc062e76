// The top bar: fold button, company search with the palette button, account in view, market badge, messages, tasks,
// alerts, theme, user.
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useStanding } from '../../kernel/standing.ts'
import { Brand } from '../../ui/brand.tsx'
import { homePath } from '../screens.ts'
import { shellSlots } from './slots.ts'
import { TaskMenu } from './task-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

export interface TopBarProps {
  readonly isPhone: boolean
  readonly isFolded: boolean
  readonly onFold: () => void
  readonly onPalette: () => void
  readonly onHelp: () => void
}

export function TopBar({ isPhone, isFolded, onFold, onPalette, onHelp }: TopBarProps) {
  const can = useCan()
  const standing = useStanding()
  const { companySearch: CompanySearch, notificationMenu: NotificationMenu, alertMenu: AlertMenu } = shellSlots
  const Fold = isPhone ? IconMenu2 : isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const foldLabel = isPhone ? 'Open menu' : isFolded ? 'Unfold menu' : 'Fold menu'
  return (
    <header className={classes['bar']}>
      <Tooltip label={foldLabel}>
        <ActionIcon aria-label={foldLabel} onClick={onFold} className={classes['fold']}>
          <Fold size={isPhone ? 20 : 16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {isPhone ? (
        <>
          <Link to={homePath(can, { standing })} className={classes['brand']} aria-label="Clubfolio, home">
            <Brand />
          </Link>
          <ActionIcon aria-label="Search" onClick={onPalette}>
            <IconSearch size={18} stroke={1.6} />
          </ActionIcon>
        </>
      ) : (
        <div className={classes['search']}>
          {CompanySearch && can('GS') ? (
            <>
              <Suspense fallback={null}>
                <CompanySearch />
              </Suspense>
              <UnstyledButton
                className={classes['keyPlace']}
                onClick={onPalette}
                aria-label="Open command palette, Ctrl K"
              >
                <span className={classes['key']}>Ctrl K</span>
              </UnstyledButton>
            </>
          ) : (
            <UnstyledButton className={classes['opener']} onClick={onPalette}>
              <IconSearch size={16} stroke={1.6} aria-hidden />
              <span>Search screens</span>
              <span className={classes['keyPlace']}>
                <span className={classes['key']}>Ctrl K</span>
              </span>
            </UnstyledButton>
          )}
        </div>
      )}
      {isPhone ? null : (
        <>
          <AccountMenuSlot />
          <div className={classes['badge']}>
            <MarketBadgeSlot />
          </div>
        </>
      )}
      <div className={classes['tools']}>
        <Suspense fallback={null}>{NotificationMenu && can('VN') ? <NotificationMenu /> : null}</Suspense>
        <TaskMenu />
        <Suspense fallback={null}>{AlertMenu && can('VA') ? <AlertMenu /> : null}</Suspense>
        {isPhone ? null : <ThemeSwitch />}
        <UserMenu isPhone={isPhone} onHelp={onHelp} />
      </div>
    </header>
  )
}

/** On phones the account in view moves to the canvas below the top bar. */
export function AccountMenuSlot() {
  const { accountMenu: AccountMenu } = shellSlots
  if (!AccountMenu) return null
  return (
    <Suspense fallback={null}>
      <AccountMenu />
    </Suspense>
  )
}

/** On phones the badge moves to the canvas below the top bar. */
export function MarketBadgeSlot() {
  const { marketBadge: MarketBadge } = shellSlots
  if (!MarketBadge) return null
  return (
    <Suspense fallback={null}>
      <MarketBadge />
    </Suspense>
  )
}
