// How far each class is from its target before the proposed orders and after them.
import type { OrderProposal } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { Money } from '../../ui/figure/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import classes from './allocation.module.css'
import { BandState } from './band-state.tsx'
import { bandPlaceOf } from './band-words.ts'

export function ProposalLeaves({ leaves }: Pick<OrderProposal, 'leaves'>) {
  return (
    <Panel title="Drift before and after">
      <ScrollArea label="Table of drift" role="region" className={classes['scrolled']}>
        <table className={classes['tree']} aria-label="Drift before and after">
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Target</th>
              <th scope="col">Before</th>
              <th scope="col" data-words>
                Band before
              </th>
              <th scope="col">After</th>
              <th scope="col" data-words>
                Band after
              </th>
            </tr>
          </thead>
          <tbody>
            {leaves.map(({ key, name, value, valueAfter, targetValue, isWithinBand, isWithinBandAfter }) => {
              const before = toCents(value - targetValue)
              const after = toCents(valueAfter - targetValue)
              return (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td>
                    <Money value={targetValue} />
                  </td>
                  <td>
                    <Money value={before} isSigned />
                  </td>
                  <td data-words>
                    <BandState place={bandPlaceOf({ isWithinBand, drift: before })} />
                  </td>
                  <td>
                    <Money value={after} isSigned />
                  </td>
                  <td data-words>
                    <BandState place={bandPlaceOf({ isWithinBand: isWithinBandAfter, drift: after })} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  )
}
