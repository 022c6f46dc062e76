// The events of an XML file. Entities that a file declares itself are not expanded.
import { SaxesParser } from 'saxes'
import {
  brokenMarkup,
  cutOffMarkup,
  mostDepth,
  mostElementCharacters,
  tooLongElement,
  type MarkupEvent,
} from './markup-event.ts'

/** Returns the events of a file. Refuses one that is not well-formed or ends before its root does. */
export async function* xmlEvents(texts: AsyncIterable<string>): AsyncGenerator<MarkupEvent, void, undefined> {
  const parser = new SaxesParser()
  let events: MarkupEvent[] = []
  let line = 1
  let depth = 0
  let eventPosition = 0
  let isBroken = false
  const note = (event: MarkupEvent): void => {
    if (!isBroken) events.push(event)
    eventPosition = parser.position
  }
  parser.on('error', () => {
    isBroken = true
  })
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > mostDepth) isBroken = true
    note({ kind: 'open', name, attributes: { ...attributes }, line })
  })
  parser.on('closetag', ({ name }) => {
    depth--
    note({ kind: 'close', name })
  })
  const text = (value: string): void => {
    if (value.trim() !== '') note({ kind: 'text', text: value })
  }
  parser.on('text', text)
  parser.on('cdata', text)
  for await (const piece of texts) {
    parser.write(piece)
    yield* events
    events = []
    if (isBroken) throw brokenMarkup(parser.line)
    if (parser.position - eventPosition > mostElementCharacters) throw tooLongElement(parser.line)
  }
  parser.close()
  if (isBroken) throw cutOffMarkup(parser.line)
  yield* events
}
