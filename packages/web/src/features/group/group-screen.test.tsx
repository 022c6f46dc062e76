import type { Group, SessionUser } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, type Answers, type Failure, noResponse, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn, userId } from '../../testing/sign-in.ts'
import { GroupScreen } from './group-screen.tsx'

const list = 'GET /v1/api/group/findAll'
const create = 'POST /v1/api/group/create'
const update = 'POST /v1/api/group/update'
const remove = 'POST /v1/api/group/delete'

const me: SessionUser = {
  id: userId,
  firstName: 'Mara',
  lastName: 'Voss',
  email: 'mara@example.com',
  isSystem: false,
  token: 'another-token',
  tokenExpire: Date.now() + 3_600_000,
  permissions: [],
}
const group = (name: string, fields: Partial<Group> = {}): Group => ({
  id: `6e0b4a5e-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  name,
  nameKey: name.toUpperCase().replaceAll(' ', '_'),
  systemGroup: false,
  status: 'ACTIVE',
  enabledCount: 3,
  permissionCount: 22,
  requiresStrongFactor: false,
  userCount: 2,
  ...fields,
})
const board = group('Club board')
const system = group('Administrators', { systemGroup: true, nameKey: 'ADMIN' })

async function renderGroups(answer: Answers = {}) {
  answers({ [list]: [system, board], 'GET /v1/api/security/get-my-user': me, ...answer })
  const page = await render(<GroupScreen />, { at: '/group' })
  await screen.findByRole('table')
  return page
}

async function renderNewGroup(answer: Answers = {}) {
  const page = await renderGroups(answer)
  await page.user.click(await screen.findByRole('button', { name: 'Add group' }))
  return {
    ...page,
    name: screen.getByLabelText('Name of the new group'),
    nameKey: screen.getByLabelText('Name key of the new group'),
    add: screen.getByRole('button', { name: 'Add' }),
  }
}

beforeEach(() => signIn())

describe('a new group', () => {
  test('starts at its name and waits for a name and a name key', async () => {
    const { user, name, nameKey, add } = await renderNewGroup()
    expect(name).toHaveFocus()
    expect(add).toHaveAccessibleDescription('Enter a name and a name key of letters, digits and underscores')
    await user.type(name, 'Interns')
    await user.type(nameKey, 'the interns')
    await user.tab()
    expect(nameKey).toBeInvalid()
    await user.click(add)
    expect(sentTo(create)).toEqual([])
  })

  test('is sent once by a double click, and is in the list', async () => {
    const { user, name, nameKey, add } = await renderNewGroup({
      [create]: { message: 'Group was created', id: board.id },
    })
    await user.type(name, 'Interns')
    await user.type(nameKey, 'interns')
    answers({ [list]: [system, board, group('Interns')] })
    await user.dblClick(add)
    await waitFor(() => expect(screen.queryByLabelText('Name of the new group')).not.toBeInTheDocument())
    expect(sentTo(create)).toMatchObject([{ name: 'Interns', nameKey: 'INTERNS', status: 'ACTIVE' }])
    expect(screen.getByRole('row', { name: /Interns/ })).toBeInTheDocument()
  })

  test('with a taken name key says so at the name key, and stays as it was typed', async () => {
    const { user, name, nameKey, add } = await renderNewGroup({
      [create]: refused('nameKeyTaken', { nameKey: 'ADMIN' }),
    })
    await user.type(name, 'Interns')
    await user.type(nameKey, 'ADMIN')
    await user.click(add)
    await waitFor(() => expect(nameKey).toHaveAccessibleDescription(/^The name key ADMIN belongs to another group/))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(name).toHaveValue('Interns')
    await user.type(nameKey, '2')
    expect(nameKey).not.toBeInvalid()
  })

  test('that was refused is left by Escape, also when the focus is no longer in it', async () => {
    const { user, name, nameKey, add } = await renderNewGroup({ [create]: refused('nameKeyTaken') })
    await user.type(name, 'Interns')
    await user.type(nameKey, 'ADMIN')
    await user.click(add)
    await waitFor(() => expect(nameKey).toBeInvalid())
    await user.click(document.body)
    expect(document.body).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('Name of the new group')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add group' })).toHaveFocus()
  })

  test('stays while Escape closes the menu of its status', async () => {
    const { user, name } = await renderNewGroup()
    await user.type(name, 'Interns')
    await user.click(screen.getByRole('button', { name: /^Status of the new group/ }))
    await screen.findByRole('menu')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(name).toHaveValue('Interns')
  })

  test('whose answer is lost is there when it happened', async () => {
    const { user, name, nameKey, add } = await renderNewGroup({
      [create]: noResponse,
      'POST /v1/api/request/settle': {
        fate: 'DONE',
        reason: null,
        reply: { message: 'Group was created', id: board.id },
      },
    })
    await user.type(name, 'Interns')
    await user.type(nameKey, 'INTERNS')
    await user.click(add)
    await waitFor(() => expect(screen.queryByLabelText('Name of the new group')).not.toBeInTheDocument())
    expect(sentTo(create)).toHaveLength(1)
  })

  test.each(['Delete', '{Escape}'])('is discarded by %s without sending', async (how) => {
    const { user, name } = await renderNewGroup()
    await user.type(name, 'Interns')
    if (how === 'Delete') await user.click(screen.getByRole('button', { name: 'Delete' }))
    else await user.keyboard(how)
    expect(screen.queryByLabelText('Name of the new group')).not.toBeInTheDocument()
  })
})

describe('a name key that is edited in place', () => {
  async function renameKey(answer: Failure) {
    const { user } = await renderGroups({ [update]: answer })
    await user.dblClick(await screen.findByRole('button', { name: /^Name Key of Club board/ }))
    const nameKey = screen.getByRole('textbox', { name: 'Name Key of Club board' })
    await user.clear(nameKey)
    await user.type(nameKey, 'ADMIN{Enter}')
    return nameKey
  }

  test('and is taken says so at its field', async () => {
    const nameKey = await renameKey(refused('nameKeyTaken', { nameKey: 'ADMIN' }))
    await waitFor(() => expect(nameKey).toHaveAccessibleDescription(/^The name key ADMIN belongs to another group/))
    expect(nameKey).toBeInvalid()
    expect(screen.queryByText('Error')).not.toBeInTheDocument()
  })

  test('and is refused for another reason says so in a message', async () => {
    const nameKey = await renameKey(refused('ownLockOut', { keys: 'VAd' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This would take away what you administer with')
    expect(nameKey).toHaveValue('ADMIN')
  })
})

test('a group is removed after the question, which says who loses what', async () => {
  const { user } = await renderGroups({ [remove]: { message: 'Group was removed' } })
  const row = await screen.findByRole('row', { name: /Club board/ })
  await user.click(within(row).getByRole('button', { name: /^(Remove|Delete)/ }))
  await screen.findByRole('dialog', { name: 'Do you want to remove this group?' })
  expect(screen.getByText('Club board: 2 users lose what it allows.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sentTo(remove)).toEqual([])
  await user.click(within(row).getByRole('button', { name: /^(Remove|Delete)/ }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sentTo(remove)).toEqual([{ id: board.id }]))
})

test('groups that could not be loaded are loaded by Retry', async () => {
  answers({ [list]: noResponse })
  const { user } = await render(<GroupScreen />)
  expect(await screen.findByRole('alert')).toHaveTextContent('The groups could not be loaded')
  answers({ [list]: [system, board] })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /Club board/ })).toBeInTheDocument()
})

test('without the permission nothing is asked for and the screen says why', async () => {
  signIn(['VMA'])
  await render(<GroupScreen />)
  expect(screen.getByText('Permission needed: View groups')).toBeInTheDocument()
  expect(sentTo(list)).toEqual([])
})

test('the sort and the page are in the address', async () => {
  const { user, address } = await renderGroups()
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(address()).toMatch(/sort=name/))
})
