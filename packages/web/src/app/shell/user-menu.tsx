// The avatar and its menu: the signed-in user, User Profile, help, Logout. On phones also the theme.
import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconHelp, IconLayoutDashboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan, useSessionUser } from '../../kernel/session.ts'
import { offeredScreens } from '../screens.ts'
import { askAndSignOut } from './ask-and-sign-out.ts'
import { ThemeItems } from './theme-switch.tsx'
import classes from './user-menu.module.css'

export function UserMenu({ isPhone, onHelp }: { readonly isPhone: boolean; readonly onHelp: () => void }) {
  const user = useSessionUser()
  const can = useCan()
  if (!user) return null
  const fullName = `${user.firstName} ${user.lastName}`.trim()
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()
  const hasDashboard = offeredScreens(can).some((screen) => screen.name === 'dashboard')
  return (
    <Menu width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes['target']} aria-label={`User menu, ${fullName}`}>
          <Avatar size={28} radius="50%" variant="filled" color="var(--cf-avatar)" className={classes['avatar'] ?? ''}>
            {/* Drawn by the style sheet, because the button has another name. */}
            <span className={classes['initials']} data-initials={initials} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']} aria-hidden>
          <div className={classes['name']}>{fullName}</div>
          <div className={classes['email']}>{user.email}</div>
        </div>
        <Menu.Divider />
        {hasDashboard ? (
          <Menu.Item leftSection={<IconLayoutDashboard size={16} stroke={1.6} />} component={Link} to="/dashboard">
            Dashboard
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.6} />} component={Link} to="/profile">
          User Profile
        </Menu.Item>
        {isPhone ? (
          <>
            <Menu.Divider />
            <ThemeItems />
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Item
          leftSection={<IconHelp size={16} stroke={1.6} />}
          rightSection={isPhone ? null : <kbd className={classes['key']}>?</kbd>}
          onClick={onHelp}
        >
          Help
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void askAndSignOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
