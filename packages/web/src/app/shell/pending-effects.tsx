// Requests without an answer: a message about each, by its known fate, until the user dismisses it. Also reports when
// the browser is offline.
import { IconWifiOff } from '@tabler/icons-react'
import { lazy } from 'react'
import { loadForEffects, shownEffects } from '../../kernel/effect/pending-effects.ts'
import { keptFiguresAt } from '../../kernel/figures.ts'
import { useIsOnline } from '../../kernel/online.ts'
import { useStore } from '../../kernel/store.ts'
import { formatDateTime, formatDay, formatTime } from '../../ui/format/date.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import classes from './pending-effects.module.css'

const loadLines = () => import('./effect-line.tsx')
const EffectLine = lazy(loadLines)
// A message about a request is needed most when the line is bad, so its code does not wait for the first message.
loadForEffects(loadLines)

export function PendingEffects() {
  const effects = useStore(shownEffects).filter(({ state }) => state !== 'sending')
  const isLine = useIsOnline()
  const keptAt = useStore(keptFiguresAt)
  // The browser may know of a line on which the server does not answer.
  const isOnline = isLine && keptAt === undefined
  if (isOnline && effects.length === 0) return null
  return (
    <section className={classes['list']} aria-label="Unconfirmed requests">
      {isOnline ? null : (
        <div className={classes['line']} data-tone="wait" role="status">
          <IconWifiOff size={16} stroke={1.6} aria-hidden />
          <p>
            {keptAt === undefined ? 'You are offline. What you see may be old.' : offlineWords(keptAt)} Changes of
            charts are kept and sent later; nothing else you do is sent.
          </p>
        </div>
      )}
      {effects.length === 0 ? null : (
        <LazyPart>
          {effects.map((effect) => (
            <EffectLine key={effect.entry.key} effect={effect} />
          ))}
        </LazyPart>
      )}
    </section>
  )
}

/** `Offline · figures of 14:32 ET.`; with the day when it is not today's. */
const offlineWords = (atMs: number): string =>
  formatDay(atMs) === formatDay(Date.now())
    ? `Offline · figures of ${formatTime(atMs, false)}.`
    : `Offline · figures of ${formatDateTime(atMs, false)}.`
