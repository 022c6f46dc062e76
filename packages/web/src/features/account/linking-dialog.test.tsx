// What the owner sees while a window of the brokerage is open, closed or blocked. A code counts whenever it arrives.
import type { Brokerage, LinkWay } from '@clubfolio/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { BrokerageChoice } from './brokerage-choice.tsx'
import { KeyPairModal } from './key-pair-modal.tsx'
import { LinkingDialog } from './linking-dialog.tsx'
import { pollMs, receiveCallback } from './linking.ts'
import { useLinking } from './use-linking.ts'

const closedWords = /^The window of the brokerage was closed\. Open it again or cancel\./
const createMy = 'POST /v1/api/account/create-my'

function popup() {
  return { closed: false, close: vi.fn<() => void>(), location: { replace: vi.fn<(url: string) => void>() } }
}

function Linking() {
  const { attempt, link, cancel, reopen } = useLinking()
  const [isChoosing, setChoosing] = useState(true)
  const [keyed, setKeyed] = useState<Brokerage>()
  const choose = (brokerage: Brokerage, way: LinkWay) => {
    setChoosing(false)
    if (way === 'popup') link(brokerage)
    else setKeyed(brokerage)
  }
  return (
    <>
      {isChoosing ? (
        <BrokerageChoice onChoose={choose} onFiles={() => {}} onFund={() => {}} onClose={() => setChoosing(false)} />
      ) : null}
      {keyed ? <KeyPairModal target={{ brokerage: keyed }} onClose={() => setKeyed(undefined)} /> : null}
      <LinkingDialog attempt={attempt} onCancel={cancel} onReopen={reopen} />
    </>
  )
}

const poll = (times: number) => act(() => vi.advanceTimersByTimeAsync(times * pollMs))

const brokerages: Brokerage[] = [
  { name: 'schwab', title: 'Charles Schwab', isPaper: false, ways: ['popup'], needs: 'Real money.' },
  { name: 'paper', title: 'Paper brokerage', isPaper: true, ways: ['popup'], needs: 'Practice money.' },
]

const authorisation = {
  appKey: 'club',
  redirectUrl: 'http://127.0.0.1/account',
  token: 'state-1',
  authoriseUrl: 'https://broker.example/authorise',
  expiresInSeconds: 600,
}

async function startLinking() {
  const first = popup()
  const open = vi.spyOn(window, 'open').mockReturnValue(first as unknown as Window)
  answers({
    'GET /v1/api/account/find-brokerages': brokerages,
    'GET /v1/api/account/get-amt-tk': authorisation,
    'GET /v1/api/account/view-my-account/{userId}': [],
    [createMy]: { message: 'Accounts were linked' },
  })
  const { user } = await render(<Linking />)
  fireEvent.click(await screen.findByRole('button', { name: /^Charles Schwab/ }))
  await waitFor(() => expect(first.location.replace).toHaveBeenCalledWith('https://broker.example/authorise'))
  expect(await screen.findByText(/^Sign in at the brokerage/)).toBeInTheDocument()
  return { user, first, open }
}

beforeEach(() => {
  signIn()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('each brokerage says what it needs and whether its money is real; its page opens in the click', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(popup() as unknown as Window)
  const asked: (string | undefined)[] = []
  answers({
    'GET /v1/api/account/find-brokerages': brokerages,
    'GET /v1/api/account/get-amt-tk': ({ query }) => {
      asked.push(query.broker)
      return new Promise<never>(() => undefined)
    },
  })
  await render(<Linking />)
  const [live, paper] = await screen.findAllByRole('listitem')
  expect(live).toHaveTextContent('Charles Schwab Real money.')
  expect(paper).toHaveTextContent('Paper brokerage Paper Practice money.')
  expect(open).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: /^Paper brokerage/ }))
  // In the click itself: a browser blocks a window that opens later.
  expect(open).toHaveBeenCalledWith('', 'clubfolio-broker', expect.any(String))
  expect(await screen.findByRole('dialog', { name: 'Link accounts Paper brokerage' })).toBeInTheDocument()
  await waitFor(() => expect(asked).toEqual(['paper']))
})

test('a brokerage with keys takes a pair, and shows at the secret that it was not accepted', async () => {
  const alpaca: Brokerage = {
    name: 'alpaca',
    title: 'Alpaca',
    isPaper: false,
    ways: ['popup', 'keyPair'],
    needs: 'Real money.',
  }
  const open = vi.spyOn(window, 'open')
  answers({
    'GET /v1/api/account/find-brokerages': [alpaca],
    'GET /v1/api/account/get-amt-tk': authorisation,
    [createMy]: refused('keyPairRefused', { broker: 'Alpaca' }),
  })
  const { user } = await render(<Linking />)
  await user.click(await screen.findByRole('button', { name: 'Use a key pair of Alpaca instead' }))
  await user.type(await screen.findByRole('textbox', { name: 'Key ID' }), 'PKTEST123456')
  const secret = screen.getByLabelText(/^Secret key/)
  await user.type(secret, 'a-secret-of-the-owner')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await waitFor(() => expect(secret).toHaveAccessibleDescription(/^Alpaca does not accept this key pair\./))
  const keyPair = { keyId: 'PKTEST123456', secret: 'a-secret-of-the-owner' }
  expect(sentTo(createMy)).toMatchObject([{ keyPair, token: 'state-1' }])
  expect(open).not.toHaveBeenCalled()

  answers({ 'GET /v1/api/account/view-my-account/{userId}': [], [createMy]: { message: 'Account 1 is linked.' } })
  await user.type(secret, '-2')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  expect(await screen.findByText('Account 1 is linked.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('closing the window ends the wait with a word, and offers it again', async () => {
  const { user, first, open } = await startLinking()
  await poll(4)
  expect(screen.queryByText(closedWords)).not.toBeInTheDocument()
  first.closed = true
  await poll(3)
  // The window may be closing because the code is there.
  expect(screen.queryByText(closedWords)).not.toBeInTheDocument()
  await poll(1)
  expect(screen.getByText(closedWords)).toBeInTheDocument()
  expect(screen.queryByText(/^Sign in at the brokerage/)).not.toBeInTheDocument()

  const second = popup()
  open.mockReturnValue(second as unknown as Window)
  await user.click(screen.getByRole('link', { name: /^Open the page of the brokerage/ }))
  expect(open).toHaveBeenLastCalledWith('https://broker.example/authorise', 'clubfolio-broker', expect.any(String))
  await poll(5)
  expect(screen.getByText(/^Sign in at the brokerage/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(second.close).toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(localStorage.getItem('linkAttempt')).toBeNull()
})

test('a code that arrives after the window seemed closed is used', async () => {
  const { first } = await startLinking()
  // A page that severs its opener looks closed from the beginning.
  first.closed = true
  await poll(4)
  expect(screen.getByText(closedWords)).toBeInTheDocument()
  expect(receiveCallback(localStorage, { code: 'C0.x@', state: 'state-1' }, Date.now())).toBe('stored')
  await poll(1)
  await waitFor(() => expect(sentTo(createMy)).toMatchObject([{ code: 'C0.x@', token: 'state-1' }]))
  expect(await screen.findByText('Accounts were linked')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a code that comes as the window closes says nothing of the window', async () => {
  const { first } = await startLinking()
  receiveCallback(localStorage, { code: 'C0.x@', state: 'state-1' }, Date.now())
  first.closed = true
  await poll(1)
  expect(screen.queryByText(closedWords)).not.toBeInTheDocument()
  await waitFor(() => expect(sentTo(createMy)).toHaveLength(1))
})
