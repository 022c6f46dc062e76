import { expect, it } from 'vitest'
import { isNumericKey, numericText } from './numeric-key.ts'

const press = (key: string, command: 'ctrl' | 'meta' | 'none' = 'none') => ({ key, ctrlKey: command === 'ctrl', metaKey: command === 'meta' })

it.each(['0', '9', '.', 'Delete', 'Backspace', 'Tab', 'Escape', 'Enter', 'Home', 'End', 'ArrowLeft', 'ArrowUp'])('lets %s through', (key) => {
  expect(isNumericKey(press(key), '12')).toBe(true)
})

it.each(['a', 'e', '-', '+', ',', ' ', '/', 'F5', '٣'])('blocks %s', (key) => {
  expect(isNumericKey(press(key), '12')).toBe(false)
})

it('lets select, copy, paste and cut through, with Ctrl and with Cmd', () => {
  for (const key of ['a', 'c', 'v', 'x', 'V']) {
    expect(isNumericKey(press(key, 'ctrl'), '')).toBe(true)
    expect(isNumericKey(press(key, 'meta'), '')).toBe(true)
  }
  expect(isNumericKey(press('z', 'ctrl'), '')).toBe(false)
})

it('blocks a second decimal point', () => {
  expect(isNumericKey(press('.'), '1.5')).toBe(false)
})

it('leaves of a pasted text what a number needs', () => {
  expect(numericText('$1,234.50')).toBe('1234.50')
  expect(numericText('1.2.3')).toBe('1.23')
  expect(numericText('about five')).toBe('')
})
