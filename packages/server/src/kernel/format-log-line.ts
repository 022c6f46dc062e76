// A line of the log as a person reads it on a terminal: time, level, words, facts, request id, and the stack of a
// fault below. Text of others, such as the subject of a mail, cannot steer the terminal.
import { z } from 'zod'

export interface LineFormat {
  readonly hasColours: boolean
  /** IANA name of the zone of the times; undefined is that of the machine. */
  readonly timeZone?: string
}

const Line = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  reqId: z.string().optional(),
  process: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
})

const shownApart = new Set(['level', 'time', 'msg', 'reqId', 'process', 'err'])
const [warnLevel, errorLevel] = [40, 50]
const [red, yellow, dim, end] = ['\u001B[31m', '\u001B[33m', '\u001B[2m', '\u001B[0m']
const indent = ' '.repeat(10)

/**
 * Returns the line for a terminal, without a line feed at its end; text that is no line of the log stays, made
 * harmless.
 * `{"level":40,"time":0,"process":"worker","why":"a backup","msg":"the start waits"}` becomes
 * `00:00:00  warning: the start waits (why: a backup, process: worker)`.
 */
export function formatLogLine(json: string, { hasColours, timeZone }: LineFormat): string {
  const line = readLine(json)
  if (line === undefined) return harmless(json.trimEnd())
  const paint = (colour: string, text: string): string => (hasColours && text !== '' ? colour + text + end : text)
  const { level, time, msg = '', reqId, process, err } = line
  const isFault = level >= errorLevel
  const facts = [
    ...Object.entries(line)
      .filter(([name]) => !shownApart.has(name))
      .map(([name, value]) => `${name}: ${wordsOf(value)}`),
    ...(err === undefined || isFault ? [] : [`because: ${err.message ?? 'unknown'}`]),
    ...(process === undefined ? [] : [`process: ${process}`]),
    ...(reqId === undefined ? [] : [`request: ${reqId}`]),
  ]
  const stack = isFault ? (err?.stack ?? err?.message ?? '') : ''
  const time24 = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(time)
  return [
    paint(dim, time24),
    '  ',
    levelWord(level, paint),
    indented(harmless(msg)),
    facts.length === 0 ? '' : paint(dim, ` (${harmless(facts.join(', ')).replaceAll('\n', ' ')})`),
    stack === '' ? '' : `\n${indent}${paint(dim, indented(harmless(stack)))}`,
  ].join('')
}

function readLine(json: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

function levelWord(level: number, paint: (colour: string, text: string) => string): string {
  if (level >= errorLevel) return `${paint(red, 'error:')} `
  return level >= warnLevel ? `${paint(yellow, 'warning:')} ` : ''
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const indented = (text: string): string => text.replaceAll('\n', `\n${indent}`)

/** Control characters other than the line feed, and characters that turn the direction of text, become a space. */
const harmless = (text: string): string => text.replaceAll(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')
