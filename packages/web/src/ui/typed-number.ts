// What a person typed into a number field, with what was blocked: the field shows the rest, and holds a number only while nothing is missing.
// It follows every key as a field without any rule would, so that what the person reads in their typing is always known. Decision 0016.
import { isNumericKey, typedCharacter, type PressedKey } from './numeric-key.ts'
import { isPlainNumber, isUnreadNumber, readPastedNumber, trimTyped, typedOf, unreadNumber, type NumberAffixes } from './plain-number.ts'

interface Character {
  readonly char: string
  /** Typed, and not shown: its key is blocked. */
  readonly isBlocked: boolean
}

export interface TypedNumber {
  readonly characters: readonly Character[]
  /** Where the selection was begun and where the caret is, in characters, blocked ones included. */
  readonly anchor: number
  readonly focus: number
  /** A blocked key was pressed over selected text, which stayed: from then on only an emptied or replaced field is a number. */
  readonly isApart: boolean
  /** A minus in front is part of a number. */
  readonly isSigned: boolean
}

export interface KeyPress extends PressedKey {
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const visible = (text: string): Character[] => Array.from(text).map((char) => ({ char, isBlocked: false }))
const caretAt = (characters: readonly Character[], caret: number, isSigned: boolean): TypedNumber => ({ characters, anchor: caret, focus: caret, isApart: false, isSigned })
const atEnd = (characters: readonly Character[], isSigned: boolean): TypedNumber => caretAt(characters, characters.length, isSigned)
const selectionOf = ({ anchor, focus }: TypedNumber): [number, number] => [Math.min(anchor, focus), Math.max(anchor, focus)]

/** A value as a form gave it, with nothing blocked; what it holds for invalid stays so until it is emptied or replaced. */
export function typedFrom(value: string, isSigned = false): TypedNumber {
  const text = typedOf(value)
  return { ...atEnd(visible(text), isSigned), isApart: isUnreadNumber(value) && isPlainNumber(trimTyped(text), isSigned) }
}

export const typedText = ({ characters }: TypedNumber): string => characters.map(({ char }) => char).join('')
export const shownText = ({ characters }: TypedNumber): string => characters.map(({ char, isBlocked }) => (isBlocked ? '' : char)).join('')
export const hasBlocked = ({ characters, isApart }: TypedNumber): boolean => isApart || characters.some(({ isBlocked }) => isBlocked)

/** The number as plain text, or what no form can take for one. */
export function numberValue(typed: TypedNumber): string {
  const text = trimTyped(typedText(typed))
  return isPlainNumber(text, typed.isSigned) && !typed.isApart ? text : unreadNumber(typedText(typed))
}

/** Where the selection is in the shown text: what the browser calls selectionStart and selectionEnd. */
export function shownSelection(typed: TypedNumber): [number, number] {
  const [start, end] = selectionOf(typed)
  const shownBefore = (place: number) => typed.characters.slice(0, place).reduce((length, { char, isBlocked }) => length + (isBlocked ? 0 : char.length), 0)
  return [shownBefore(start), shownBefore(end)]
}

/** Follows a selection that the browser made: by mouse, by touch, by a command. */
export function selectShown(typed: TypedNumber, start: number, end: number): TypedNumber {
  const [knownStart, knownEnd] = shownSelection(typed)
  if (start === knownStart && end === knownEnd) return typed
  return { ...typed, ...rangeAt(typed, start, end) }
}

function rangeAt(typed: TypedNumber, start: number, end: number): Pick<TypedNumber, 'anchor' | 'focus'> {
  if (start === end) return { anchor: placeAt(typed, start, 'after'), focus: placeAt(typed, end, 'after') }
  const isToEnd = end === shownText(typed).length
  return { anchor: start === 0 ? 0 : placeAt(typed, start, 'after'), focus: isToEnd ? typed.characters.length : placeAt(typed, end, 'before') }
}

/** The place of an offset in the shown text, after or before what was blocked there. */
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
  const next = revealSign(revealPoint([...characters.slice(0, start), ...put, ...characters.slice(end)]), typed.isSigned)
  return { ...caretAt(next, start + put.length, typed.isSigned), isApart: typed.isApart && !isWhole && next.length > 0 }
}

/** A second decimal point is blocked; once the first is gone, it is the one. */
function revealPoint(characters: readonly Character[]): readonly Character[] {
  const isOnly = characters.filter(({ char }) => char === '.').length === 1
  return isOnly ? characters.map((one) => (one.char === '.' ? { ...one, isBlocked: false } : one)) : characters
}

/** A minus that was blocked inside is the sign once nothing stands before it and it is alone. */
function revealSign(characters: readonly Character[], isSigned: boolean): readonly Character[] {
  // Blanks around a number are no part of it.
  const place = characters.findIndex(({ char }) => trimTyped(char) !== '')
  const isSign = isSigned && characters[place]?.char === '-' && characters.filter(({ char }) => char === '-').length === 1
  return isSign ? characters.map((one, index) => (index === place ? { ...one, isBlocked: false } : one)) : characters
}

/** What a key does: whether the browser is kept from following it, and what then holds, where the field follows it by itself. */
export function pressKey(typed: TypedNumber, event: KeyPress): { readonly isPrevented: boolean; readonly next?: TypedNumber } {
  const [start, end] = shownSelection(typed)
  const shown = shownText(typed)
  if (!isNumericKey(event, shown.slice(0, start) + shown.slice(end), typed.isSigned && start === 0)) {
    const char = typedCharacter(event)
    return char === undefined ? { isPrevented: true } : { isPrevented: true, next: blockCharacter(typed, char) }
  }
  // While nothing is blocked, the browser edits by itself; its caret knows nothing of what is blocked.
  const next = hasBlocked(typed) ? followKey(typed, event) : undefined
  return next ? { isPrevented: true, next } : { isPrevented: false }
}

/** A key whose character is blocked: it changes nothing that is shown. Selected text stays, as with every blocked key. */
function blockCharacter(typed: TypedNumber, char: string): TypedNumber {
  const [start, end] = selectionOf(typed)
  const blocked = { char, isBlocked: true }
  const isOver = typed.characters.slice(start, end).some(({ isBlocked }) => !isBlocked)
  if (!isOver) return replaceSelection(typed, [blocked])
  const characters = [...typed.characters.slice(0, start), blocked, ...typed.characters.slice(start)]
  return { ...typed, characters, anchor: typed.anchor + 1, focus: typed.focus + 1, isApart: true }
}

/** A key that is let through; undefined for those that change neither text nor caret. */
function followKey(typed: TypedNumber, { key, shiftKey, ctrlKey, metaKey }: KeyPress): TypedNumber | undefined {
  const [start, end] = selectionOf(typed)
  const { length } = typed.characters
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { ...typed, anchor: 0, focus: length } : undefined
  const isRange = start !== end
  const erase = (from: number, to: number) => replaceSelection({ ...typed, anchor: Math.max(0, from), focus: Math.min(length, to) }, [])
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

/** What is copied: with what was blocked, so that another field reads what this one reads. */
export function selectedText(typed: TypedNumber): string {
  const [start, end] = selectionOf(typed)
  return typedText({ ...typed, characters: typed.characters.slice(start, end) })
}

export const eraseSelected = (typed: TypedNumber): TypedNumber => replaceSelection(typed, [])

/** A paste is shown as it is, line ends as blanks; a whole field of one plain number is that number. */
export function pasteText(typed: TypedNumber, pasted: string, affixes: NumberAffixes): TypedNumber {
  const next = replaceSelection(typed, visible(pasted.replaceAll(/[\r\n\v\f\u2028\u2029]+/g, ' ')))
  if (hasBlocked(next)) return next
  const text = typedText(next)
  const read = readPastedNumber(text, affixes, typed.isSigned)
  return read === text ? next : atEnd(visible(read), typed.isSigned)
}

/**
 * Follows a text that the browser changed by itself (an on-screen keyboard, an input method, a drop) with the caret behind the change.
 * `inserted` is what it says it put in: as long as the whole text, nothing of what was typed is left.
 */
export function followShown(typed: TypedNumber, shown: string, caret: number, inserted: string | null = null): TypedNumber {
  const before = shownText(typed)
  // One character in an empty field may have been typed behind a blocked one; several have not.
  const isWhole = before === '' ? Array.from(shown).length > 1 : inserted === shown
  if (!hasBlocked(typed) || isWhole) return caretAt(visible(shown), Array.from(shown.slice(0, caret)).length, typed.isSigned)
  const kept = shown.slice(caret)
  // Not one change at the caret: what is shown is not what was typed, so that only an emptied or replaced field is a number.
  if (!before.endsWith(kept)) return { ...atEnd(visible(shown), typed.isSigned), isApart: shown !== '' }
  const end = before.length - kept.length
  let start = 0
  while (start < Math.min(end, caret) && before[start] === shown[start]) start += 1
  return replaceSelection({ ...typed, ...rangeAt(typed, start, end) }, visible(shown.slice(start, caret)))
}
