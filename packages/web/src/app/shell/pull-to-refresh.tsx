// Pulling a page down at its top reads its figures again, in the application on a phone: from its icon it has no
// browser whose button would reload it. Everywhere else the browser has its own way.
import { Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import classes from './pull-to-refresh.module.css'

/** The page follows the finger by half, and this far at most. */
const farthest = 96
const enough = 56

/** For a phone on which the application is installed. */
export function PullToRefresh() {
  const client = useQueryClient()
  const [pulled, setPulled] = useState(0)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    if (isReading) return
    let start: Touch | undefined
    let distance = 0
    const end = () => {
      start = undefined
      distance = 0
      setPulled(0)
    }
    const onStart = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      start = touches.length === 1 && touch && mayPull(target) ? touch : undefined
    }
    const onMove = ({ touches }: TouchEvent) => {
      const [touch] = touches
      if (!start || !touch) return
      const down = touch.clientY - start.clientY
      // A swipe to the side or upwards is something else, and so is a second finger.
      if (touches.length > 1 || window.scrollY > 0 || down < Math.abs(touch.clientX - start.clientX)) return end()
      distance = Math.min(down / 2, farthest)
      setPulled(distance)
    }
    const onEnd = () => {
      const isFar = distance >= enough
      end()
      if (!isFar) return
      setReading(true)
      void client.refetchQueries({ type: 'active' }).finally(() => setReading(false))
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    window.addEventListener('touchstart', onStart, options)
    window.addEventListener('touchmove', onMove, options)
    window.addEventListener('touchend', onEnd, options)
    window.addEventListener('touchcancel', end, options)
    // A browser whose own pull reloads the page would do both.
    document.documentElement.style.overscrollBehaviorY = 'contain'
    return () => {
      listening.abort()
      document.documentElement.style.overscrollBehaviorY = ''
    }
  }, [client, isReading])
  if (!isReading && pulled === 0) return null
  return (
    <div className={classes['pull']} style={{ height: isReading ? enough : pulled }}>
      {isReading ? (
        <span role="status" className={classes['words']}>
          <Loader size="xs" aria-hidden /> Refreshing
        </span>
      ) : (
        <span className={classes['words']}>{pulled >= enough ? 'Release to refresh' : 'Pull to refresh'}</span>
      )}
    </div>
  )
}

/** A dialog stays as it is, and so does what takes the finger itself: a chart, or a list that is scrolled. */
function mayPull(target: EventTarget | null): boolean {
  if (window.scrollY > 0 || !(target instanceof Element) || target.closest('[role="dialog"]')) return false
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element !== document.documentElement && element.scrollTop > 0) return false
    if (['none', 'pan-x'].includes(getComputedStyle(element).touchAction)) return false
  }
  return true
}
