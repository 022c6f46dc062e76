import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { NumericInput } from '../numeric-input.tsx'
import { Change } from './change.tsx'
import { CurrencyProvider, InCurrency, useAmountAffix, useFormatAmount } from './currency.tsx'
import { Money } from './money.tsx'

function Sentence() {
  return <p>{`It was worth ${useFormatAmount()(123_456n)}.`}</p>
}

function Field() {
  return <NumericInput label="Amount" value="5" onChange={() => undefined} {...useAmountAffix()} />
}

const parts = (
  <>
    <Money value={-123_456n} />
    <Change money={5_000n} />
    <InCurrency figure="10.1234" />
    <Sentence />
    <Field />
  </>
)

test('the money of an account is written in its currency', async () => {
  await render(<CurrencyProvider currency="EUR">{parts}</CurrencyProvider>)
  expect(document.body).toHaveTextContent('-1,234.56 EUR+50.00 EUR10.1234 EURIt was worth 1,234.56 EUR.')
  expect(screen.getByText('EUR')).toBeVisible()
  expect(document.body).not.toHaveTextContent('$')
})

test('money is dollars where no account says otherwise, and while its account is not known', async () => {
  await render(<CurrencyProvider currency={undefined}>{parts}</CurrencyProvider>)
  expect(document.body).toHaveTextContent('-$1,234.56+$50.00$10.1234It was worth $1,234.56.')
})

test('a place of another currency inside a screen has its own', async () => {
  await render(
    <CurrencyProvider currency="EUR">
      <CurrencyProvider currency="CHF">
        <Money value={100n} />
      </CurrencyProvider>
    </CurrencyProvider>,
  )
  expect(screen.getByText('1.00 CHF')).toBeVisible()
})
