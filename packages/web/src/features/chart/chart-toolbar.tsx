// The chart's toolbar: bar length, type, scale, indicators, workspace, and the Actions menu.
// Source: docs/rules/trading.md, "Chart screen".
import type { BarTiming } from '@clubfolio/contract'
import type { BarType, PriceScale } from '@clubfolio/charts'
import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconDots, IconMathFunction } from '@tabler/icons-react'
import { choiceGroup } from '../../ui/choice-group.ts'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { useNights } from './api.ts'
import { dailyTimings, intradayTimings, isIntradayTiming, timingLabels } from './chart-timing.ts'
import classes from './chart.module.css'
import type { WorkspaceState } from './use-workspace.ts'
import { WorkspaceStatus } from './workspace-status.tsx'

const letters: Readonly<Record<(typeof dailyTimings)[number], string>> = { _D: 'D', _W: 'W', _MONTH: 'M', _Y: 'Y' }
const typeChoices = [
  { key: 'ohlc', value: 'OHLC' },
  { key: 'candle', value: 'Candlestick' },
  { key: 'line', value: 'Line' },
] as const

const hourChoices = [
  { key: 'regular', value: 'Regular hours' },
  { key: 'all', value: 'All hours' },
] as const

export interface ChartToolbarProps {
  /** Tells the bars of several charts apart. */
  readonly label: string
  readonly timing: BarTiming
  readonly onTiming: (timing: BarTiming) => void
  readonly hasIntraday: boolean
  /** One row, where the chart is one of several. */
  readonly isCompact: boolean
  readonly type: BarType
  readonly onType: (type: BarType) => void
  readonly scale: PriceScale
  readonly onScale: (scale: PriceScale) => void
  readonly indicatorCount: number
  /** Undefined until the indicators are loaded. */
  readonly onIndicators: (() => void) | undefined
  readonly workspace: WorkspaceState
  readonly onSave: () => void
  readonly isFullscreen: boolean
  readonly onFullscreen: () => void
  readonly onClean: () => void
  readonly onPicture: (kind: 'png' | 'pdf') => void
}

export function ChartToolbar(props: ChartToolbarProps) {
  const {
    label,
    timing,
    onTiming,
    hasIntraday,
    isCompact,
    type,
    onType,
    scale,
    onScale,
    indicatorCount,
    onIndicators,
    workspace,
    onSave,
    isFullscreen,
    onFullscreen,
    onClean,
    onPicture,
  } = props
  const isLog = scale === 'logarithmic'
  const [hasNights, setNights] = useNights()
  return (
    <div className={classes['bar']} role="toolbar" aria-label={label}>
      <SegmentedControl
        size="xs"
        aria-label="Length of bars"
        value={isIntradayTiming(timing) ? '' : timing}
        onChange={(value) => value !== '' && onTiming(value)}
        data={dailyTimings.map((value) => ({
          value,
          label: <span title={timingLabels[value]}>{letters[value]}</span>,
        }))}
      />
      {hasIntraday ? (
        <QuietMenu
          label="Intraday"
          groups={[
            choiceGroup({
              title: 'Intraday',
              choices: [
                ...(isIntradayTiming(timing) ? [] : [{ key: '' as const, value: 'Intraday' }]),
                ...intradayTimings.map((key) => ({ key, value: timingLabels[key] })),
              ],
              chosen: isIntradayTiming(timing) ? timing : '',
              onChoose: (key) => {
                if (key !== '') onTiming(key)
              },
            }),
            ...(isIntradayTiming(timing)
              ? [
                  choiceGroup({
                    title: 'Hours',
                    choices: hourChoices,
                    chosen: hasNights ? 'all' : 'regular',
                    onChoose: (key) => setNights(key === 'all'),
                    isUnnamed: !hasNights,
                  }),
                ]
              : []),
          ]}
        />
      ) : null}
      <span className={classes['divider']} aria-hidden />
      <QuietMenu
        label="Type"
        groups={[choiceGroup({ title: 'Type', choices: typeChoices, chosen: type, onChoose: onType })]}
      />
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconMathFunction size={14} stroke={1.6} />}
        disabled={onIndicators === undefined}
        onClick={onIndicators}
      >
        Indicators {indicatorCount}
      </Button>
      <Button
        size="xs"
        variant={isLog ? 'light' : 'subtle'}
        aria-pressed={isLog}
        onClick={() => onScale(isLog ? 'linear' : 'logarithmic')}
      >
        Log
      </Button>
      <span className={classes['divider']} aria-hidden />
      <WorkspaceStatus state={workspace} onSave={onSave} />
      <div className={classes['end']}>
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            {isCompact ? (
              <ActionIcon size={24} aria-label="Actions">
                <IconDots size={16} stroke={1.6} />
              </ActionIcon>
            ) : (
              <Button size="xs" variant="default" rightSection={<IconChevronDown size={12} stroke={1.6} />}>
                Actions
              </Button>
            )}
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={timing === '_D'} onClick={() => onTiming('_D')}>
              Daily
            </Menu.Item>
            <Menu.Item disabled={!hasIntraday || timing === '_1M'} onClick={() => onTiming('_1M')}>
              Intraday
            </Menu.Item>
            {hasIntraday ? null : (
              <Menu.Label maw={240} style={{ whiteSpace: 'normal' }}>
                The active market has no bars of this symbol below a day
              </Menu.Label>
            )}
            <Menu.Divider />
            <Menu.Item onClick={onFullscreen}>{isFullscreen ? 'Leave full screen' : 'Fullscreen'}</Menu.Item>
            <Menu.Item onClick={onClean}>Clean</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => onPicture('pdf')}>Save PDF</Menu.Item>
            <Menu.Item onClick={() => onPicture('png')}>Save PNG</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}
