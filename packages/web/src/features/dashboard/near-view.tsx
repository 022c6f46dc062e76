// Content below the screen of a phone. Its code, its data and its rendering wait until the user has scrolled near it,
// so that the page they see answers a tap.
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './dashboard.module.css'

export interface NearViewProps {
  /** As high as the content. */
  readonly waiting: ReactNode
  /** Known to be near: it is rendered as soon as the page has answered. */
  readonly isNear?: boolean
  readonly children: ReactNode
}

/** On wide screens the content is rendered at once; what was rendered stays. */
export function NearView(props: NearViewProps) {
  return usePhone() ? <OnceNear {...props} /> : props.children
}

function OnceNear({ waiting, isNear = false, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setSeen(true)
      },
      { rootMargin: '10% 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  // In small steps, between which the page answers.
  const isTime = useDeferredValue(isNear || isSeen, false)
  if (isTime) return children
  return (
    <div ref={place} data-until-near className={classes['waiting']}>
      {waiting}
    </div>
  )
}
