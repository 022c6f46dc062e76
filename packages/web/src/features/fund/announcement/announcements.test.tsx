import type { PostedAnnouncement, ReceivedAnnouncement } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, memberId } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { AnnouncementsView } from './announcements-view.tsx'
import { MyAnnouncements } from './my-announcements.tsx'

const post = 'POST /v1/api/fund/post-announcement'
const withdraw = 'POST /v1/api/fund/withdraw-announcement'
const read = 'POST /v1/api/fund/read-announcement'
const announcement = {
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de51',
  title: 'Annual meeting',
  text: 'On Friday.\n\nhttps://example.test/<b>way</b>',
  by: 'Maria Keller',
  postedAt: Date.parse('2026-03-03T15:00:00Z'),
}
const posted = (fields: Partial<PostedAnnouncement> = {}): PostedAnnouncement => ({
  ...announcement,
  members: 12,
  readers: 5,
  withdrawn: null,
  ...fields,
})

beforeEach(() => signIn())

async function renderView(found: readonly PostedAnnouncement[], answer: Answers = {}) {
  answers({
    'GET /v1/api/fund/find-announcements/{accountId}': [...found],
    [post]: { id: announcement.id, message: 'The announcement was posted.' },
    [withdraw]: { message: 'The announcement was withdrawn.' },
    ...answer,
  })
  return render(<AnnouncementsView accountId={accountId} />)
}

test('title and text are posted as they were typed, and then the form is empty', async () => {
  const { user } = await renderView([])
  await screen.findByText(/^No announcements yet/)
  const button = screen.getByRole('button', { name: 'Post' })
  expect(button).toHaveAccessibleDescription('Enter a title and a text')
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Annual meeting')
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'On Friday.{Enter}Bring food.')
  await user.click(button)
  await waitFor(() =>
    expect(sentTo(post)).toEqual([{ accountId, title: 'Annual meeting', text: 'On Friday.\nBring food.' }]),
  )
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveValue(''))
})

test('a posted one shows how many opened it and is withdrawn with a reason; links in it are only text', async () => {
  const { user } = await renderView([posted()])
  const one = within(await screen.findByRole('article', { name: 'Annual meeting' }))
  expect(one.getByText('opened by 5 of 12')).toBeInTheDocument()
  expect(one.getByText(/https:\/\/example\.test\/<b>way<\/b>/)).toBeInTheDocument()
  expect(one.queryByRole('link')).not.toBeInTheDocument()
  await user.click(one.getByRole('button', { name: 'Withdraw Annual meeting' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Wrong day.')
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sentTo(withdraw)).toEqual([{ accountId, id: announcement.id, reason: 'Wrong day.' }]))
})

test('a withdrawn one says so with the reason, and cannot be withdrawn again', async () => {
  await renderView([posted({ withdrawn: { at: announcement.postedAt, reason: 'Wrong day.' } })])
  const one = within(await screen.findByRole('article', { name: 'Annual meeting' }))
  expect(one.getByText('Withdrawn')).toBeInTheDocument()
  expect(one.getByText(/: Wrong day\.$/)).toBeInTheDocument()
  expect(one.queryByRole('button')).not.toBeInTheDocument()
})

async function renderMine(found: readonly ReceivedAnnouncement[]) {
  answers({
    'GET /v1/api/fund/find-my-announcements/{accountId}/{memberId}': [...found],
    [read]: { message: 'Read.' },
  })
  return render(<MyAnnouncements place={{ accountId, memberId }} />)
}

test('a member opens an announcement, which counts it as read once', async () => {
  const { user } = await renderMine([{ ...announcement, isRead: false }])
  const opener = await screen.findByRole('button', { name: /Annual meeting/ })
  expect(within(opener).getByText('New')).toBeInTheDocument()
  await user.click(opener)
  expect(screen.getByText(/On Friday\./)).toBeVisible()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  await waitFor(() => expect(sentTo(read)).toEqual([{ accountId, memberId, id: announcement.id }]))
})

test('an announcement that was read is opened without a request', async () => {
  const { user } = await renderMine([{ ...announcement, isRead: true }])
  const opener = await screen.findByRole('button', { name: /Annual meeting/ })
  expect(within(opener).queryByText('New')).not.toBeInTheDocument()
  await user.click(opener)
  await user.click(opener)
  expect(opener).toHaveAttribute('aria-expanded', 'false')
  expect(sentTo(read)).toEqual([])
})
