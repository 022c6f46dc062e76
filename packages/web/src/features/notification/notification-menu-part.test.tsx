import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screens } from '../../app/screens.ts'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { NotificationMenuPart } from './notification-menu-part.tsx'

test('the top bar, its list and the menu say Notifications, never Messages', async () => {
  signIn()
  answers({ 'GET /v1/api/notification/find-recent': { unread: 0, result: [] } })
  const { user } = await render(<NotificationMenuPart />)
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'All notifications' })).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(/messages?/i)
  expect(screens.map(({ title }) => title)).toContain('Notifications')
  expect(screens.filter(({ title }) => /message/i.test(title))).toEqual([])
})
