import { render, screen } from '@testing-library/react'
// The module that a browser loads; in tests the package's bundle keeps the attributes to itself.
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { expect, test } from 'vitest'
import './decorative-icons.ts'

test('an icon inside a button is hidden from assistive technology', () => {
  render(
    <button type="button">
      <IconPlus size={16} stroke={1.6} />
      New report
    </button>,
  )
  const button = screen.getByRole('button', { name: 'New report' })
  expect(button.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
})
