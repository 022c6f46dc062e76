import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { NumericInput, type NumericInputProps } from './numeric-input.tsx'
import { isInvalidNumber } from './plain-number.ts'

type Options = Omit<NumericInputProps, 'value' | 'onChange' | 'label'> & { readonly initial?: string }

function Amount({ initial = '', ...rest }: Options) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <NumericInput label="Amount" value={value} onChange={setValue} {...rest} />
      <output aria-label="Value of the form">{isInvalidNumber(value) ? 'not a number' : value}</output>
    </>
  )
}

async function renderAmount(options: Options = {}) {
  const { user } = await render(<Amount {...options} />)
  return { user, field: screen.getByLabelText('Amount'), value: screen.getByLabelText('Value of the form') }
}

test('typed digits and one decimal point are the value', async () => {
  const { user, field, value } = await renderAmount()
  await user.type(field, '1234.56')
  expect(field).toHaveValue('1234.56')
  expect(value).toHaveTextContent('1234.56')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['a comma', '1,234', '1234', '"1,234" is not a plain number.'],
  ['a letter', '12k', '12', '"12k" is not a plain number.'],
  ['an exponent', '1e5', '15', '"1e5" is not a plain number.'],
  ['a minus in a field without negative numbers', '-5', '5', '"-5" is not a plain number.'],
  ['a second decimal point', '1.2.3', '1.23', '"1.2.3" is not a plain number.'],
])('%s is blocked and said, and the form holds no number', async (_what, typed, shown, words) => {
  const { user, field, value } = await renderAmount()
  await user.type(field, typed)
  expect(field).toHaveValue(shown)
  expect(field).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent(words)
  expect(value).toHaveTextContent('not a number')
})

test('deleting the blocked character makes it a number again', async () => {
  const { user, field, value } = await renderAmount()
  await user.type(field, '12,{Backspace}')
  expect(value).toHaveTextContent('12')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a field for negative numbers accepts one leading minus', async () => {
  const { user, field, value } = await renderAmount({ isSigned: true })
  await user.type(field, '-12.5')
  expect(value).toHaveTextContent('-12.5')
})

test.each([
  ['1,234.50', '1234.50'],
  ['1,234,567', '1234567'],
  ['$1,234.50', '1234.50'],
  [' 12.5\n', '12.5'],
  ['.5', '.5'],
])('a paste of %j is the number %s', async (pasted, expected) => {
  const { user, field, value } = await renderAmount({ prefix: '$' })
  await user.click(field)
  await user.paste(pasted)
  expect(value).toHaveTextContent(expected)
  expect(field).toHaveValue(expected)
})

test.each(['1,234', '1.234,50', '-3', '12 apples', '€5'])(
  'a paste of %j is said not to be a number',
  async (pasted) => {
    const { user, field, value } = await renderAmount({ prefix: '$' })
    await user.click(field)
    await user.paste(pasted)
    expect(value).toHaveTextContent('not a number')
    expect(screen.getByRole('alert')).toHaveTextContent(`"${pasted}" is not a plain number.`)
  },
)

test('a percent sign of the field is not part of a pasted number', async () => {
  const { user, field, value } = await renderAmount({ suffix: '%' })
  await user.click(field)
  await user.paste('2.5%')
  expect(value).toHaveTextContent('2.5')
})

test('a paste over the selected text replaces it, mistakes included', async () => {
  const { user, field, value } = await renderAmount()
  await user.type(field, '1,2')
  await user.tripleClick(field)
  await user.paste('77')
  expect(value).toHaveTextContent('77')
  expect(field).toHaveValue('77')
})

test('the arrow keys change no amount', async () => {
  const { user, field, value } = await renderAmount({ initial: '10' })
  await user.type(field, '{ArrowUp}{ArrowUp}{ArrowDown}{PageUp}')
  expect(value).toHaveTextContent('10')
})

test('leaving the field keeps what was typed, unchanged', async () => {
  const { user, field, value } = await renderAmount()
  await user.type(field, '0012.50')
  await user.tab()
  expect(field).not.toHaveFocus()
  expect(field).toHaveValue('0012.50')
  expect(value).toHaveTextContent('0012.50')
})

test('a number of more than 24 digits is too long', async () => {
  const { user, field, value } = await renderAmount()
  await user.click(field)
  await user.paste('1'.repeat(25))
  expect(screen.getByRole('alert')).toHaveTextContent('That number is too long. Use at most 24 digits.')
  expect(value).toHaveTextContent('not a number')
})

test("the form's error about a number out of range is the description of the field", async () => {
  const { field } = await renderAmount({ initial: '0', error: 'Enter an amount from 0.01 to 999,999,999.99.' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Enter an amount from 0.01 to 999,999,999.99.')
})

test('a text that is no number is said before the error of the form', async () => {
  const { user, field } = await renderAmount({ error: 'Enter an amount.' })
  await user.type(field, '5,')
  expect(field).toHaveAccessibleDescription(/"5," is not a plain number/)
})

test('the reset button is there while the field has text, and hands over to the form', async () => {
  const onReset = vi.fn<() => void>()
  const { user, field } = await renderAmount({ onReset })
  expect(screen.queryByRole('button', { name: 'Reset Amount' })).not.toBeInTheDocument()
  await user.type(field, '5')
  await user.click(screen.getByRole('button', { name: 'Reset Amount' }))
  expect(onReset).toHaveBeenCalledOnce()
})

test('the reset button of a field without a visible label is named after the field too', async () => {
  await render(
    <NumericInput aria-label="Resistance price" value="5" onChange={() => undefined} onReset={() => undefined} />,
  )
  expect(screen.getByRole('button', { name: 'Reset Resistance price' })).toHaveAttribute(
    'title',
    'Reset Resistance price',
  )
})

test('typing into a proposed number replaces it', async () => {
  const { user, field, value } = await renderAmount({ initial: '147', isProposed: true })
  await user.tab()
  expect(field).toHaveFocus()
  await user.keyboard('9')
  expect(value).toHaveTextContent('9')
  expect(field).toHaveValue('9')
})

test('a compact field says its error to screen readers without room below', async () => {
  const { user, field } = await renderAmount({ isCompact: true })
  await user.type(field, '5,')
  expect(field).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent('"5," is not a plain number.')
})

test('a disabled field takes no number', async () => {
  const { user, field, value } = await renderAmount({ initial: '5', disabled: true })
  await user.type(field, '7')
  expect(value).toHaveTextContent('5')
})

test('Enter submits the form around it', async () => {
  const onSubmit = vi.fn<() => void>()
  const { user } = await render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Amount />
    </form>,
  )
  await user.type(screen.getByLabelText('Amount'), '5{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})
