// The text typed into a number field, including blocked characters: the field shows the rest, and holds a number only
// while nothing is missing. The model follows every key as an unrestricted field would, so that it always knows what
// the user believes they typed. Decision 0016.
import { isNumericKey, typedCharacter, type PressedKey } from './numeric-key.ts'
import {
  isPlainNumber,
  isInvalidNumber,
  readPastedNumber,
  trimTyped,
  typedOf,
  unreadNumber,
  type NumberAffixes,
} from './plain-number.ts'

interface Character {
  readonly char: string
  /** Typed but not shown, because its key is blocked. */
  readonly isBlocked: boolean
}

export interface TypedNumber {
  readonly characters: readonly Character[]
  /** Positions of the selection's anchor and of the caret, in characters including blocked ones. */
  readonly anchor: number
  readonly focus: number
  /**
   * A blocked key was pressed over selected text, which stayed: from then on the field is a number only after it is
   * emptied or replaced.
   */
  readonly isApart: boolean
  /** A leading minus is part of a number. */
  readonly isSigned: boolean
}

export interface KeyPress extends PressedKey {
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const visible = (text: string): Character[] => Array.from(text).map((char) => ({ char, isBlocked: false }))
const caretAt = (characters: readonly Character[], caret: number, isSigned: boolean): TypedNumber => ({
  characters,
  anchor: caret,
  focus: caret,
  isApart: false,
  isSigned,
})
const atEnd = (characters: readonly Character[], isSigned: boolean): TypedNumber =>
  caretAt(characters, characters.length, isSigned)
const selectionOf = ({ anchor, focus }: TypedNumber): [number, number] => [
  Math.min(anchor, focus),
  Math.max(anchor, focus),
]

/**
 * Creates the model from a form's value, with nothing blocked; a value that is invalid stays so until it is emptied or
 * replaced.
 */
export function typedFrom(value: string, isSigned = false): TypedNumber {
  const text = typedOf(value)
  return {
    ...atEnd(visible(text), isSigned),
    isApart: isInvalidNumber(value) && isPlainNumber(trimTyped(text), isSigned),
  }
}

export const typedText = ({ characters }: TypedNumber): string => characters.map(({ char }) => char).join('')
export const shownText = ({ characters }: TypedNumber): string =>
  characters.map(({ char, isBlocked }) => (isBlocked ? '' : char)).join('')
export const hasBlocked = ({ characters, isApart }: TypedNumber): boolean =>
  isApart || characters.some(({ isBlocked }) => isBlocked)

/** Returns the number as plain text, or a value that no form accepts as a number. */
export function numberValue(typed: TypedNumber): string {
  const text = trimTyped(typedText(typed))
  return isPlainNumber(text, typed.isSigned) && !typed.isApart ? text : unreadNumber(typedText(typed))
}

/** Returns the selection in the shown text, as the browser's selectionStart and selectionEnd. */
export function shownSelection(typed: TypedNumber): [number, number] {
  const [start, end] = selectionOf(typed)
  const shownBefore = (place: number) =>
    typed.characters.slice(0, place).reduce((length, { char, isBlocked }) => length + (isBlocked ? 0 : char.length), 0)
  return [shownBefore(start), shownBefore(end)]
}

/** Adopts a selection made in the browser by mouse, touch or command. */
export function selectShown(typed: TypedNumber, start: number, end: number): TypedNumber {
  const [knownStart, knownEnd] = shownSelection(typed)
  if (start === knownStart && end === knownEnd) return typed
  return { ...typed, ...rangeAt(typed, start, end) }
}

function rangeAt(typed: TypedNumber, start: number, end: number): Pick<TypedNumber, 'anchor' | 'focus'> {
  if (start === end) return { anchor: placeAt(typed, start, 'after'), focus: placeAt(typed, end, 'after') }
  const isToEnd = end === shownText(typed).length
  return {
    anchor: start === 0 ? 0 : placeAt(typed, start, 'after'),
    focus: isToEnd ? typed.characters.length : placeAt(typed, end, 'before'),
  }
}

/** Returns the character index of an offset in the shown text, after or before the blocked characters at that point. */
function placeAt({ characters }: TypedNumber, offset: number, side: 'before' | 'after'): number {
  let shown = 0
  let place = 0
  for (const [index, { char, isBlocked }] of characters.entries()) {
    if (shown >= offset && !(isBlocked && side === 'after')) break
    if (!isBlocked) shown += char.length
    place = index + 1
  }
  return place
}

function replaceSelection(typed: TypedNumber, put: readonly Character[]): TypedNumber {
  const [start, end] = selectionOf(typed)
  const { characters } = typed
  const isWhole = start === 0 && end === characters.length
  const next = revealSign(
    revealPoint([...characters.slice(0, start), ...put, ...characters.slice(end)]),
    typed.isSigned,
  )
  return { ...caretAt(next, start + put.length, typed.isSigned), isApart: typed.isApart && !isWhole && next.length > 0 }
}

/** Shows a blocked second decimal point once the first one is deleted. */
function revealPoint(characters: readonly Character[]): readonly Character[] {
  const isOnly = characters.filter(({ char }) => char === '.').length === 1
  return isOnly ? characters.map((one) => (one.char === '.' ? { ...one, isBlocked: false } : one)) : characters
}

/** Shows a blocked minus as the sign once nothing precedes it and it is the only one. */
function revealSign(characters: readonly Character[], isSigned: boolean): readonly Character[] {
  // Blanks around a number are not part of it.
  const place = characters.findIndex(({ char }) => trimTyped(char) !== '')
  const isSign =
    isSigned && characters[place]?.char === '-' && characters.filter(({ char }) => char === '-').length === 1
  return isSign ? characters.map((one, index) => (index === place ? { ...one, isBlocked: false } : one)) : characters
}

/**
 * Returns the effect of a key: whether the browser's default must be prevented, and the next state where the field
 * applies the key itself.
 */
export function pressKey(
  typed: TypedNumber,
  event: KeyPress,
): { readonly isPrevented: boolean; readonly next?: TypedNumber } {
  const [start, end] = shownSelection(typed)
  const shown = shownText(typed)
  if (!isNumericKey(event, shown.slice(0, start) + shown.slice(end), typed.isSigned && start === 0)) {
    const char = typedCharacter(event)
    return char === undefined ? { isPrevented: true } : { isPrevented: true, next: blockCharacter(typed, char) }
  }
  // While nothing is blocked, the browser edits by itself; its caret does not account for blocked characters.
  const next = hasBlocked(typed) ? followKey(typed, event) : undefined
  return next ? { isPrevented: true, next } : { isPrevented: false }
}

/**
 * Records a key whose character is blocked: the shown text does not change, and selected text stays, as with every
 * blocked key.
 */
function blockCharacter(typed: TypedNumber, char: string): TypedNumber {
  const [start, end] = selectionOf(typed)
  const blocked = { char, isBlocked: true }
  const isOver = typed.characters.slice(start, end).some(({ isBlocked }) => !isBlocked)
  if (!isOver) return replaceSelection(typed, [blocked])
  const characters = [...typed.characters.slice(0, start), blocked, ...typed.characters.slice(start)]
  return { ...typed, characters, anchor: typed.anchor + 1, focus: typed.focus + 1, isApart: true }
}

/** Applies an accepted key; returns undefined for keys that change neither text nor caret. */
function followKey(typed: TypedNumber, { key, shiftKey, ctrlKey, metaKey }: KeyPress): TypedNumber | undefined {
  const [start, end] = selectionOf(typed)
  const { length } = typed.characters
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { ...typed, anchor: 0, focus: length } : undefined
  const isRange = start !== end
  const erase = (from: number, to: number) =>
    replaceSelection({ ...typed, anchor: Math.max(0, from), focus: Math.min(length, to) }, [])
  const move = (to: number) => {
    const focus = Math.min(length, Math.max(0, to))
    return { ...typed, anchor: shiftKey ? typed.anchor : focus, focus }
  }
  switch (key) {
    case 'Backspace':
      return erase(isRange ? start : start - 1, end)
    case 'Delete':
      return erase(start, isRange ? end : end + 1)
    case 'ArrowLeft':
      return move(isRange && !shiftKey ? start : typed.focus - 1)
    case 'ArrowRight':
      return move(isRange && !shiftKey ? end : typed.focus + 1)
    case 'Home':
      return move(0)
    case 'End':
      return move(length)
    default: {
      const char = typedCharacter({ key, ctrlKey, metaKey, altKey: false })
      return char === undefined ? undefined : replaceSelection(typed, visible(char))
    }
  }
}

/** Returns the text to copy, including blocked characters, so that another field reads the same content. */
export function selectedText(typed: TypedNumber): string {
  const [start, end] = selectionOf(typed)
  return typedText({ ...typed, characters: typed.characters.slice(start, end) })
}

export const eraseSelected = (typed: TypedNumber): TypedNumber => replaceSelection(typed, [])

/**
 * Pastes text unchanged, with line breaks as blanks; if the whole field then reads as one plain number, it becomes that
 * number.
 */
export function pasteText(typed: TypedNumber, pasted: string, affixes: NumberAffixes): TypedNumber {
  const next = replaceSelection(typed, visible(pasted.replaceAll(/[\r\n\v\f\u2028\u2029]+/g, ' ')))
  if (hasBlocked(next)) return next
  const text = typedText(next)
  const read = readPastedNumber(text, affixes, typed.isSigned)
  return read === text ? next : atEnd(visible(read), typed.isSigned)
}

/**
 * Adopts a text that the browser changed by itself (an on-screen keyboard, an input method, a drop) with the caret
 * after the change. `inserted` is the text reported by the event: if it is the whole text, nothing typed earlier
 * remains.
 */
export function followShown(
  typed: TypedNumber,
  shown: string,
  caret: number,
  inserted: string | null = null,
): TypedNumber {
  const before = shownText(typed)
  // A single character in an empty field may follow a blocked one; several cannot.
  const isWhole = before === '' ? Array.from(shown).length > 1 : inserted === shown
  if (!hasBlocked(typed) || isWhole)
    return caretAt(visible(shown), Array.from(shown.slice(0, caret)).length, typed.isSigned)
  const kept = shown.slice(caret)
  // The text did not change only at the caret, so the shown text is not the typed one: the field is a number only after
  // it is emptied or replaced.
  if (!before.endsWith(kept)) return { ...atEnd(visible(shown), typed.isSigned), isApart: shown !== '' }
  const end = before.length - kept.length
  let start = 0
  while (start < Math.min(end, caret) && before[start] === shown[start]) start += 1
  return replaceSelection({ ...typed, ...rangeAt(typed, start, end) }, visible(shown.slice(start, caret)))
}
