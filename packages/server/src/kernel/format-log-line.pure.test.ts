import { pino } from 'pino'
import { expect, test } from 'vitest'
import { formatLogLine } from './format-log-line.ts'

const plain = { hasColours: false, timeZone: 'UTC' }

/** Returns what a terminal shows of one call of the log. */
function shown(write: (log: pino.Logger) => void, format = plain): string {
  let line = ''
  write(
    pino(
      { base: null, timestamp: () => ',"time":1772636523000', level: 'debug' },
      { write: (text: string) => (line = text) },
    ),
  )
  return formatLogLine(line, format)
}

test('information is the time and its words, and a text of several lines stays one block', () => {
  expect(shown((log) => log.info('Text message to +1 212 555 0100: Your Clubfolio code is 123456.'))).toBe(
    '15:02:03  Text message to +1 212 555 0100: Your Clubfolio code is 123456.',
  )
  expect(shown((log) => log.info('Mail to a@example.org: Welcome\nOpen the link.'))).toBe(
    '15:02:03  Mail to a@example.org: Welcome\n          Open the link.',
  )
})

test('a warning names its facts, its reason and its process', () => {
  expect(shown((log) => log.warn({ process: 'worker', why: 'a backup', left: 3 }, 'the start waits'))).toBe(
    '15:02:03  warning: the start waits (why: a backup, left: 3, process: worker)',
  )
  expect(shown((log) => log.warn({ err: new Error('connection lost') }, 'it is tried again'))).toBe(
    '15:02:03  warning: it is tried again (because: connection lost)',
  )
})

test('a fault has its request id and the stack below', () => {
  const error = new Error('no row')
  error.stack = 'Error: no row\n    at read (file.ts:1:2)'
  expect(shown((log) => log.error({ reqId: 'a-1', err: error }, 'fault'))).toBe(
    '15:02:03  error: fault (request: a-1)\n          Error: no row\n              at read (file.ts:1:2)',
  )
})

test('text of others cannot steer the terminal', () => {
  const hostile = '\u001B]0;title\u0007\u001B[2J\rgone\u202Eback'
  for (const text of [
    shown((log) => log.info(hostile)),
    shown((log) => log.warn({ why: hostile }, 'waits')),
    shown((log) => log.error({ err: new Error(hostile) }, 'fault')),
    formatLogLine(hostile, plain),
  ])
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u)
})

test('colours are used only where the terminal has them', () => {
  expect(shown((log) => log.error('fault'), { ...plain, hasColours: true })).toBe(
    '\u001B[2m15:02:03\u001B[0m  \u001B[31merror:\u001B[0m fault',
  )
})

test('text that is no line of the log stays', () => {
  expect(formatLogLine('free text\n', plain)).toBe('free text')
})
