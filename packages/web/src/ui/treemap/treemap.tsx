// A treemap: groups with headings, and tiles whose area is a size and whose color a change. Each tile is a button with
// its whole meaning as its name; the arrow keys move between them, and one is in the order of the Tab key.
// Source: docs/rules/market.md, "Heat map".
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { usePhone } from '../use-phone.ts'
import { heatColors, type HeatTone } from './heat-tone.ts'
import { directionOfKey, nextBox } from './next-box.ts'
import { placeTreemap, type Box, type SizedGroup, type SizedTile } from './place-treemap.ts'
import { figureScale, tileText } from './tile-text.ts'
import classes from './treemap.module.css'

export interface TreemapTile extends SizedTile {
  readonly label: string
  /** Signed: the color is never alone. */
  readonly figure: string
  readonly tone: HeatTone
  /** The accessible name, which begins with what the tile shows: "AAPL, +1.25%, Technology, market cap 2.90B". */
  readonly spoken: string
  /** The lines of the tooltip. */
  readonly details: readonly string[]
  readonly onOpen?: () => void
}

export interface TreemapGroup extends SizedGroup<TreemapTile> {
  readonly title: string
  readonly figure: string
  readonly onOpen?: () => void
  /** The accessible name of a heading that opens something else than the group alone; it begins with its words. */
  readonly spoken?: string
}

export interface TreemapProps {
  /** Accessible name of the map. */
  readonly label: string
  readonly groups: readonly TreemapGroup[]
}

/** Until the place was measured, and in a test. */
const unmeasured = { width: 960, height: 560 }

interface Stop {
  readonly id: string
  readonly box: Box
}

const tileId = (group: TreemapGroup, tile: TreemapTile): string => `${group.id} ${tile.id}`
const headingId = (group: TreemapGroup): string => `${group.id} `

export function Treemap({ label, groups }: TreemapProps) {
  const isPhone = usePhone()
  const place = useRef<HTMLDivElement>(null)
  const space = useSpace(place)
  const hint = useId()
  const placed = useMemo(
    () => placeTreemap<TreemapTile, TreemapGroup>(groups, { ...space, height: isPhone ? undefined : space.height }),
    [groups, space, isPhone],
  )
  const stops = useMemo(
    () =>
      placed.groups.flatMap(({ group, heading, tiles }): Stop[] => [
        ...(heading && group.onOpen ? [{ id: headingId(group), box: heading }] : []),
        ...tiles.map(({ tile, box }) => ({ id: tileId(group, tile), box })),
      ]),
    [placed],
  )
  const [chosen, setChosen] = useState<string>()
  const current = stops.find(({ id }) => id === chosen)?.id ?? stops.find(({ id }) => !id.endsWith(' '))?.id
  const [told, setTold] = useState<string>()
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const keep = useCallback((id: string, button: HTMLButtonElement | null) => {
    if (button) buttons.current.set(id, button)
    else buttons.current.delete(id)
  }, [])
  useEscape(told !== undefined, () => setTold(undefined))
  const held = useHeldFocus(stops, () => (current === undefined ? undefined : buttons.current.get(current)))

  const move = (event: KeyboardEvent) => {
    const at = stops.findIndex(({ id }) => id === current)
    const to = targetOf(event, stops, at)
    if (to === undefined) return
    event.preventDefault()
    const next = stops[to]
    if (next) buttons.current.get(next.id)?.focus()
  }
  const stopProps = (id: string) => ({
    ref: (button: HTMLButtonElement | null) => keep(id, button),
    tabIndex: id === current ? 0 : -1,
    onFocus: (event: React.FocusEvent) => {
      setChosen(id)
      held.current = true
      if (event.target.matches(':focus-visible')) setTold(id)
    },
    onBlur: () => {
      held.current = false
      setTold(undefined)
    },
    onPointerEnter: (event: React.PointerEvent) => {
      if (event.pointerType === 'mouse') setTold(id)
    },
    onPointerLeave: () => setTold(undefined),
  })
  return (
    <div className={classes['frame']} data-stacked={isPhone || undefined}>
      <span id={hint} hidden>
        Arrow keys move between the tiles, Enter opens one.
      </span>
      <div
        ref={place}
        role="group"
        aria-label={label}
        aria-describedby={hint}
        className={classes['map']}
        style={isPhone ? { height: placed.height } : undefined}
        onKeyDown={move}
      >
        {placed.groups.map(({ group, heading, tiles }) => (
          <div key={group.id} role="group" aria-label={`${group.title}, ${group.figure}`}>
            {heading ? (
              <Heading group={group} box={heading} stop={group.onOpen ? stopProps(headingId(group)) : undefined} />
            ) : null}
            {tiles.map(({ tile, box }) => (
              <button
                key={tile.id}
                type="button"
                aria-label={tile.spoken}
                aria-disabled={tile.onOpen === undefined || undefined}
                className={classes['tile']}
                data-sized-by-figure
                style={{ ...cssOf(box), ...heatColors(tile.tone) }}
                onClick={tile.onOpen}
                {...stopProps(tileId(group, tile))}
              >
                <TileWords tile={tile} box={box} />
              </button>
            ))}
          </div>
        ))}
        <TileTooltip told={told} placed={placed.groups} width={space.width} height={placed.height} />
      </div>
    </div>
  )
}

type StopProps = React.ComponentProps<'button'>

function Heading({
  group,
  box,
  stop,
}: {
  readonly group: TreemapGroup
  readonly box: Box
  readonly stop: StopProps | undefined
}) {
  const words = (
    <>
      <span className={classes['groupTitle']}>{group.title}</span>
      <span className={classes['groupFigure']}>{group.figure}</span>
    </>
  )
  return stop ? (
    <button
      type="button"
      className={classes['heading']}
      style={cssOf(box)}
      aria-label={group.spoken ?? `Only ${group.title}, ${group.figure}`}
      onClick={group.onOpen}
      {...stop}
    >
      {words}
    </button>
  ) : (
    <div className={classes['heading']} style={cssOf(box)} aria-hidden>
      {words}
    </div>
  )
}

function TileWords({ tile, box }: { readonly tile: TreemapTile; readonly box: Box }) {
  const text = tileText(box, tile.label, tile.figure)
  if (text === undefined) return null
  return (
    <>
      <span style={{ fontSize: text.fontSize }}>{tile.label}</span>
      {text.hasFigure ? (
        <span className={classes['figure']} style={{ fontSize: text.fontSize * figureScale }}>
          {tile.figure}
        </span>
      ) : null}
    </>
  )
}

interface TooltipProps {
  readonly told: string | undefined
  readonly placed: ReturnType<typeof placeTreemap<TreemapTile, TreemapGroup>>['groups']
  readonly width: number
  readonly height: number
}

const tooltipWidth = 220

/** Repeats the tile's accessible name for the eye, so it is hidden from screen readers. */
function TileTooltip({ told, placed, width, height }: TooltipProps) {
  if (told === undefined) return null
  for (const { group, tiles } of placed) {
    const found = tiles.find(({ tile }) => tileId(group, tile) === told)
    if (found === undefined) continue
    const { box, tile } = found
    const left = Math.max(0, Math.min(box.left, width - tooltipWidth))
    const isBelow = box.top + box.height / 2 < height / 2
    const side = isBelow ? { top: box.top + box.height + 4 } : { bottom: height - box.top + 4 }
    return (
      <div className={classes['tooltip']} style={{ left, width: tooltipWidth, ...side }} aria-hidden>
        {tile.details.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    )
  }
  return null
}

const cssOf = ({ left, top, width, height }: Box) => ({ left, top, width, height })

/** Returns the index of the stop that a key moves to; undefined for every other key, and at the edge of the map. */
function targetOf({ key }: KeyboardEvent, stops: readonly Stop[], at: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return stops.length - 1
  const direction = directionOfKey[key]
  return (
    direction &&
    nextBox(
      stops.map(({ box }) => box),
      at,
      direction,
    )
  )
}

function useSpace(place: React.RefObject<HTMLElement | null>) {
  const [space, setSpace] = useState(unmeasured)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      if (width > 0)
        setSpace((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    measure()
    return () => sizes.disconnect()
  }, [place])
  return space
}

/**
 * Keeps the focus in the map when what had it is gone, as a sector that was opened: the stop of the Tab key gets it.
 * Returns a ref for whether a stop has the focus. React reports no blur for what it removes.
 */
function useHeldFocus(stops: readonly Stop[], stopOfTab: () => HTMLButtonElement | undefined) {
  const held = useRef(false)
  useLayoutEffect(() => {
    if (held.current && (document.activeElement === null || document.activeElement === document.body))
      stopOfTab()?.focus()
    // The stop of the Tab key follows from the stops.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stops])
  return held
}

function useEscape(isOn: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
