import { expect, it } from 'vitest'
import { isNumericKey, typedCharacter } from './numeric-key.ts'

const press = (key: string, command: 'ctrl' | 'meta' | 'none' = 'none') => ({
  key,
  ctrlKey: command === 'ctrl',
  metaKey: command === 'meta',
})

it.each(['0', '9', '.', 'Delete', 'Backspace', 'Tab', 'Escape', 'Enter', 'Home', 'End', 'ArrowLeft', 'ArrowUp'])(
  'lets %s through',
  (key) => {
    expect(isNumericKey(press(key), '12')).toBe(true)
  },
)

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

it('tells which keys would have typed a character', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false }
  for (const key of [',', 'e', ' ', '-', '\u0663', '7']) expect(typedCharacter({ ...none, key })).toBe(key)
  expect(typedCharacter({ ...none, key: 'Decimal' })).toBe('.')
  for (const key of ['F5', 'Shift', 'Dead', 'PageUp']) expect(typedCharacter({ ...none, key })).toBeUndefined()
  expect(typedCharacter({ ...none, key: 'z', ctrlKey: true })).toBeUndefined()
  // AltGr and E on a German keyboard.
  expect(typedCharacter({ ...none, key: '\u20ac', ctrlKey: true, altKey: true })).toBe('\u20ac')
})
