import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { graphModal } from '../../kernel/graph-modal.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { ComparatorScreen } from './comparator-screen.tsx'

test("an instrument's tag opens its graph, monthly, and its cross removes it", async () => {
  signIn()
  globalThis.fetch = () => new Promise<Response>(() => undefined)
  const { user, address } = await render(<ComparatorScreen />, { at: '/instrument-comparator?codes=QQQ,SPY' })
  await user.click(screen.getByRole('button', { name: 'Graph of QQQ' }))
  expect(graphModal.get()).toEqual({ code: 'QQQ', timing: 'MONTH' })
  await user.click(screen.getByRole('button', { name: 'Remove QQQ' }))
  expect(address()).toContain('codes=SPY')
})
