import type { AdminUser, GroupChoice } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, type Failure, refused, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { NewUserModal } from './new-user-modal.tsx'
import { UserGroupModal } from './user-group-modal.tsx'
import { UserScreen } from './user-screen.tsx'

const create = 'POST /v1/api/user/create'
const update = 'POST /v1/api/user/update'
const ada: AdminUser = {
  id: '1d1f0a38-4e7b-4b39-8d7e-38f4c9d3ab01',
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada@example.com',
  fullName: 'Ada Lund',
  phoneNumber: '+12125550123',
  status: 'ACTIVE',
  groups: [],
  missingKeys: [],
}
const board: GroupChoice = {
  id: '6e0b4a5e-0000-4000-8000-000000000001',
  name: 'Club board',
  nameKey: 'BOARD',
  status: 'ACTIVE',
  isMember: false,
  isForNewUsers: false,
  missingKeys: [],
}

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/user': [ada],
    'GET /v1/api/user/find-groups/{userId}': [board],
    'GET /v1/api/security/get-my-user': refused('busy'),
  })
})

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' })

const password = () => screen.getByLabelText(/^Password/, { selector: '[type=password]' })

describe('a new user', () => {
  async function createUser(answer: Failure, way: 'Invitation by e-mail' | 'Password') {
    answers({ [create]: answer })
    const onClose = vi.fn<() => void>()
    const { user } = await render(<NewUserModal onClose={onClose} />)
    await screen.findByRole('checkbox', { name: 'Club board' })
    await user.type(field('First name'), 'Ada')
    await user.type(field('Last name'), 'Lund')
    await user.type(field('Email'), 'mara@example.com')
    await user.type(field('Phone number'), '+12125550123')
    await user.click(screen.getByRole('radio', { name: way }))
    if (way === 'Password') await user.type(password(), 'password1')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sentTo(create)).toHaveLength(1))
    return onClose
  }

  test('with a taken e-mail address is refused at that address', async () => {
    const onClose = await createUser(refused('emailTaken', { email: 'mara@example.com' }), 'Invitation by e-mail')
    await waitFor(() =>
      expect(field('Email')).toHaveAccessibleDescription(
        'The e-mail address mara@example.com belongs to another user.',
      ),
    )
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('with a common password is refused at the password', async () => {
    await createUser(refused('commonPassword'), 'Password')
    await waitFor(() => expect(password()).toHaveAccessibleDescription(/one of the commonest/))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('refused about a field that the form does not show says so in a message', async () => {
    await createUser(refusedFields({ password: 'Enter a password.' }), 'Invitation by e-mail')
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a password.')
  })
})

describe('an e-mail address that is edited in place', () => {
  async function changeEmail(answer: Failure) {
    answers({ [update]: answer })
    const { user } = await render(<UserScreen />)
    await user.dblClick(await screen.findByRole('button', { name: /^Email of Ada Lund/ }))
    const email = screen.getByRole('textbox', { name: 'Email of Ada Lund' })
    await user.clear(email)
    await user.type(email, 'mara@example.com{Enter}')
    return email
  }

  test('and is taken says so at its field', async () => {
    const email = await changeEmail(refused('emailTaken', { email: 'mara@example.com' }))
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription('The e-mail address mara@example.com belongs to another user.'),
    )
    const toast = screen.getByText('Error updating user')
    expect(toast.closest('[role="alert"]')).not.toHaveTextContent('belongs to another user')
  })

  test('and is refused for another reason says why in the message', async () => {
    const email = await changeEmail(refused('busy'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/Error updating user.*try again in a few seconds/)
    expect(email).toHaveValue('mara@example.com')
  })
})

test('the groups of a user ask before a changed choice is lost by Esc', async () => {
  const onClose = vi.fn<() => void>()
  const { user } = await render(<UserGroupModal user={ada} onClose={onClose} />)
  await user.click(await screen.findByRole('checkbox', { name: 'Club board' }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo('POST /v1/api/user/save-groups')).toEqual([])
})
