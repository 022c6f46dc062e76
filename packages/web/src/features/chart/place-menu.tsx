// What can be placed at a price of the chart: the orders that wait there, and an alert.
import type { PlaceRequest, PriceLine } from '@clubfolio/charts'
import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsVertical, IconArrowUp, IconBellPlus } from '@tabler/icons-react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { openPositionAction } from '../../kernel/position-action.ts'
import { useCan } from '../../kernel/session.ts'
import classes from './drawing-bar.module.css'
import { crossingTerms } from './alert-terms.ts'
import { placeChoices, type Place, type PlaceChoice } from './place-choices.ts'
import { formatQuotedPrice } from './price-words.ts'

export interface PlaceMenuProps {
  readonly request: PlaceRequest
  readonly place: Omit<Place, 'price'>
  /** Why no order can be sent; undefined where it can. */
  readonly whyNoOrder: string | undefined
  /** Orders that could wait at this price instead of where they are. */
  readonly movable: readonly PriceLine[]
  readonly onMove: (lineId: string, price: number) => void
  readonly onClose: () => void
}

const icon = { size: 16, stroke: 1.6 }

function open(choice: PlaceChoice): void {
  if ('ticket' in choice) openOrderTicket(choice.ticket)
  else openPositionAction(choice.action)
}

export function PlaceMenu({ request, place, whyNoOrder, movable, onMove, onClose }: PlaceMenuProps) {
  const can = useCan()
  const { price, clientX, clientY } = request
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      position="left-start"
      offset={2}
      withinPortal={false}
    >
      <Menu.Target>
        <span
          role="button"
          aria-label={`At ${formatQuotedPrice(price)}`}
          className={classes['place']}
          style={{ left: clientX, top: clientY }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`At ${formatQuotedPrice(price)}`}>
        {movable.map(({ id, title }) => (
          <Menu.Item key={id} leftSection={<IconArrowsVertical {...icon} />} onClick={() => onMove(id, price)}>
            {`Move “${title}” to ${formatQuotedPrice(price)}`}
          </Menu.Item>
        ))}
        {placeChoices({ ...place, price }).map((choice) => (
          <Menu.Item
            key={choice.side}
            leftSection={choice.side === 'buy' ? <IconArrowUp {...icon} /> : <IconArrowDown {...icon} />}
            disabled={whyNoOrder !== undefined}
            onClick={() => open(choice)}
          >
            {choice.label}
          </Menu.Item>
        ))}
        {whyNoOrder === undefined ? null : <Menu.Label>{whyNoOrder}</Menu.Label>}
        {can('VA') ? (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconBellPlus {...icon} />}
              onClick={() => addAlert(place.code, crossingTerms(price, place.last))}
            >
              Alert at {formatQuotedPrice(price)}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
