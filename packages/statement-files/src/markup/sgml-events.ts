// The events of an OFX 1.x file, whose elements with a value are not closed: `<TRNAMT>-50.00` and the next tag. The
// header above the first tag is left out.
import { joinedFiles } from '../statement-file-error.ts'
import {
  brokenMarkup,
  cutOffMarkup,
  mostDepth,
  mostElementCharacters,
  tooLongElement,
  type MarkupEvent,
} from './markup-event.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const unescaped = (text: string): string =>
  text.replace(/&(#\d{1,6}|\w{1,6});/g, (whole, name: string) =>
    name.startsWith('#') ? characterOf(Number(name.slice(1)), whole) : (entities[name.toLowerCase()] ?? whole),
  )

/** The character of a code; a code without a character, such as NUL or half a surrogate pair, is left as written. */
function characterOf(code: number, written: string): string {
  const isCharacter = code > 0 && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : written
}

/** Returns the events of a file. Refuses one that ends before its root does. */
export async function* sgmlEvents(texts: AsyncIterable<string>): AsyncGenerator<MarkupEvent, void, undefined> {
  const open: string[] = []
  let rest = ''
  let line = 1
  let hasEnded = false
  function* eventsOf(tag: string, value: string): Generator<MarkupEvent> {
    const found = /^(\/?)([A-Za-z][\w.:-]*)\s*\/?$/.exec(tag.trim())
    // Comments and declarations.
    if (!found) return
    const name = found[2]!.toUpperCase()
    if (found[1] === '/') {
      // The end of an element whose value has ended it already.
      if (!open.includes(name)) return
      // Elements without a value are ended by the element around them.
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        yield { kind: 'close', name: last }
        if (last === name) break
      }
      hasEnded = name === 'OFX'
      return
    }
    if (hasEnded) throw joinedFiles(line)
    yield { kind: 'open', name, attributes: {}, line }
    if (value.trim() === '') {
      open.push(name)
      if (open.length > mostDepth) throw brokenMarkup(line)
      return
    }
    yield { kind: 'text', text: unescaped(value.trim()) }
    yield { kind: 'close', name }
  }
  for await (const piece of texts) {
    rest += piece
    let at = 0
    for (;;) {
      const start = rest.indexOf('<', at)
      const end = start === -1 ? -1 : rest.indexOf('>', start)
      const next = end === -1 ? -1 : rest.indexOf('<', end)
      // A value is whole once the next tag begins.
      if (next === -1) break
      line += breaksIn(rest, at, start)
      yield* eventsOf(rest.slice(start + 1, end), rest.slice(end + 1, next))
      line += breaksIn(rest, start, next)
      at = next
    }
    rest = rest.slice(at)
    if (rest.length > mostElementCharacters) throw tooLongElement(line)
  }
  const last = /^<([^<>]*)>([^<]*)$/.exec(rest)
  if (last) yield* eventsOf(last[1]!, last[2]!)
  if (!hasEnded) throw cutOffMarkup(line)
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}
