// The page's feed of live prices follows the page: what wakes it.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '../testing/answers.ts'
import { render } from '../testing/render.tsx'
import { signIn } from '../testing/sign-in.ts'
import { useLastPrice } from './quote.ts'

afterEach(() => void vi.unstubAllGlobals())

function Price() {
  return <p>{useLastPrice('SPY') ?? 'no price'}</p>
}

test.each([
  ['the network returns', () => window.dispatchEvent(new Event('online'))],
  ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
])('when %s, a socket that may be dead is replaced', async (_name, wake) => {
  const sockets: { isClosed: boolean }[] = []
  class CaughtSocket extends EventTarget {
    isClosed = false
    constructor() {
      super()
      sockets.push(this)
    }
    send() {}
    close() {
      this.isClosed = true
    }
  }
  vi.stubGlobal('WebSocket', CaughtSocket)
  signIn()
  answers({ 'POST /v1/api/quote/create-ticket': { ticket: 'one', expiresAt: 1 } })
  await render(<Price />)
  expect(screen.getByText('no price')).toBeVisible()
  await waitFor(() => expect(sockets).toHaveLength(1))
  wake()
  await waitFor(() => expect(sockets).toHaveLength(2))
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false])
})
