import type { FundClub } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, refusedFields, sentTo, type Answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, sampleClub } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { ClubSetting } from './club-setting.tsx'

const save = 'POST /v1/api/club/save'
const uploadLogo = 'POST /v1/api/club/upload-logo/{accountId}'
beforeEach(() => signIn())

async function renderSetting(found: FundClub, more: Answers = {}) {
  answers({ 'GET /v1/api/club/find/{accountId}': found, [save]: { message: 'Saved.' }, ...more })
  const page = await render(<ClubSetting accountId={accountId} />)
  await screen.findByLabelText('Club name')
  return page
}

const preview = () => within(screen.getByRole('group', { name: 'Preview of a paper' }))

test('the preview shows what is typed, before anything is saved', async () => {
  const { user } = await renderSetting(sampleClub())
  expect(preview().getByText('Riverside Club · Manager: Maria Keller · Issued on YYYY-MM-DD')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Address'), 'Quay 4, 8001 Zurich')
  await user.type(screen.getByLabelText('Text for documents'), 'Not an offer.')
  expect(preview().getByText('Quay 4, 8001 Zurich')).toBeInTheDocument()
  expect(preview().getByText('Not an offer.')).toBeInTheDocument()
  await user.clear(screen.getByLabelText('Club name'))
  expect(
    preview().getByText('Fund of account •••• 2207 · Manager: Maria Keller · Issued on YYYY-MM-DD'),
  ).toBeInTheDocument()
  expect(sentTo(save)).toEqual([])
})

test('saves name, address and text; an empty name removes it', async () => {
  const { user } = await renderSetting(sampleClub())
  await user.clear(screen.getByLabelText('Club name'))
  await user.type(screen.getByLabelText('Address'), '  Quay 4 ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(save)).toEqual([{ accountId, name: null, address: 'Quay 4', text: '' }]))
})

test('says what is wrong at its field', async () => {
  const { user } = await renderSetting(sampleClub(), { [save]: refusedFields({ address: 'Address is too odd.' }) })
  const address = screen.getByLabelText('Address')
  await user.type(address, 'Quay 4')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address).toHaveAccessibleDescription(/Address is too odd\./))
})

test('cannot be saved before something is changed', async () => {
  await renderSetting(sampleClub())
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Change something first')
})

const chooseLogo = async (user: Awaited<ReturnType<typeof render>>['user'], file: File) =>
  user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)

test('a chosen logo is uploaded and is in the preview', async () => {
  let current = sampleClub()
  const { user } = await renderSetting(current, {
    'GET /v1/api/club/find/{accountId}': () => current,
    [uploadLogo]: () => (current = sampleClub({ logo: 'iVBORw0KGgo=' })),
  })
  expect(preview().queryByRole('img')).not.toBeInTheDocument()
  await chooseLogo(user, new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await preview().findByRole('img', { name: 'Logo of the club' })).toHaveAttribute(
    'src',
    'data:image/png;base64,iVBORw0KGgo=',
  )
  expect(screen.getByRole('button', { name: 'Replace logo' })).toBeInTheDocument()
})

test('says why a logo was not taken, and sends none of more than 1 MB', async () => {
  const { user } = await renderSetting(sampleClub(), {
    [uploadLogo]: refused('logoUnreadable', { reason: 'It is damaged.' }),
  })
  await chooseLogo(user, new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The logo was not taken: It is damaged. Choose a PNG or JPEG picture of at most 1 MB.',
  )
  await chooseLogo(user, new File([new Uint8Array(1024 ** 2 + 1)], 'large.png', { type: 'image/png' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This picture is larger than 1 MB.'))
  expect(sentTo(uploadLogo)).toHaveLength(1)
})

test('the logo is removed after a question', async () => {
  const { user } = await renderSetting(sampleClub({ logo: 'iVBORw0KGgo=' }))
  await user.click(screen.getByRole('button', { name: 'Remove logo' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sentTo(save)).toEqual([{ accountId, removesLogo: true }]))
})
