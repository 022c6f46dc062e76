// Escape closes what is open, the innermost first, and the focus returns to what opened it. The journeys in
// e2e/screens/check-screens.ts press it in every menu of every screen.
import { Button, Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { AccountMenuPart } from '../features/account/account-menu-part.tsx'
import { AlertMenuPart } from '../features/alert/alert-menu-part.tsx'
import { NotificationMenuPart } from '../features/notification/notification-menu-part.tsx'
import { answers } from '../testing/answers.ts'
import { render } from '../testing/render.tsx'
import { sampleAccount } from '../testing/samples.ts'
import { signIn } from '../testing/sign-in.ts'
import { DayPicker, DayRangePicker } from '../ui/day-picker.tsx'
import { Modal } from '../ui/modal.tsx'
import { MultiSelect } from '../ui/multi-select.tsx'
import { Pager } from '../ui/pager.tsx'
import { QuietMenu } from '../ui/quiet-menu.tsx'
import { StatusMenu } from '../ui/status-menu.tsx'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { textColumn } from '../ui/table/column.tsx'
import { useTableView } from '../ui/table/use-table-view.ts'
import { HelpPanel } from './help/help-panel.tsx'
import { CommandPalette } from './shell/command-palette.tsx'
import { MenuDrawer } from './shell/menu-drawer.tsx'
import { TaskMenu } from './shell/task-menu.tsx'
import { ThemeSwitch } from './shell/theme-switch.tsx'
import { UserMenu } from './shell/user-menu.tsx'

const nothing = () => undefined
const kinds = [
  { key: 'share', value: 'Share' },
  { key: 'fund', value: 'Fund' },
]
const statuses = [
  { key: 'on', word: 'On', shape: 'check' },
  { key: 'off', word: 'Off', shape: 'struck' },
] as const
const timings = { title: 'Timing', choices: kinds, chosen: 'share', onChoose: nothing }
const rows = [{ id: '1', name: 'First' }]
const columns = [textColumn<{ id: string; name: string }>({ id: 'name', header: 'Name', value: ({ name }) => name })]

function Columns() {
  return <ColumnChooser view={useTableView({ columns, rows, rowId: ({ id }) => id })} />
}

/** Menus and the button that opens each. */
const menus: readonly (readonly [name: string, element: () => ReactNode, opener: string | RegExp])[] = [
  ['the user menu', () => <UserMenu isPhone={false} onHelp={nothing} />, /^User menu/],
  ['the tasks', () => <TaskMenu />, 'Tasks'],
  ['the alerts', () => <AlertMenuPart />, 'Alerts'],
  ['the notifications', () => <NotificationMenuPart />, 'Notifications'],
  ['the account in view', () => <AccountMenuPart />, /^In view/],
  ['the theme', () => <ThemeSwitch />, 'Theme'],
  ['a quiet menu', () => <QuietMenu label="Winners" groups={[timings]} />, /^Winners/],
  ['a status', () => <StatusMenu label="Status" choices={statuses} chosen="on" onChoose={nothing} />, /^Status/],
  ['the columns of a table', () => <Columns />, 'Columns'],
  ['a multi-select', () => <MultiSelect label="Types" choices={kinds} selected={[]} onChange={nothing} />, /^Types/],
  ['a day', () => <DayPicker label="Day" value="2026-03-04" onChange={nothing} />, 'Day'],
  ['a range of days', () => <DayRangePicker label="Days" value={[null, null]} onChange={nothing} />, 'Days'],
  [
    'the rows of a page',
    () => <Pager label="Rows" start={0} count={10} total={99} onMove={nothing} />,
    /rows per page$/,
  ],
]

const drawers: readonly (readonly [name: string, element: (onClose: () => void) => ReactNode])[] = [
  ['the menu of a phone', (onClose) => <MenuDrawer onClose={onClose} onAbout={nothing} />],
  ['the help', (onClose) => <HelpPanel onClose={onClose} />],
  ['the command palette', (onClose) => <CommandPalette onClose={onClose} />],
]

const anyOpen = () => document.querySelector('[role="menu"], [role="dialog"], [role="listbox"]')

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [
      sampleAccount(),
      sampleAccount({ id: '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02', number: '9917-0042', isDefault: false }),
    ],
    'GET /v1/api/alert/find-current': [],
    'GET /v1/api/notification/find-recent': { unread: 0, result: [] },
    'GET /v1/api/task/find-recent': [],
  })
})

describe('Escape closes', () => {
  test.each(menus)('%s, opened by a click', async (_name, element, opener) => {
    const { user } = await render(element())
    const button = await screen.findByRole('button', { name: opener })
    await user.click(button)
    await waitFor(() => expect(anyOpen()).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(anyOpen()).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  })

  test.each(menus)('%s, opened by Enter, also after the Tab key', async (_name, element, opener) => {
    const { user } = await render(element())
    const button = await screen.findByRole('button', { name: opener })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(anyOpen()).not.toBeNull())
    await user.tab()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(anyOpen()).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  })

  test.each(drawers)('%s', async (_name, element) => {
    const { user } = await render(<Opener element={element} />)
    const button = screen.getByRole('button', { name: 'Open' })
    await user.click(button)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  })
})

describe('inside of a dialog Escape closes', () => {
  test.each(menus.slice(6))('%s first, then the dialog', async (_name, element, opener) => {
    const { user } = await render(<Opener element={(onClose) => inModal(element(), onClose)} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const modal = await screen.findByRole('dialog', { name: 'Around' })
    const button = await screen.findByRole('button', { name: opener })
    await user.click(button)
    await waitFor(() => expect(openIn(modal)).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(openIn(modal)).toBeNull())
    expect(modal).toBeInTheDocument()
    await waitFor(() => expect(button).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(modal).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
  })

  test('a select first, then the dialog', async () => {
    const select = <Select label="Kind" data={['Share', 'Fund']} />
    const { user } = await render(<Opener element={(onClose) => inModal(select, onClose)} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const field = await screen.findByRole('combobox', { name: 'Kind' })
    await user.click(field)
    await screen.findByRole('option', { name: 'Fund' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(field).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

/** What is open beside the dialog itself. */
const openIn = (modal: HTMLElement) =>
  [...document.querySelectorAll('[role="menu"], [role="dialog"]')].find((one) => one !== modal) ?? null

const inModal = (element: ReactNode, onClose: () => void) => (
  <Modal isOpen title="Around" onClose={onClose}>
    {element}
  </Modal>
)

function Opener({ element }: { readonly element: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? element(() => setOpen(false)) : null}
    </>
  )
}
