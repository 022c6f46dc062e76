// The menu of the chart screen's layout: arrangement, what the charts share, and the layouts that the reader has named.
import { ActionIcon, Button, Menu } from '@mantine/core'
import { keysOf } from '@clubfolio/domain'
import { IconChevronDown, IconLayoutGrid, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { NameModal } from '../../ui/name-modal.tsx'
import { arrangeCharts, arrangements, chartLinks, linkBy, type ChartLayout } from './chart-layout.ts'
import classes from './chart-grid.module.css'
import type { ChartLayoutState } from './use-chart-layout.ts'

export interface LayoutMenuProps {
  readonly state: ChartLayoutState
  /** Shows a layout and opens the address of its active chart. */
  readonly onShow: (layout: ChartLayout) => void
}

export function LayoutMenu({ state, onShow }: LayoutMenuProps) {
  const { layout, saved, whyFull } = state
  const [isNaming, setNaming] = useState(false)
  const hasSeveral = layout.arrangement !== 'ONE'
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} closeOnItemClick={false}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconLayoutGrid size={16} stroke={1.6} />}
            rightSection={<IconChevronDown size={12} stroke={1.6} />}
            aria-label={`Layout: ${arrangements[layout.arrangement].title}`}
          >
            Layout
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          <Menu.Label>Charts</Menu.Label>
          {keysOf(arrangements).map((arrangement) => (
            <Menu.RadioItem
              key={arrangement}
              value={arrangement}
              checked={arrangement === layout.arrangement}
              onChange={() => onShow(arrangeCharts(layout, arrangement))}
            >
              {arrangements[arrangement].title}
            </Menu.RadioItem>
          ))}
          {hasSeveral ? (
            <>
              <Menu.Divider />
              <Menu.Label>All charts share</Menu.Label>
              {keysOf(chartLinks).map((link) => (
                <Menu.RadioItem
                  key={link}
                  value={link}
                  checked={link === layout.link}
                  onChange={() => onShow(linkBy(layout, link))}
                >
                  {chartLinks[link]}
                </Menu.RadioItem>
              ))}
              <Menu.CheckboxItem
                checked={layout.hasSameCrosshair}
                onChange={() => onShow({ ...layout, hasSameCrosshair: !layout.hasSameCrosshair })}
              >
                The cross-hair
              </Menu.CheckboxItem>
            </>
          ) : null}
          <Menu.Divider />
          <Menu.Label>My layouts</Menu.Label>
          {saved.map(({ name, layout: kept }) => (
            <div key={name} className={classes['saved']}>
              <Menu.Item closeMenuOnClick onClick={() => onShow(kept)}>
                {name}
                <small className={classes['what']}>{describeLayout(kept)}</small>
              </Menu.Item>
              <ActionIcon size={28} aria-label={`Delete the layout ${name}`} onClick={() => state.forget(name)}>
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </div>
          ))}
          <Menu.Item closeMenuOnClick disabled={whyFull !== undefined} onClick={() => setNaming(true)}>
            Save this layout
          </Menu.Item>
          {whyFull === undefined ? null : <Menu.Label className={classes['why'] ?? ''}>{whyFull}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {isNaming ? (
        <NameModal
          title="Save layout"
          icon={IconLayoutGrid}
          name=""
          isSaving={false}
          onSave={(name) => {
            state.keep(name)
            setNaming(false)
            return Promise.resolve()
          }}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  )
}

/** `Two columns: SPY, QQQ` */
export function describeLayout(layout: ChartLayout): string {
  const { title, count } = arrangements[layout.arrangement]
  const symbols = [...new Set(layout.cells.slice(0, count).map(({ symbol }) => symbol))]
  return `${title}: ${symbols.join(', ')}`
}
