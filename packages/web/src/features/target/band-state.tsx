// The state of a class beside its band: a mark of its own shape and a word.
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { bandPlaceWords, type BandPlace } from './band-words.ts'
import classes from './allocation.module.css'

const marks = { within: IconCheck, above: IconArrowUp, below: IconArrowDown } as const

export function BandState({ place }: { readonly place: BandPlace | undefined }) {
  if (place === undefined) return null
  const Mark = marks[place]
  return (
    <span className={classes['state']} data-outside={place === 'within' ? undefined : true}>
      <Mark size={14} stroke={1.8} aria-hidden />
      {bandPlaceWords[place]}
    </span>
  )
}
