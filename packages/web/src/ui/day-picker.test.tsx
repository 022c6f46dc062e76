import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { DayPicker, DayRangePicker, type DayPickerProps } from './day-picker.tsx'
import type { DayRange } from './day-range.ts'

type Options = Partial<Omit<DayPickerProps, 'label' | 'value' | 'onChange'>> & { readonly initial?: string | null }

function Expiry({ initial = '2026-03-04', ...rest }: Options) {
  const [day, setDay] = useState<string | null>(initial)
  return (
    <>
      <DayPicker label="Last day" value={day} onChange={setDay} {...rest} />
      <output aria-label="Chosen">{day ?? 'none'}</output>
    </>
  )
}

const chosen = () => screen.getByLabelText('Chosen')
const dayButton = (name: string) => screen.findByRole('button', { name })

describe('one day', () => {
  test('the field shows the day as YYYY-MM-DD and the calendar opens at its month', async () => {
    const { user } = await render(<Expiry />)
    expect(screen.getByLabelText('Last day')).toHaveTextContent('2026-03-04')
    await user.click(screen.getByLabelText('Last day'))
    expect(await dayButton('4 March 2026')).toBeInTheDocument()
  })

  test('the arrows of the calendar say where they lead', async () => {
    const { user } = await render(<Expiry />)
    await user.click(screen.getByLabelText('Last day'))
    await user.click(await dayButton('Next month'))
    expect(await dayButton('1 April 2026')).toBeInTheDocument()
    await user.click(await dayButton('Previous month'))
    expect(await dayButton('1 March 2026')).toBeInTheDocument()
  })

  test('a click on a day chooses it and closes the calendar', async () => {
    const { user } = await render(<Expiry />)
    await user.click(screen.getByLabelText('Last day'))
    await user.click(await dayButton('19 March 2026'))
    expect(chosen()).toHaveTextContent('2026-03-19')
    await waitFor(() => expect(screen.queryByRole('button', { name: '19 March 2026' })).not.toBeInTheDocument())
  })

  test('days before the first and after the last allowed one cannot be chosen', async () => {
    const { user } = await render(<Expiry minDay="2026-03-03" maxDay="2026-03-10" />)
    await user.click(screen.getByLabelText('Last day'))
    expect(await dayButton('2 March 2026')).toBeDisabled()
    expect(await dayButton('3 March 2026')).toBeEnabled()
    expect(await dayButton('10 March 2026')).toBeEnabled()
    expect(await dayButton('11 March 2026')).toBeDisabled()
  })

  test('days that the form does not offer cannot be chosen', async () => {
    const { user } = await render(<Expiry isAllowed={(day) => day === '2026-03-20'} />)
    await user.click(screen.getByLabelText('Last day'))
    expect(await dayButton('19 March 2026')).toBeDisabled()
    expect(await dayButton('20 March 2026')).toBeEnabled()
  })

  test('a day that may be absent is cleared', async () => {
    const { user } = await render(<Expiry isClearable />)
    await user.click(screen.getByRole('button', { name: 'Clear Last day' }))
    expect(chosen()).toHaveTextContent('none')
  })

  test('the arrow keys move in the calendar and Enter chooses', async () => {
    const { user } = await render(<Expiry />)
    await user.click(screen.getByLabelText('Last day'))
    const day = await dayButton('4 March 2026')
    day.focus()
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
    expect(chosen()).toHaveTextContent('2026-03-12')
  })

  test('the error of the form is shown at the field', async () => {
    await render(<Expiry initial={null} error="Choose the day." />)
    expect(screen.getByText('Choose the day.')).toBeInTheDocument()
  })
})

describe('a range', () => {
  function Period() {
    const [range, setRange] = useState<DayRange>(['2026-03-02', '2026-03-06'])
    return (
      <>
        <DayRangePicker label="Entered" value={range} onChange={setRange} maxDay="2026-03-25" />
        <output aria-label="Chosen">{`${range[0] ?? 'none'} to ${range[1] ?? 'none'}`}</output>
      </>
    )
  }

  test('two clicks choose a range in either order', async () => {
    const { user } = await render(<Period />)
    await user.click(screen.getByLabelText('Entered'))
    await user.click(await dayButton('20 March 2026'))
    expect(chosen()).toHaveTextContent('2026-03-20 to none')
    await user.click(await dayButton('9 March 2026'))
    expect(chosen()).toHaveTextContent('2026-03-09 to 2026-03-20')
  })

  test('one day twice is a range of one day', async () => {
    const { user } = await render(<Period />)
    await user.click(screen.getByLabelText('Entered'))
    await user.click(await dayButton('20 March 2026'))
    await user.click(await dayButton('20 March 2026'))
    expect(chosen()).toHaveTextContent('2026-03-20 to 2026-03-20')
  })

  test('days after the last allowed one cannot be chosen, and Clear empties both ends', async () => {
    const { user } = await render(<Period />)
    await user.click(screen.getByLabelText('Entered'))
    expect(await dayButton('26 March 2026')).toBeDisabled()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Clear Entered' }))
    expect(chosen()).toHaveTextContent('none to none')
  })
})
