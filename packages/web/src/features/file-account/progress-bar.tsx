// The progress of something of which only the share is known: sending, reading or importing a file.
import classes from './file-account.module.css'

export interface ProgressBarProps {
  readonly name: string
  readonly percent: number
  /** Follows the percentage: "of 1.20MB". */
  readonly detail?: string
}

export function ProgressBar({ name, percent, detail }: ProgressBarProps) {
  const shown = Math.floor(Math.min(100, Math.max(0, percent)))
  return (
    <>
      <div className={classes['progressWords']}>
        <span className={classes['wrap']}>{name}</span>
        <span className={classes['figures']}>{`${shown}%${detail === undefined ? '' : ` ${detail}`}`}</span>
      </div>
      <div
        className={classes['track']}
        role="progressbar"
        aria-label={name}
        aria-valuenow={shown}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={classes['bar']} style={{ width: `${shown}%` }} />
      </div>
    </>
  )
}
