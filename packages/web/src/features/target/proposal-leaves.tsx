// How far each class is from its target before the proposed orders and after them.
import type { OrderProposal } from '@clubfolio/contract'
import { toCents, unclassifiedKey } from '@clubfolio/domain'
import { Money } from '../../ui/figure/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './allocation.module.css'
import { BandState } from './band-state.tsx'
import { bandPlaceOf } from './band-words.ts'

type Leaves = Pick<OrderProposal, 'leaves'>
type Leaf = OrderProposal['leaves'][number]

const beforeOf = ({ value, targetValue }: Leaf) => toCents(value - targetValue)
const afterOf = ({ valueAfter, targetValue }: Leaf) => toCents(valueAfter - targetValue)

export function ProposalLeaves({ leaves }: Leaves) {
  const isPhone = usePhone()
  // A row for what no class holds, only where there is something.
  const shown = leaves.filter(
    ({ key, value, valueAfter }) => key !== unclassifiedKey || value !== 0n || valueAfter !== 0n,
  )
  return (
    <Panel title="Drift before and after">
      {isPhone ? <LeafStack leaves={shown} /> : <LeafTable leaves={shown} />}
    </Panel>
  )
}

/** On a phone: three lines for each, and nothing to scroll sideways. */
function LeafStack({ leaves }: Leaves) {
  return (
    <ul className={classes['stack']} aria-label="Drift before and after">
      {leaves.map((leaf) => (
        <li key={leaf.key}>
          <div className={classes['line']}>
            <strong>{leaf.name}</strong>
            <span className={classes['second']}>
              Target <Money value={leaf.targetValue} />
            </span>
          </div>
          <div className={classes['line']}>
            <span>
              Before <Money value={beforeOf(leaf)} isSigned />
            </span>
            <BandState place={bandPlaceOf({ isWithinBand: leaf.isWithinBand, drift: beforeOf(leaf) })} />
          </div>
          <div className={classes['line']}>
            <span>
              After <Money value={afterOf(leaf)} isSigned />
            </span>
            <BandState place={bandPlaceOf({ isWithinBand: leaf.isWithinBandAfter, drift: afterOf(leaf) })} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function LeafTable({ leaves }: Leaves) {
  return (
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
          {leaves.map((leaf) => {
            const { key, name, targetValue, isWithinBand, isWithinBandAfter } = leaf
            const before = beforeOf(leaf)
            const after = afterOf(leaf)
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
  )
}
