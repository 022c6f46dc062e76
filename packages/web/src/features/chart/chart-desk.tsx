// One chart with everything around it: toolbar, tool rail, levels, workspace, pictures. Its ticker and timing never
// change; another pair mounts another desk.
import {
  drawingTools,
  isDrawingTool,
  type BarType,
  type Drawing,
  type DrawingTool,
  type MenuRequest,
  type PlaceRequest,
  type PriceScale,
  type StockChartPort,
  type VisibleWindow,
} from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarRight, IconPencil, type Icon } from '@tabler/icons-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { addAlert } from '../../kernel/alert-adder.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { useCan } from '../../kernel/session.ts'
import { confirm } from '../../ui/confirm.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { Panel } from '../../ui/panel.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { drawingTerms } from './alert-terms.ts'
import { timingLabels } from './chart-timing.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import frame from '../../ui/chart-screen.module.css'
import classes from './chart.module.css'
import { DrawingBar } from './drawing-bar.tsx'
import { FoundLevelsPanel, useFoundLevels } from './found-levels-panel.tsx'
import { InstrumentChart } from './instrument-chart.tsx'
import { LevelPanel } from './level-panel.tsx'
import { savedLevels, type Levels } from './levels.ts'
import { savePicture } from './save-picture.ts'
import { OwnTradesPanel } from './own-trades-panel.tsx'
import { decimalPrice } from './price-words.ts'
import { ToolRail } from './tool-rail.tsx'
import { styleOf, useDrawingTemplates } from './use-drawing-templates.ts'
import { useDrawingAlerts } from './use-drawing-alerts.ts'
import { useDrawingKeys } from './use-drawing-keys.ts'
import { useLevels } from './use-levels.ts'
import { useOwnTrades } from './use-own-trades.ts'
import { useStockTools } from './use-stock-tools.ts'
import { useWorkspace } from './use-workspace.ts'

// What opens later loads later: the first paint of the chart does not wait for it.
const DrawingMenu = lazy(() => import('./drawing-menu.tsx').then((module) => ({ default: module.DrawingMenu })))
const IndicatorDialog = lazy(() =>
  import('./indicator-dialog.tsx').then((module) => ({ default: module.IndicatorDialog })),
)
const LevelsDialog = lazy(() => import('./levels-dialog.tsx').then((module) => ({ default: module.LevelsDialog })))
const PlaceMenu = lazy(() => import('./place-menu.tsx').then((module) => ({ default: module.PlaceMenu })))
const TemplateNameDialog = lazy(() =>
  import('./template-name-dialog.tsx').then((module) => ({ default: module.TemplateNameDialog })),
)
const ToolTextDialog = lazy(() =>
  import('./tool-text-dialog.tsx').then((module) => ({ default: module.ToolTextDialog })),
)

export interface ChartDeskProps {
  readonly symbol: string
  readonly timing: BarTiming
  /** Company name or ticker. */
  readonly title: string
  readonly hasIntraday: boolean
  readonly onTiming: (timing: BarTiming) => void
  readonly onClean: () => void
  /** Among several charts: tools and levels come on demand. */
  readonly isCompact?: boolean
  readonly onVisible: ((window: VisibleWindow) => void) | undefined
  readonly onPort: (port: StockChartPort | undefined) => void
  /** Called on every change of the drawn or typed levels. */
  readonly onLevels?: (levels: Levels) => void
}

export function ChartDesk({
  symbol,
  timing,
  title,
  hasIntraday,
  isCompact = false,
  onTiming,
  onClean,
  onVisible,
  onPort,
  onLevels,
}: ChartDeskProps) {
  const [port, setPort] = useState<StockChartPort>()
  const [type, setType] = useState<BarType>('ohlc')
  const [scale, setScale] = useState<PriceScale>('logarithmic')
  const [asked, setAsked] = useState<DrawingTool>()
  const [rewordedId, setRewordedId] = useState<string>()
  const [menu, setMenu] = useState<MenuRequest>()
  const templates = useDrawingTemplates()
  const [namedId, setNamedId] = useState<string>()
  const [leveledId, setLeveledId] = useState<string>()
  const [placing, setPlacing] = useState<PlaceRequest>()
  const deskRef = useRef<HTMLDivElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [hasRail, setRail] = useState(false)
  const [hasSide, setSide] = useState(false)
  const can = useCan()
  const levels = useLevels(onLevels)
  const workspace = useWorkspace(symbol, timing, port, (loaded) => {
    setType(loaded.type)
    setScale(loaded.scale)
    levels.restore(savedLevels(loaded.levels))
  })
  const loaded = useStockTools(port)
  const tools = loaded?.tools
  useEffect(() => tools?.subscribeMenu(setMenu), [tools])
  useDrawingKeys(tools, deskRef)
  const drawingOf = (id: string | undefined) => loaded?.state.drawings.find((drawing) => drawing.id === id)
  const named = drawingOf(namedId)
  const leveled = drawingOf(leveledId)
  const reworded = loaded?.state.drawings.find(({ id }) => id === rewordedId)
  const focusChart = () => deskRef.current?.querySelector<HTMLElement>('[role="application"]')?.focus()
  const deleteAll = async () => {
    const isAccepted = await confirm({
      question: `Do you want to delete all ${loaded?.state.drawings.length ?? 0} annotations of this chart?`,
      consequence:
        'Undo brings them back until you leave this chart. Alerts that move with one of them pause until then.',
      accept: 'Delete',
      isDanger: true,
    })
    if (isAccepted) tools?.removeAll()
  }
  const own = useOwnTrades(symbol, timing)
  const found = useFoundLevels(symbol)
  const last = useLastPrice(symbol)
  const alertOn = (drawing: Drawing | undefined) =>
    drawing && can('VA') ? drawingTerms(drawing, { timing, scale, last, nowMs: Date.now() }) : undefined
  const alertCount = useDrawingAlerts(loaded?.state.drawings, { timing, scale, last })
  const begun = (tool: DrawingTool) => {
    const style = templates.defaultOf(tool)
    return style === undefined ? {} : { style }
  }
  const startTool = (tool: DrawingTool) => {
    levels.setPicking(undefined)
    if (drawingTools[tool].text !== undefined) setAsked(tool)
    else void loaded?.tools.start(tool, begun(tool))
  }
  return (
    <Panel
      isFilling
      // Several charts of one company need names of their own.
      title={isCompact ? `${symbol} · ${timingLabels[timing]}` : symbol}
      canExpand
      controls={
        isCompact ? (
          <>
            <PartButton icon={IconPencil} label={`Drawing tools of ${symbol}`} isOn={hasRail} onChange={setRail} />
            <PartButton
              icon={IconLayoutSidebarRight}
              label={`Levels and trades of ${symbol}`}
              isOn={hasSide}
              onChange={setSide}
            />
          </>
        ) : null
      }
    >
      {(isFullscreen, toggleFullscreen) => (
        <div className={frame['inner']}>
          <ChartToolbar
            label={`Chart of ${symbol}, ${timingLabels[timing]}`}
            timing={timing}
            onTiming={onTiming}
            hasIntraday={hasIntraday}
            isCompact={isCompact}
            type={type}
            onType={setType}
            scale={scale}
            onScale={setScale}
            indicatorCount={loaded?.state.indicators.length ?? 0}
            onIndicators={loaded ? () => setChoosing(true) : undefined}
            workspace={workspace.state}
            onSave={workspace.save}
            isFullscreen={isFullscreen}
            onFullscreen={toggleFullscreen}
            onClean={onClean}
            onPicture={(kind) => {
              if (port) void savePicture(port, title, `${symbol}${timing}`, kind)
            }}
          />
          <div className={classes['desk']} ref={deskRef}>
            {isCompact && !hasRail ? null : (
              <ToolRail
                loaded={loaded}
                onStart={startTool}
                picking={levels.picking}
                onPick={(name) => {
                  if (name !== undefined) loaded?.tools.cancel()
                  levels.setPicking(name)
                }}
                onDeleteAll={() => void deleteAll()}
              />
            )}
            <div className={classes['chart']}>
              <InstrumentChart
                symbol={symbol}
                timing={timing}
                title={title}
                type={type}
                scale={scale}
                levels={levels.lines}
                found={found.lines}
                trades={own.trades}
                lineListeners={own.listeners}
                isCompact={isCompact && !isFullscreen}
                onPlace={setPlacing}
                picking={levels.picking}
                onPick={(name, price) => {
                  if (name !== 'stopLoss') levels.place(name, price)
                }}
                {...(onVisible ? { onVisible } : {})}
                onReady={(next) => {
                  setPort(next)
                  onPort(next)
                }}
              />
              <DrawingBar
                loaded={loaded}
                isPicking={levels.picking !== undefined}
                onText={setRewordedId}
                onLeave={focusChart}
                alertOn={alertOn}
                onAlert={(terms, drawingId) => addAlert(symbol, terms, drawingId)}
                alertCount={alertCount}
                templates={templates}
                onName={setNamedId}
                onLevels={setLeveledId}
              />
              {loaded && menu ? (
                <LazyPart key={`${menu.clientX} ${menu.clientY}`} onFailure={() => setMenu(undefined)}>
                  <DrawingMenu
                    loaded={loaded}
                    request={menu}
                    onClose={() => {
                      setMenu(undefined)
                      focusChart()
                    }}
                    onText={setRewordedId}
                    onDeleteAll={() => void deleteAll()}
                    alertOn={alertOn}
                    onAlert={(terms, drawingId) => addAlert(symbol, terms, drawingId)}
                    templates={templates}
                    onName={setNamedId}
                  />
                </LazyPart>
              ) : null}
              {placing ? (
                <LazyPart key={`${placing.price} ${placing.clientY}`} onFailure={() => setPlacing(undefined)}>
                  <PlaceMenu
                    request={placing}
                    place={{
                      code: symbol,
                      accountNumber: own.account.account?.number,
                      last,
                      held: own.trading?.position?.quantity ?? 0,
                      exits: own.exitsAt(placing.price),
                      levels: levels.levels,
                    }}
                    whyNoOrder={whyNoOrder(own.account.account)}
                    movable={own.movableTo(placing.price)}
                    onMove={own.listeners.onMove}
                    onClose={() => {
                      setPlacing(undefined)
                      focusChart()
                    }}
                  />
                </LazyPart>
              ) : null}
            </div>
            {isCompact && !hasSide ? null : (
              <aside className={classes['side']} aria-label="Levels and indicators">
                <LevelPanel
                  levels={levels}
                  onAlert={
                    can('VA')
                      ? (name, price) =>
                          addAlert(symbol, {
                            kind: 'LEVEL',
                            side: name === 'resistance' ? 'RESISTANCE' : 'SUPPORT',
                            price: decimalPrice(price),
                          })
                      : undefined
                  }
                />
                {can('VCH') || can('VOS') || can('VSC') ? <FoundLevelsPanel found={found} levels={levels} /> : null}
                <OwnTradesPanel symbol={symbol} state={own} />
              </aside>
            )}
          </div>
          {loaded && isChoosing ? (
            <LazyPart onFailure={() => setChoosing(false)}>
              <IndicatorDialog isOpen onClose={() => setChoosing(false)} loaded={loaded} />
            </LazyPart>
          ) : null}
          {asked ? (
            <LazyPart key={asked} onFailure={() => setAsked(undefined)}>
              <ToolTextDialog
                tool={asked}
                onClose={() => setAsked(undefined)}
                onText={(text) => {
                  setAsked(undefined)
                  void loaded?.tools.start(asked, { ...begun(asked), text })
                }}
              />
            </LazyPart>
          ) : null}
          {named && isDrawingTool(named.tool) ? (
            <LazyPart onFailure={() => setNamedId(undefined)}>
              <TemplateNameDialog
                tool={named.tool}
                onName={(tool, name) => templates.keep(tool, name, styleOf(named))}
                onClose={() => setNamedId(undefined)}
              />
            </LazyPart>
          ) : null}
          {leveled ? (
            <LazyPart onFailure={() => setLeveledId(undefined)}>
              <LevelsDialog
                levels={leveled.style?.levels}
                onClose={() => setLeveledId(undefined)}
                onLevels={(chosen) => {
                  setLeveledId(undefined)
                  tools?.change(leveled.id, { style: { ...leveled.style, levels: chosen } })
                }}
              />
            </LazyPart>
          ) : null}
          {reworded && isDrawingTool(reworded.tool) ? (
            <LazyPart key={reworded.id} onFailure={() => setRewordedId(undefined)}>
              <ToolTextDialog
                tool={reworded.tool}
                text={reworded.text ?? ''}
                onClose={() => setRewordedId(undefined)}
                onText={(text) => {
                  setRewordedId(undefined)
                  tools?.change(reworded.id, { text })
                }}
              />
            </LazyPart>
          ) : null}
        </div>
      )}
    </Panel>
  )
}

interface PartButtonProps {
  readonly icon: Icon
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Shows or hides a part of a compact chart. */
function PartButton({ icon: Mark, label, isOn, onChange }: PartButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        variant={isOn ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        <Mark size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
