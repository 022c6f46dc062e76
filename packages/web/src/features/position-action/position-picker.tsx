// A menu of positions, for screens that draw them as a picture: choosing one opens everything that can be done with it.
import { formatCode, formatQuantity } from '@clubfolio/domain'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { openPositionAction } from '../../kernel/position-action.ts'

export interface PickedPosition {
  readonly accountNumber: string
  readonly code: string
  /** Negative for a short position. */
  readonly held: number
  /** Names the account where there are several. */
  readonly account?: string
}

export function PositionPicker({ positions }: { readonly positions: readonly PickedPosition[] }) {
  if (positions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Tooltip label="Act on a position">
        <Menu.Target>
          <ActionIcon size={24} aria-label="Act on a position">
            <IconAdjustments size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {positions.map(({ accountNumber, code, held, account }) => (
          <Menu.Item
            key={`${accountNumber} ${code}`}
            rightSection={<small>{`${formatQuantity(String(Math.abs(held)))}${held < 0 ? ' short' : ''}`}</small>}
            onClick={() => openPositionAction({ accountNumber, code })}
          >
            {formatCode(code)}
            {account === undefined ? null : <small>{` · ${account}`}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
