import { ApiError } from '@clubfolio/contract'
import { Button, TextInput } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { render } from '../testing/render.tsx'
import { useCheckedForm } from './use-checked-form.ts'

const schema = z.object({ name: z.string().min(1, 'Enter a name.'), phone: z.string().min(1, 'Enter a number.') })
const send = vi.fn<(values: { readonly name: string }) => unknown>()

beforeEach(() => {
  send.mockReset()
})

function Form({ hasPhone }: { readonly hasPhone: boolean }) {
  const form = useCheckedForm({
    initialValues: { name: '', phone: hasPhone ? '' : '1' },
    schema,
    refusalFields: { wrongPassword: 'name' },
  })
  return (
    <form aria-label="Sample" onSubmit={form.submit(send)}>
      <TextInput label="Name" {...form.textField('name')} />
      {hasPhone ? <TextInput label="Phone" {...form.textField('phone')} /> : null}
      <Button type="submit">Save</Button>
      <Button onClick={() => form.clear('name')}>Clear the name</Button>
      <Button onClick={form.reset}>Reset</Button>
    </form>
  )
}

function Page({ hasPhone = false }: { readonly hasPhone?: boolean }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {isOpen ? <Form hasPhone={hasPhone} /> : null}
      <Button onClick={() => setOpen(false)}>Close</Button>
    </>
  )
}

const name = () => screen.getByLabelText('Name')
const press = (button: string) => screen.getByRole('button', { name: button }).click()
const refusal = (field: string) =>
  new ApiError(409, { code: 409, error: [{ field, message: 'This is taken.' }], refusal: 'invalid' })

async function sendRefused(error: unknown) {
  send.mockRejectedValue(error)
  const { user } = await render(<Page />)
  await user.type(name(), 'Oil')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  return user
}

describe('what the server refuses', () => {
  test('is shown at its field until that is changed, and not as a message', async () => {
    const user = await sendRefused(refusal('name'))
    await waitFor(() => expect(name()).toHaveAccessibleDescription('This is taken.'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.type(name(), '2')
    expect(name()).not.toBeInvalid()
  })

  test('by a name that the form assigns to a field is shown there', async () => {
    await sendRefused(new ApiError(400, { code: 400, error: 'The password is wrong.', refusal: 'wrongPassword' }))
    await waitFor(() => expect(name()).toHaveAccessibleDescription('The password is wrong.'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['a field that is not on screen', refusal('phone'), 'This is taken.'],
    ['no field', new ApiError(503, { code: 503, error: 'Try again later.', refusal: 'busy' }), 'Try again later.'],
  ])('about %s is a message', async (_what, error, words) => {
    await sendRefused(error)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(name()).toHaveValue('Oil')
  })

  test('about several fields is shown at those on screen, and the rest as a message', async () => {
    const error = [
      { field: 'name', message: 'This is taken.' },
      { field: 'phone', message: 'Nobody answers there.' },
    ]
    await sendRefused(new ApiError(400, { code: 400, error, refusal: 'invalid' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^(?!.*This is taken).*Nobody answers there\./)
    expect(name()).toHaveAccessibleDescription('This is taken.')
  })

  test('because the session ended is left to the failure listener', async () => {
    await sendRefused(new ApiError(401, { code: 401, error: 'Please sign in again.', refusal: 'sessionEnded' }))
    await waitFor(() => expect(send).toHaveBeenCalled())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('about a form that was closed is a message', async () => {
    let reject: (error: unknown) => void = () => undefined
    send.mockReturnValue(new Promise((_resolve, refuse) => (reject = refuse)))
    const { user } = await render(<Page />)
    await user.type(name(), 'Oil{Enter}')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    reject(refusal('name'))
    expect(await screen.findByRole('alert')).toHaveTextContent('This is taken.')
  })
})

describe.each(['Clear the name', 'Reset'])('a field that the form emptied by "%s"', (how) => {
  test('is not called missing when it is left as it is', async () => {
    const { user } = await render(<Page hasPhone />)
    await user.type(name(), 'Oil')
    act(() => press(how))
    expect(name()).toHaveValue('')
    expect(name()).toHaveFocus()
    await user.tab()
    expect(name()).not.toBeInvalid()
    await user.tab({ shift: true })
    await user.tab()
    expect(name()).not.toBeInvalid()
  })

  test('is called missing again once something was typed and removed', async () => {
    const { user } = await render(<Page hasPhone />)
    await user.type(name(), 'Oil')
    act(() => press(how))
    await user.type(name(), 'Gas')
    await user.clear(name())
    await user.tab()
    expect(name()).toHaveAccessibleDescription('Enter a name.')
  })
})

test('a field that was never filled in is called missing when it is left', async () => {
  const { user } = await render(<Page />)
  await user.click(name())
  await user.tab()
  expect(name()).toHaveAccessibleDescription('Enter a name.')
})

test('two clicks before the first is painted send once', async () => {
  const { user } = await render(<Page />)
  await user.type(name(), 'Oil')
  act(() => {
    press('Save')
    press('Save')
  })
  expect(send).toHaveBeenCalledOnce()
})
