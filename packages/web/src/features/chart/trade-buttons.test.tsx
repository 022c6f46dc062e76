import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { TradeBar, TradeButton } from './trade-buttons.tsx'

const wide = window.matchMedia
afterEach(() => {
  window.matchMedia = wide
})

const both = (
  <>
    <TradeButton code="ACME" />
    <TradeBar code="ACME" />
  </>
)

test('a button opens the ticket for the share in view, at the market', async () => {
  signIn()
  const { user } = await render(both)
  expect(screen.queryByRole('group', { name: 'Trade ACME' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Put order' }))
  expect(orderTicket.get()).toEqual({ code: 'ACME', directionality: 'BUY', orderType: 'LIMIT' })
})

test('on a phone both sides are at the lower edge', async () => {
  window.matchMedia = (query) => Object.assign(wide(query), { matches: query.includes('max-width: 47.99em') })
  signIn()
  const { user } = await render(both)
  expect(screen.queryByRole('button', { name: 'Put order' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Sell short' }))
  expect(orderTicket.get()).toEqual({ code: 'ACME', directionality: 'SELL_SHORT', orderType: 'LIMIT' })
  await user.click(screen.getByRole('button', { name: 'Buy' }))
  expect(orderTicket.get()).toMatchObject({ directionality: 'BUY' })
})

test('nobody without the right to trade is offered an order', async () => {
  signIn(['VA', 'VW'])
  await render(both)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
