import { TextInput } from '@mantine/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { IconNote } from '@tabler/icons-react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { FormModal } from './form-modal.tsx'

async function renderModal() {
  const onSubmit = vi.fn<() => void>()
  const { user } = await render(
    <FormModal title="Note" icon={IconNote} submit="Save" openCount={0} onSubmit={onSubmit} onClose={() => undefined}>
      <TextInput label="Note" />
    </FormModal>,
  )
  await screen.findByRole('dialog')
  return { user, onSubmit, save: screen.getByRole('button', { name: 'Save' }) }
}

test('two clicks before the first is painted send once', async () => {
  const { onSubmit, save } = await renderModal()
  act(() => {
    save.click()
    save.click()
  })
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Enter and a click before it is painted send once', async () => {
  const { onSubmit, save } = await renderModal()
  const form = screen.getByRole('textbox').closest('form')
  act(() => {
    if (form) fireEvent.submit(form)
    save.click()
  })
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a click after a request that failed sends again', async () => {
  const { user, onSubmit, save } = await renderModal()
  await user.click(save)
  await waitFor(async () => {
    await user.click(save)
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })
})
