// The side menu: groups of screens that exist, that this user's keys permit, and that have something for them; it folds
// to icons and has the version and the licence link at its foot.
import { Tooltip, UnstyledButton } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { menuCounts } from '../../kernel/menu-count.ts'
import { useCan } from '../../kernel/session.ts'
import { useStanding } from '../../kernel/standing.ts'
import { useStore } from '../../kernel/store.ts'
import { Brand } from '../../ui/brand.tsx'
import { homePath, menuGroups, offeredScreens, type Screen } from '../screens.ts'
import classes from './side-menu.module.css'

export interface SideMenuProps {
  readonly isFolded: boolean
  /** The drawer on phones has its own head and closes after a choice. */
  readonly isDrawer?: boolean
  readonly onChoose?: () => void
  readonly onAbout: () => void
}

export function SideMenu({ isFolded, isDrawer = false, onChoose, onAbout }: SideMenuProps) {
  const can = useCan()
  const counts = useStore(menuCounts)
  const standing = useStanding()
  const offered = offeredScreens(can, { standing })
  const groups = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // On a low screen the list scrolls, and the page that is open may be far down.
  useEffect(() => {
    groups.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the list shows another page under another path
  }, [pathname])
  return (
    <nav
      aria-label="Main"
      className={classes['menu']}
      data-folded={isFolded || undefined}
      data-drawer={isDrawer || undefined}
    >
      {isDrawer ? null : (
        <Link to={homePath(can, { standing })} className={classes['brand']} aria-label="Clubfolio, home">
          <Brand isMarkOnly={isFolded} />
        </Link>
      )}
      <div className={classes['groups']} ref={groups}>
        {menuGroups.map((group) => {
          const items = offered.filter((screen) => screen.group === group)
          if (items.length === 0) return null
          return (
            <section key={group} aria-label={group}>
              <div className={classes['label']} aria-hidden={isFolded || undefined}>
                {isFolded ? null : group}
              </div>
              <ul className={classes['list']}>
                {items.map((screen) => (
                  <MenuItem
                    key={screen.name}
                    screen={screen}
                    count={counts[screen.name]}
                    isFolded={isFolded}
                    onChoose={onChoose}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <MenuFoot isFolded={isFolded} onAbout={onAbout} />
    </nav>
  )
}

interface MenuItemProps {
  readonly screen: Screen
  readonly count: number | undefined
  readonly isFolded: boolean
  readonly onChoose: (() => void) | undefined
}

function MenuItem({ screen, count, isFolded, onChoose }: MenuItemProps) {
  const link = (
    <Link
      to={screen.paths[0]}
      className={classes['item']}
      activeProps={{ 'data-current': true, 'aria-current': 'page' }}
      activeOptions={{ exact: screen.name === 'account', includeSearch: false }}
      {...(onChoose ? { onClick: onChoose } : {})}
      {...(isFolded ? { 'aria-label': count ? `${screen.title}, ${count}` : screen.title } : {})}
    >
      <screen.icon size={16} stroke={1.6} aria-hidden className={classes['icon']} />
      {isFolded ? null : <span className={classes['title']}>{screen.title}</span>}
      {count && !isFolded ? <span className={classes['count']}>{count}</span> : null}
    </Link>
  )
  return (
    <li>
      {isFolded ? (
        <Tooltip label={screen.title} position="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

export interface MenuFootProps {
  /** Written upwards, which is as narrow as the folded menu. */
  readonly isFolded?: boolean
  readonly onAbout: () => void
}

/**
 * "Charts by TradingView" is required by the chart library's licence; it and the product's version stay visible on
 * every page.
 */
export function MenuFoot({ isFolded = false, onAbout }: MenuFootProps) {
  return (
    <div className={classes['foot']} data-folded={isFolded || undefined}>
      <UnstyledButton className={classes['footLink']} onClick={onAbout}>
        About {__APP_VERSION__}
      </UnstyledButton>
      <a className={classes['footLink']} href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        Charts by TradingView
      </a>
    </div>
  )
}
