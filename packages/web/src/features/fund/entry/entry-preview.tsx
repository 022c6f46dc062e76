// How a back-dated entry changes every holder's value, shown before it is saved (docs/rules/fund.md, "Entries").
import type { EntryPreview, NewEntry } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { Change } from '../../../ui/figure/change.tsx'
import { InCurrency } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { useEntryPreview } from '../book/books-api.ts'
import { waitWords } from '../book/fund-rights.tsx'
import { LeavingFeeLine } from '../book/leaving-fee.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import fund from '../fund.module.css'
import { FieldLabel } from '../../../ui/form-layout.tsx'
import classes from '../participation.module.css'

export function EntryPreviewPanel({
  order,
}: {
  readonly order: { readonly kind: 'contribution' | 'retribution'; readonly entry: NewEntry }
}) {
  const preview = useEntryPreview(order)
  if (preview.isError) return <p className={classes['refusal']}>{preview.error.message}</p>
  const data = preview.data
  if (!data) return <Skeleton height={96} />
  return (
    <section aria-label="What this entry changes">
      <FieldLabel>What this entry changes</FieldLabel>
      <PreviewTable preview={data} />
      <LeavingFeeLine leaving={data.leaving} />
    </section>
  )
}

/** How a change alters every holder's value, and the unit value. */
export function PreviewTable({ preview }: { readonly preview: EntryPreview }) {
  return (
    <>
      {preview.isPending ? (
        <p className={classes['note']}>It waits for a close and changes nothing until then.</p>
      ) : null}
      <ScrollArea role="group" label="Change of every holder" className={fund['previewScroll']}>
        <table className={fund['preview']}>
          <thead>
            <tr>
              <th>Holder</th>
              <th>Value now</th>
              <th>Value then</th>
              <th>Change</th>
              <th>Part %</th>
            </tr>
          </thead>
          <tbody>
            {preview.holders.map((holder) => (
              <tr key={holder.memberId}>
                <td>{holder.name}</td>
                <td>
                  <Money value={holder.before} />
                </td>
                <td>
                  <Money value={holder.after} />
                </td>
                <td>
                  <Change money={holder.difference} />
                </td>
                <td>{`${holder.percentBefore.toFixed(2)} → ${holder.percentAfter.toFixed(2)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={classes['note']}>
        Unit value <InCurrency figure={formatHalfEven(preview.unitValueBefore, 4)} /> →{' '}
        <InCurrency figure={formatHalfEven(preview.unitValueAfter, 4)} />
      </p>
    </>
  )
}

/** What the fees take with a retribution of today, or why it is not possible. */
export function EntryFee({
  order,
}: {
  readonly order: { readonly kind: 'contribution' | 'retribution'; readonly entry: NewEntry }
}) {
  const preview = useEntryPreview(order)
  if (preview.isError) return <p className={classes['refusal']}>{preview.error.message}</p>
  return <LeavingFeeLine leaving={preview.data?.leaving} />
}

/** Says that an entry will wait for a second person; the server knows what else its holder has recorded. */
export function EntryWaits({
  order,
}: {
  readonly order: { readonly kind: 'contribution' | 'retribution'; readonly entry: NewEntry }
}) {
  return useEntryPreview(order).data?.waits ? <p className={fund['waits']}>{waitWords}</p> : null
}
