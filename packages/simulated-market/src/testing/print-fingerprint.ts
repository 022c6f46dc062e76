// Prints a digest of sample output of the simulated market, to compare processes with each other. The order of the
// queries is an argument, because results must not depend on earlier queries.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { addCalendarDays, marketDay, marketDaySpan, sessionsBetween } from '@clubfolio/domain'
import type { EpochMs } from '@clubfolio/domain'
import { createSimulatedMarket } from '../simulated-market.ts'

/** Returns one digest of queries spread over instruments, years and hours; `isReversed` runs them in reverse order. */
export function fingerprint(seed: string, instrumentCount: number, isReversed: boolean): string {
  const last = marketDay('2027-06-30')
  const markets = [
    createSimulatedMarket({ seed, instrumentCount }),
    createSimulatedMarket({ seed, instrumentCount, hours: 'NEW_YORK' }),
  ]
  const [market] = markets
  const codes = market!.instruments(last).map(({ code }) => code)
  const questions: (() => unknown)[] = [() => market!.instruments(last)]
  for (const [n, code] of codes.entries()) {
    const year = 2004 + ((n * 7) % 24)
    const from = marketDay(`${year}-02-01`)
    questions.push(
      () => market!.dailyBars(code, from, addCalendarDays(from, 120)),
      () => market!.corporateActions(code, from, last),
      () => market!.dailyBars(code, marketDay('2026-01-02'), marketDay('2026-03-04')),
    )
    for (const [m, day] of sessionsBetween(addCalendarDays(last, -6), last).entries()) {
      const span = marketDaySpan(day)
      const at = (span.fromMs + ((n * 37 + m * 11) % 100) * ((span.untilMs - span.fromMs) / 100)) as EpochMs
      for (const one of markets)
        questions.push(
          () => one.quoteAt(code, at),
          () => one.formingBar(code, at),
        )
    }
  }
  for (const code of codes.slice(0, 5)) {
    questions.push(
      () => market!.minuteBars(code, last),
      () => market!.optionChain(code, marketDaySpan(last).untilMs, last, addCalendarDays(last, 60)),
    )
  }
  const answers: string[] = []
  const order = questions.map((_, n) => n)
  for (const n of isReversed ? order.reverse() : order) answers[n] = JSON.stringify(questions[n]!())
  return createHash('sha256').update(answers.join('\n')).digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , seed = 'clubfolio', count = '20', order = 'forwards'] = process.argv
  process.stdout.write(fingerprint(seed, Number(count), order === 'backwards'))
}
