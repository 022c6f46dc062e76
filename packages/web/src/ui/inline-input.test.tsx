import { ApiError } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { InlineInput, type InlineInputProps } from './inline-input.tsx'

type Options = Partial<Omit<InlineInputProps, 'value' | 'label'>>

function InitialValue({ onAccept, ...rest }: Options) {
  const [value, setValue] = useState('100.00')
  const accept = (text: string) => {
    const saved = onAccept?.(text)
    if (saved instanceof Promise) return saved.then(() => setValue(text))
    setValue(text)
    return undefined
  }
  return <InlineInput label="Initial Value" isNumeric prefix="$" {...rest} value={value} onAccept={accept} />
}

const closed = (value: string) => screen.getByRole('button', { name: `Initial Value: ${value}. Press Enter to edit` })
const field = () => screen.getByRole('textbox', { name: 'Initial Value' })

async function startEditing(options: Options = {}) {
  const page = await render(<InitialValue {...options} />)
  await page.user.dblClick(closed('100.00'))
  return page
}

test('Enter opens the value, typing replaces it, and Enter accepts it', async () => {
  const { user } = await render(<InitialValue />)
  await user.tab()
  await user.keyboard('{Enter}250.75{Enter}')
  await waitFor(() => expect(closed('250.75')).toHaveFocus())
})

test('a double click opens the value, and Accept takes it', async () => {
  const { user } = await startEditing()
  await user.keyboard('42')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(closed('42')).toBeInTheDocument()
})

test('Escape and Cancel keep the old value', async () => {
  const { user } = await startEditing()
  await user.keyboard('7{Escape}')
  expect(closed('100.00')).toBeInTheDocument()
  await user.dblClick(closed('100.00'))
  await user.keyboard('8')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(closed('100.00')).toBeInTheDocument()
})

test('an empty field is not accepted', async () => {
  const { user } = await startEditing()
  await user.clear(field())
  expect(field()).toBeInvalid()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(field()).toBeInTheDocument()
})

test('a number out of range is not accepted, and the button says why', async () => {
  const check = (text: string) => (Number(text) > 0 ? undefined : 'Enter an amount above 0')
  const { user } = await startEditing({ check })
  await user.keyboard('0{Enter}')
  expect(field()).toBeInvalid()
  expect(field()).toHaveAccessibleDescription('Enter an amount above 0')
  expect(screen.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription('Enter an amount above 0')
})

test('a pasted "1,234.50" is accepted as 1234.50, and a typed comma is not', async () => {
  const { user } = await startEditing()
  await user.paste('1,234.50')
  await user.keyboard('{Enter}')
  expect(closed('1234.50')).toBeInTheDocument()
  await user.dblClick(closed('1234.50'))
  await user.keyboard('1,2{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('"1,2" is not a plain number.')
  expect(field()).toBeInTheDocument()
})

test('the field stays open while it saves, and after a failed save', async () => {
  let fail: (reason: Error) => void = () => undefined
  const onAccept = () => new Promise<void>((_resolve, reject) => (fail = reject))
  const { user } = await startEditing({ onAccept })
  await user.keyboard('5{Enter}')
  expect(field()).toHaveAttribute('readonly')
  fail(new Error('refused'))
  await waitFor(() => expect(field()).not.toHaveAttribute('readonly'))
  expect(field()).toHaveValue('5')
})

test('what the server refuses about the value is shown at the field until it is changed', async () => {
  const refusal = new ApiError(409, { code: 409, error: [{ field: 'email', message: 'This address is taken.' }] })
  const { user } = await startEditing({ onAccept: () => Promise.reject(refusal) })
  await user.keyboard('5{Enter}')
  await waitFor(() => expect(field()).toHaveAccessibleDescription('This address is taken.'))
  expect(field()).toBeInvalid()
  await user.keyboard('6')
  expect(field()).not.toBeInvalid()
})

test('a value that cannot be edited is text that says why', async () => {
  const { user } = await render(<InitialValue disabledReason="The account is disabled">$100.00</InitialValue>)
  await user.dblClick(screen.getByText('$100.00'))
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.getByTitle('The account is disabled')).toBeInTheDocument()
})
