// A long text, cut at a number of characters, that shows itself whole on hover, focus and tap.
import { TapTooltip } from './tap-tooltip.tsx'
import classes from './cut-text.module.css'
import { truncate } from './truncate.ts'

export function CutText({ text, characters }: { readonly text: string; readonly characters: number }) {
  const shown = truncate(text, characters)
  if (shown === text) return <>{text}</>
  return (
    <TapTooltip label={text} maw={420}>
      <button type="button" className={classes['cut']}>
        {shown}
      </button>
    </TapTooltip>
  )
}
