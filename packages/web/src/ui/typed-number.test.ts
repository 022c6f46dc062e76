// For any sequence of typing, pasting and selecting, a field holds a number only when that is the number the user reads
// in what they typed. A second field that blocks nothing receives the same keys and records what they read.
import { propertyRuns, propertySeed } from '@clubfolio/domain/testing/property-runs'
import {
  array,
  assert as check,
  boolean,
  constantFrom,
  oneof,
  property,
  record,
  stringMatching,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isInvalidNumber, numberIssue, readPastedNumber } from './plain-number.ts'
import {
  eraseSelected,
  followShown,
  hasBlocked,
  numberValue,
  pasteText,
  pressKey,
  selectedText,
  selectShown,
  shownSelection,
  shownText,
  typedFrom,
  type TypedNumber,
} from './typed-number.ts'

/** A text field as browsers implement it. */
interface Editor {
  readonly text: string
  readonly anchor: number
  readonly focus: number
}

const rangeOf = ({ anchor, focus }: Editor): [number, number] => [Math.min(anchor, focus), Math.max(anchor, focus)]
const insert = (editor: Editor, put: string): Editor => {
  const [start, end] = rangeOf(editor)
  return {
    text: editor.text.slice(0, start) + put + editor.text.slice(end),
    anchor: start + put.length,
    focus: start + put.length,
  }
}
const select = (editor: Editor, anchor: number, focus: number): Editor => {
  const within = (place: number) => Math.min(editor.text.length, Math.max(0, place))
  return { ...editor, anchor: within(anchor), focus: within(focus) }
}

function edit(editor: Editor, { key, isShift = false }: Key): Editor {
  const [start, end] = rangeOf(editor)
  const isRange = start !== end
  const move = (focus: number) => select(editor, isShift ? editor.anchor : focus, focus)
  switch (key) {
    case 'Backspace':
      return insert(isRange ? editor : select(editor, start - 1, end), '')
    case 'Delete':
      return insert(isRange ? editor : select(editor, start, end + 1), '')
    case 'ArrowLeft':
      return move(isRange && !isShift ? start : editor.focus - 1)
    case 'ArrowRight':
      return move(isRange && !isShift ? end : editor.focus + 1)
    case 'Home':
      return move(0)
    case 'End':
      return move(editor.text.length)
    case 'SelectAll':
      return { ...editor, anchor: 0, focus: editor.text.length }
    default:
      return insert(editor, key)
  }
}

/** The field with the browser around it, and alongside it the field that blocks nothing. */
interface Bench {
  readonly typed: TypedNumber
  readonly shown: Editor
  readonly read: Editor
  readonly clipboard: readonly [ours: string, theirs: string]
}

const shownOf = (typed: TypedNumber): Editor => {
  const [anchor, focus] = shownSelection(typed)
  return { text: shownText(typed), anchor, focus }
}
const benchOf = (isSigned: boolean): Bench => ({
  typed: typedFrom('', isSigned),
  shown: { text: '', anchor: 0, focus: 0 },
  read: { text: '', anchor: 0, focus: 0 },
  clipboard: ['', ''],
})
const start = benchOf(false)
const signed = benchOf(true)

interface Key {
  readonly key: string
  readonly isShift?: boolean
}
type Action =
  | Key
  | { readonly paste: string }
  | { readonly command: 'cut' | 'copy' | 'paste' }
  | { readonly keyboard: string }

function act(bench: Bench, action: Action): Bench {
  const from = selectShown(bench.typed, ...rangeOf(bench.shown))
  const { read } = bench
  if ('paste' in action) return pasted(bench, from, action.paste, action.paste)
  if ('keyboard' in action) {
    // An on-screen keyboard: no key is known, only the resulting text.
    const shown = insert(bench.shown, action.keyboard)
    return { ...bench, typed: followShown(from, shown.text, shown.focus), shown, read: insert(read, action.keyboard) }
  }
  if ('command' in action) {
    if (action.command === 'paste') return pasted(bench, from, ...bench.clipboard)
    const clipboard = [selectedText(from), read.text.slice(...rangeOf(read))] as const
    if (clipboard.includes('')) return bench
    if (action.command === 'copy') return { ...bench, clipboard }
    const typed = eraseSelected(from)
    return { typed, shown: shownOf(typed), read: insert(read, ''), clipboard }
  }
  const isSelectAll = action.key === 'SelectAll'
  const { isPrevented, next } = pressKey(from, {
    key: isSelectAll ? 'a' : action.key,
    ctrlKey: isSelectAll,
    metaKey: false,
    altKey: false,
    shiftKey: action.isShift ?? false,
  })
  const after = { ...bench, read: edit(read, action) }
  if (isPrevented) return next ? { ...after, typed: next, shown: shownOf(next) } : after
  const shown = edit(bench.shown, action)
  return { ...after, shown, typed: shown.text === bench.shown.text ? from : followShown(from, shown.text, shown.focus) }
}

/** The user sees the result of a paste: either the pasted text unchanged, or the same number in plain notation. */
function pasted(bench: Bench, from: TypedNumber, ours: string, theirs: string): Bench {
  const typed = pasteText(from, ours, { prefix: '$' })
  const read = insert(bench.read, theirs)
  const { isSigned } = typed
  const isRead =
    !hasBlocked(typed) &&
    reading(read.text, isSigned) !== undefined &&
    reading(read.text, isSigned) === reading(shownText(typed), isSigned)
  return { ...bench, typed, shown: shownOf(typed), read: isRead ? shownOf(typed) : read }
}

/**
 * Returns the number that a person reads in a text, as shortest decimal text; empty for nothing, undefined where no
 * number is clearly meant.
 */
function reading(text: string, isSigned: boolean): string | undefined {
  const whole = text.trim().replace('\u2212', '-')
  if (isSigned && whole.startsWith('-')) {
    const size = reading(whole.slice(1), false)
    return size === undefined || /^[\s$]/.test(whole.slice(1)) ? undefined : `-${size}`
  }
  const bare = text.trim().replace(/^\$\s*/, '')
  if (bare === '') return text.trim()
  const plain = /^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(bare) ? bare.replaceAll(',', '') : bare
  return /^\d*\.?\d*$/.test(plain) ? shortest(plain) : undefined
}
function shortest(plain: string): string {
  if (plain.startsWith('-')) return `-${shortest(plain.slice(1))}`
  const [whole = '', part = ''] = plain.split('.')
  const rest = part.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}

const expectRead = ({ typed, shown, read }: Bench) => {
  const value = numberValue(typed)
  expect(shownText(typed)).toBe(shown.text)
  if (isInvalidNumber(value)) {
    expect(numberIssue(value, typed.isSigned)).toBeDefined()
    for (const number of [Number(value), Number.parseFloat(value)]) expect(number).toBeNaN()
    return
  }
  expect(shown.text.trim()).toBe(value)
  expect({ value: shortest(value) }).toEqual({ value: reading(read.text, typed.isSigned) })
}

const digits = constantFrom('0', '1', '2', '5', '.')
const strangers = constantFrom(',', '-', '+', 'e', ' ', '$', "'", '%', '\u0665', '\uff15')
const movement = record({
  key: constantFrom(
    'Backspace',
    'Backspace',
    'Backspace',
    'Delete',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'SelectAll',
  ),
  isShift: boolean(),
})
const character = oneof({ weight: 5, arbitrary: digits }, { weight: 2, arbitrary: strangers }).map((key) => ({ key }))
const text = oneof(
  constantFrom(
    '50,25',
    '1,5',
    '5.000,00',
    '-200',
    '1e3',
    '12 34',
    '1,234.50',
    '$1,234.50',
    ' 50.25 ',
    '12\n34',
    '1,234',
    '1,234,567',
    '٣',
    '0x10',
    '1_000',
    '5\u00a0',
    '\u22125',
    '-1,234.50',
    '- 5',
    '--5',
  ),
  stringMatching(/^[ $]?[-+]?\d{0,3}([,. ]\d{0,3}){0,3}[e%\n]?$/),
)
const keys = oneof({ weight: 6, arbitrary: character }, { weight: 4, arbitrary: movement })
const actions = oneof(
  { weight: 20, arbitrary: keys },
  { weight: 2, arbitrary: text.map((paste) => ({ paste })) },
  { weight: 1, arbitrary: constantFrom('cut', 'copy', 'paste').map((command) => ({ command }) as const) },
)

const checkWith = (taken: Arbitrary<Action>, from: Bench) => {
  const after = property(array(taken, { maxLength: 14 }), (list) => {
    list.reduce((bench, action) => {
      const next = act(bench, action)
      expectRead(next)
      return next
    }, from)
  })
  check(after, { numRuns: propertyRuns(1_500, 100_000), seed: propertySeed() })
}
const written = oneof(
  { weight: 3, arbitrary: character.map(({ key }) => ({ keyboard: key })) },
  { weight: 2, arbitrary: movement.map(({ key }) => ({ key })) },
)

describe.each([
  ['a field without a sign', start],
  ['a field that takes a minus', signed],
] as const)('%s', (_name, from) => {
  it('never holds another number than is read in the keys', () => {
    expect(() => checkWith(keys, from)).not.toThrow()
  })
  it('never holds another number than is read in keys, pastes and cuts', () => {
    expect(() => checkWith(actions, from)).not.toThrow()
  })
  it('never holds another number than is read in what an on-screen keyboard writes', () => {
    expect(() => checkWith(written, from)).not.toThrow()
  })
})

const keyNames: Readonly<Record<string, string>> = { '<': 'Backspace', '@': 'SelectAll', '^': 'Home' }
const typing = (sequence: string, from = start): Bench =>
  Array.from(sequence)
    .map((key): Action => ({ key: keyNames[key] ?? key }))
    .reduce(act, from)
const fieldOf = ({ typed }: Bench) => ({ shown: shownText(typed), value: numberValue(typed) })

test.each(['50,25', '1,5', '5.000,00', '-200', '1e3', '12 34', '1.2.3', '+5', '5%', '٣5'])(
  'typed %s is no number, and the field says so',
  (sequence) => {
    const { typed } = typing(sequence)
    expect(shownText(typed)).toBe(sequence === '1.2.3' ? '1.23' : sequence.replaceAll(/[^\d.]/g, ''))
    expect(numberValue(typed)).toBe(`?${sequence}`)
    expect(numberIssue(numberValue(typed))).toBe(
      `"${sequence}" is not a plain number. Use digits and one decimal point, like 1234.56.`,
    )
  },
)

it('takes one minus in front where a negative number makes sense, and nowhere else', () => {
  for (const sequence of ['-200', '-0.5', '-.5', '200^-'])
    expect(fieldOf(typing(sequence, signed))).toEqual({
      shown: sequence.startsWith('2') ? '-200' : sequence,
      value: sequence.startsWith('2') ? '-200' : sequence,
    })
  for (const sequence of ['2-00', '--200', '-2-', '-1,5', '^-5^3'])
    expect(isInvalidNumber(fieldOf(typing(sequence, signed)).value)).toBe(true)
  expect(numberIssue(fieldOf(typing('2-', signed)).value, true)).toBe(
    '"2-" is not a plain number. Use digits and one decimal point, with a minus in front if it is negative, like -1234.56.',
  )
  // A minus that was blocked inside the text becomes the leading sign once the text before it is gone.
  expect(fieldOf([{ key: 'Delete' }].reduce(act, typing('5-3^', signed)))).toEqual({ shown: '-3', value: '-3' })
  expect(readPastedNumber('\u22121,234.50', {}, true)).toBe('-1234.50')
  expect(readPastedNumber('-5', {}, true)).toBe('-5')
  expect(readPastedNumber('- 5', {}, true)).toBe('- 5')
})

it('is a number again once what was blocked is deleted, and not by typing on', () => {
  expect(fieldOf(typing('50,'))).toEqual({ shown: '50', value: '?50,' })
  expect(fieldOf(typing('50,25'))).toEqual({ shown: '5025', value: '?50,25' })
  expect(fieldOf(typing('50,25<<'))).toEqual({ shown: '50', value: '?50,' })
  // Backspace removes the last typed character, which is the comma.
  expect(fieldOf(typing('50,25<<<'))).toEqual({ shown: '50', value: '50' })
  expect(fieldOf(typing('50,25<<<.25'))).toEqual({ shown: '50.25', value: '50.25' })
  expect(fieldOf(typing('50,25@50.25'))).toEqual({ shown: '50.25', value: '50.25' })
  expect(fieldOf(typing('50,25@<'))).toEqual({ shown: '', value: '' })
})

it('keeps selected text when a blocked key is pressed over it, and is no number until it is emptied or replaced', () => {
  expect(fieldOf(typing('10@-'))).toEqual({ shown: '10', value: '?-10' })
  expect(fieldOf(typing('10@-200'))).toEqual({ shown: '200', value: '?-200' })
  expect(fieldOf(typing('10@-200@300'))).toEqual({ shown: '300', value: '300' })
})

it('is the number that replaces the whole text, also an equal one and one that begins alike', () => {
  for (const next of ['5025', '5030', '7'])
    expect(fieldOf({ ...start, typed: followShown(typing('50,25').typed, next, next.length, next) })).toEqual({
      shown: next,
      value: next,
    })
  expect(fieldOf({ ...start, typed: followShown(typing('-').typed, '20', 2, '20') })).toEqual({
    shown: '20',
    value: '20',
  })
  expect(fieldOf({ ...start, typed: followShown(typing('-').typed, '2', 1, '2') })).toEqual({
    shown: '2',
    value: '?-2',
  })
})

it('takes back a value that it handed out, as invalid as it was', () => {
  for (const sequence of ['50,25', '10@-', '10@-<'])
    expect(isInvalidNumber(numberValue(typedFrom(numberValue(typing(sequence).typed))))).toBe(
      isInvalidNumber(numberValue(typing(sequence).typed)),
    )
})

it('takes a paste for a number only where it can be no other', () => {
  const dollars = { prefix: '$' }
  for (const [pastedText, read] of [
    [' 50.25\t', '50.25'],
    ['$1,234.50', '1234.50'],
    ['1,234,567', '1234567'],
    ['$ 5', '5'],
    ['\u202a50\u00a0', '50'],
    ['0.50', '0.50'],
  ] as const)
    expect(readPastedNumber(pastedText, dollars)).toBe(read)
  for (const other of ['1,234', '5.000,00', '1,23,456.00', '12 34', '-5', '€5', '1e3', '5%', '1,2345.0'])
    expect(readPastedNumber(other, dollars)).toBe(other)
  expect(readPastedNumber('1.5 %', { suffix: '%' })).toBe('1.5')
  expect(readPastedNumber('$5', {})).toBe('$5')
})

it('refuses a number that is too long instead of cutting it', () => {
  const { typed } = act(start, { paste: '1'.repeat(25) })
  expect(numberIssue(numberValue(typed))).toBe('That number is too long. Use at most 24 digits.')
})
