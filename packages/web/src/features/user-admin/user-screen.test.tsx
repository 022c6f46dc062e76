import type { AdminUser } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, type Answers, refused, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { UserScreen } from './user-screen.tsx'

const list = 'GET /v1/api/user'
const find = 'GET /v1/api/user/{keyword}'
const update = 'POST /v1/api/user/update'

const person = (firstName: string, status: AdminUser['status'] = 'ACTIVE'): AdminUser => ({
  id: `6e0b4a5e-0000-4000-8000-${firstName.charCodeAt(0).toString().padStart(12, '0')}`,
  firstName,
  lastName: 'Lund',
  fullName: `${firstName} Lund`,
  email: `${firstName.toLowerCase()}@example.com`,
  phoneNumber: '+12125550123',
  status,
  groups: [],
  missingKeys: [],
})

async function renderUsers(answer: Answers = {}) {
  answers({ [list]: [person('Ada'), person('Bo'), person('Cleo', 'INACTIVE')], ...answer })
  const page = await render(<UserScreen />, { at: '/user' })
  await screen.findByRole('cell', { name: /Ada/ })
  return page
}

const names = () => screen.getAllByRole('row').flatMap((row) => /Ada|Bo|Cleo/.exec(row.textContent)?.[0] ?? [])

beforeEach(() => signIn(['VU']))

describe('a search', () => {
  test('shows who was found and how many', async () => {
    const { user } = await renderUsers({ [find]: [person('Bo')] })
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'bo@')
    expect(await screen.findByText('1 found')).toBeInTheDocument()
    expect(names()).toEqual(['Bo'])
  })

  test('that fails keeps the table and its counts, and says so', async () => {
    const { user } = await renderUsers({ [find]: refused('busy') })
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'bo@')
    expect(await screen.findByText('The search failed. These are the earlier results')).toBeInTheDocument()
    expect(names()).toEqual(['Ada', 'Bo', 'Cleo'])
    expect(screen.getByText('2 active, 1 inactive')).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Pages of Users' })).toBeInTheDocument()
    answers({ [find]: [person('Bo')] })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('1 found')).toBeInTheDocument()
    expect(names()).toEqual(['Bo'])
  })

  test('that fails after another one keeps what that one found', async () => {
    const { user } = await renderUsers({ [find]: [person('Bo')] })
    const field = screen.getByRole('searchbox', { name: 'Search users' })
    await user.type(field, 'bo@')
    await screen.findByText('1 found')
    answers({ [find]: refused('busy') })
    await user.type(field, 'example')
    await screen.findByText('The search failed. These are the earlier results')
    expect(screen.getByText('1 found')).toBeInTheDocument()
    expect(names()).toEqual(['Bo'])
  })
})

describe('an e-mail address edited in place', () => {
  async function editEmail(answer: Answers = {}) {
    const { user } = await renderUsers(answer)
    await user.dblClick(screen.getByRole('button', { name: /^Email of Ada Lund/ }))
    const field = screen.getByRole('textbox', { name: 'Email of Ada Lund' })
    await user.clear(field)
    return { user, field }
  }

  test('says beside the field what is wrong with it, until it is right', async () => {
    const { user, field } = await editEmail()
    await user.type(field, 'ada@example')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a valid e-mail address.')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Enter a valid e-mail address.')
    expect(sentTo(update)).toEqual([])
    await user.type(field, '.org')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(field).not.toBeInvalid()
  })

  test('says so when the field is left', async () => {
    const { user, field } = await editEmail()
    await user.type(field, 'ada@example')
    await user.tab()
    expect(field).toHaveAccessibleDescription('Enter a valid e-mail address.')
  })

  test('that the server refuses stays, and the field says why', async () => {
    const { user, field } = await editEmail({
      [update]: refusedFields({ email: 'Another user has this e-mail address.' }),
      'GET /v1/api/security/get-my-user': refused('busy'),
    })
    await user.type(field, 'bo@example.com{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription('Another user has this e-mail address.'))
    expect(field).toHaveValue('bo@example.com')
  })
})
