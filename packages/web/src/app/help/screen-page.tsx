// The help page of one screen.
import { lazy, Suspense } from 'react'
import classes from './help.module.css'
import type { ScreenHelp } from './help-pages.ts'
import { MeaningList } from './meaning-list.tsx'

const IndicatorWords = lazy(() =>
  import('./indicator-words.tsx').then((module) => ({ default: module.IndicatorWords })),
)

export function ScreenPage({ help: { screen, page } }: { readonly help: ScreenHelp }) {
  return (
    <article>
      <h2 className={classes['title']}>{screen.title}</h2>
      <p className={classes['purpose']}>{page.purpose}</p>
      <h3 className={classes['heading']}>What you do here</h3>
      <Sentences sentences={page.steps} />
      {page.figures.length > 0 ? <MeaningList title="What the figures mean" meanings={page.figures} /> : null}
      {page.notes.length > 0 ? (
        <>
          <h3 className={classes['heading']}>Good to know</h3>
          <Sentences sentences={page.notes} />
        </>
      ) : null}
      {screen.name === 'chart' ? (
        <Suspense fallback={null}>
          <IndicatorWords />
        </Suspense>
      ) : null}
    </article>
  )
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul className={classes['sentences']}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
