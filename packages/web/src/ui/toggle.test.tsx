import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { Toggle } from './toggle.tsx'

const label = 'Default account 8841-2207'
const control = () => screen.getByRole('switch')

test('is named by its label alone, on and off; its state is checked or not', async () => {
  await render(
    <>
      <Toggle isOn label={label} onChange={() => undefined} />
      <Toggle isOn={false} label="Group" onLabel="Yes" offLabel="No" onChange={() => undefined} />
    </>,
  )
  const [first, second] = screen.getAllByRole('switch')
  expect(first).toHaveAccessibleName(label)
  expect(first).toBeChecked()
  expect(second).toHaveAccessibleName('Group')
  expect(second).not.toBeChecked()
  expect([first, second].map((one) => one?.textContent)).toEqual(['', ''])
})

test('shows the new side while it is saved, and the old one when saving fails', async () => {
  let fail: (reason: Error) => void = () => undefined
  const onChange = vi.fn<(isOn: boolean) => Promise<void>>(() => new Promise((_resolve, reject) => (fail = reject)))
  const { user } = await render(<Toggle isOn={false} label={label} onChange={onChange} />)
  await user.click(control())
  expect(control()).toBeChecked()
  expect(control()).toHaveAttribute('aria-busy', 'true')
  await user.click(control())
  expect(onChange.mock.calls).toEqual([[true]])
  act(() => fail(new Error('refused')))
  await waitFor(() => expect(control()).not.toBeChecked())
})
