// The advanced calculator: figures on the left, the chart they are read from on the right; levels by typing or
// clicking.
// Source: docs/rules/trading.md, "Calculators".
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useChosenCompany } from '../../kernel/company-choice.ts'
import { contentText } from '../../kernel/content-text.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useCompany } from '../chart/api.ts'
import { chartSpan } from '../chart/bar-span.ts'
import { timingLabels } from '../chart/chart-timing.ts'
import { InstrumentChart } from '../chart/instrument-chart.tsx'
import { levelLines, levelRefusal, placeLevel, type SetLevel } from '../chart/levels.ts'
import { AdvanceForm } from './advance-form.tsx'
import { LoadAnalysisModal, SaveAnalysisModal } from './analysis-modals.tsx'
import { analysisOfLink, emptyAnalysis, fromContent, toContent, withTicket, type Analysis } from './analysis-place.ts'
import { calculate, emptyFields, type Calculation, type CalculatorFields } from './calculator-form.ts'
import classes from './calculator.module.css'
import { keptAnalysis, type KeptAnalysis } from './kept-calculation.ts'
import { triggerRequest } from './trigger-request.ts'
import { useTicketSource } from './use-ticket-source.ts'
import { useFullscreen } from './use-fullscreen.ts'

const priceOf = (text: string): number | undefined => (Number(text) > 0 ? Number(text) : undefined)

/** Returns where to go on: what was typed before the user left, or the analysis of a link that was not opened yet. */
function resumeAnalysis(linked: Analysis, kept: KeptAnalysis | undefined): KeptAnalysis {
  const isOpened = [emptyAnalysis, kept?.opened].some((one) => contentText(one) === contentText(linked))
  return kept && isOpened ? kept : { analysis: linked, proposed: undefined, name: '', opened: linked }
}

export function AdvanceScreen() {
  useDocumentTitle('Calculator')
  const search = useSearch({ strict: false })
  const { data: market } = useMarketState()
  const [start] = useState(() => resumeAnalysis(analysisOfLink(search), keptAnalysis.get()))
  const [analysis, setAnalysis] = useState<Analysis>(start.analysis)
  /** The figures as of the last time a field lost focus; the chart and the ticket follow these. */
  const [committed, setCommitted] = useState<Pick<Analysis, 'ticket' | 'fields'>>(start.analysis)
  const [proposed, setProposed] = useState(start.proposed)
  const [picking, setPicking] = useState<SetLevel>()
  const [fault, setFault] = useState<string>()
  const [modal, setModal] = useState<'load' | 'save'>()
  const [name, setName] = useState(start.name)
  const fullscreen = useFullscreen()
  const company = useCompany(analysis.ticket ?? undefined)
  const { fields, ticket, timing, span } = analysis
  const isUnread = Object.values(fields).some(isInvalidNumber)
  const calculationOf = (one: CalculatorFields): Calculation =>
    ticket === null || isUnread ? { kind: 'incomplete' } : calculate(one)
  // The result is of what the fields show, also while one is being typed into.
  const calculation = calculationOf(fields)

  const { opened } = start
  useEffect(() => keptAnalysis.set({ analysis, proposed, name, opened }), [analysis, proposed, name, opened])
  const chooseTicket = useCallback((code: string | null) => {
    setAnalysis((before) => withTicket(before, code))
    setCommitted((before) => withTicket(before, code))
    setFault(undefined)
  }, [])
  useChosenCompany(chooseTicket)

  const change = (part: Partial<Analysis>) => setAnalysis((before) => ({ ...before, ...part }))
  const type = (next: CalculatorFields) => {
    change({ fields: next })
    setFault(undefined)
  }
  const write = (next: CalculatorFields) => {
    change({ fields: next })
    setCommitted((before) => ({ ...before, fields: next }))
  }
  /** Takes over what was typed; a refusal shows a toast and stays in the error box. */
  const commit = (next: CalculatorFields) => {
    if (JSON.stringify(next) === JSON.stringify(committed.fields)) return
    write(next)
    const result = calculate(next)
    setFault(result.kind === 'refused' ? result.words : undefined)
    if (result.kind === 'refused') showToast({ tone: 'error', title: 'Error', message: result.words })
  }
  /** Draws a level; one on the wrong side of the other is refused and its line removed. */
  const place = (level: SetLevel, text: string) => {
    setPicking(undefined)
    const placed = placeLevel(
      { direction: fields.direction, resistance: priceOf(fields.resistance), support: priceOf(fields.support) },
      level,
      priceOf(text),
    )
    if (!placed.isRefused) return commit({ ...fields, [level]: text })
    write({ ...fields, [level]: '' })
    setFault(levelRefusal)
    showToast({ tone: 'error', title: 'Error', message: levelRefusal })
  }
  const restart = (next: Analysis) => {
    setAnalysis(next)
    setCommitted(next)
    setProposed(undefined)
    setPicking(undefined)
    setFault(undefined)
  }
  const settled = calculationOf(committed.fields)
  const figures =
    ticket === null || settled.kind !== 'ready'
      ? undefined
      : triggerRequest(committed.fields.direction, {
          code: ticket,
          quantity: settled.position.quantity,
          buyPrice: settled.position.buyPrice,
          sellPrice: settled.position.sellPrice,
          resistance: committed.fields.resistance,
          support: committed.fields.support,
        })
  const sourceId = useTicketSource(figures)
  const order = () => {
    if (figures) openOrderTicket({ ...figures, sourceId })
  }
  const title = company.data?.name ?? ticket ?? ''
  return (
    <div className={classes['screen']}>
      <PageHead
        title="Calculator"
        fact={name === '' ? undefined : name}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={12} stroke={1.6} />}>
                Actions
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setModal('load')}>Load Analysis</Menu.Item>
              <Menu.Item disabled={isUnread} onClick={() => setModal('save')}>
                Save Analysis
              </Menu.Item>
              {isUnread ? <Menu.Label>Correct the marked fields first</Menu.Label> : null}
              <Menu.Divider />
              <Menu.Item onClick={fullscreen.toggle}>{fullscreen.isFull ? 'Leave fullscreen' : 'Fullscreen'}</Menu.Item>
              <Menu.Item
                onClick={() => {
                  restart(emptyAnalysis)
                  setName('')
                }}
              >
                Reset
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      />
      <div className={classes['place']}>
        <Panel isPadded isFilling title="Analysis">
          <AdvanceForm
            analysis={analysis}
            calculation={calculation}
            fault={fault}
            picking={picking}
            span={span ?? chartSpan(market)}
            proposed={proposed}
            onProposed={setProposed}
            onChange={change}
            onTicket={chooseTicket}
            onType={type}
            onDirection={(direction) => restart({ ...analysis, fields: { ...emptyFields, direction } })}
            onCommit={commit}
            onPlace={place}
            onPick={setPicking}
            onOrder={order}
          />
        </Panel>
        <Panel isFilling canExpand title={ticket === null ? 'Chart' : `${title} · ${timingLabels[timing]}`}>
          <div className={classes['chart']}>
            {ticket === null ? (
              <EmptyState
                title="No instrument chosen"
                words={
                  'Search for a company at the left. Its chart appears here, and a click on the prices sets the ' +
                  'resistance or the support.'
                }
              />
            ) : (
              <InstrumentChart
                key={`${ticket} ${timing}`}
                symbol={ticket}
                timing={timing}
                span={span ?? undefined}
                title={title}
                type="candle"
                levels={levelLines({
                  direction: committed.fields.direction,
                  resistance: priceOf(committed.fields.resistance),
                  support: priceOf(committed.fields.support),
                })}
                picking={picking}
                onPick={(level, price) => {
                  if (level !== 'stopLoss') place(level, price.toFixed(price < 1 ? 4 : 2))
                }}
              />
            )}
          </div>
        </Panel>
      </div>
      {modal === 'save' ? (
        <SaveAnalysisModal
          content={toContent(analysis, chartSpan(market))}
          name={name}
          onClose={() => setModal(undefined)}
          onSaved={(saved) => {
            setName(saved)
            setModal(undefined)
          }}
        />
      ) : null}
      {modal === 'load' ? (
        <LoadAnalysisModal
          onClose={() => setModal(undefined)}
          onLoad={({ name: loaded, content }) => {
            restart(fromContent(content))
            setName(loaded)
            setModal(undefined)
          }}
        />
      ) : null}
    </div>
  )
}
