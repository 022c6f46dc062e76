// The advanced calculator: figures on the left, the chart they are read from on the right; levels by typing or
// clicking.
// Source: docs/rules/trading.md, "Calculators".
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useChosenCompany } from '../../kernel/company-choice.ts'
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
import { analysisOfLink, emptyAnalysis, fromContent, toContent, type Analysis } from './analysis-place.ts'
import { calculate, emptyFields, type CalculatorFields } from './calculator-form.ts'
import classes from './calculator.module.css'
import { triggerRequest } from './trigger-request.ts'
import { useTicketSource } from './use-ticket-source.ts'
import { useFullscreen } from './use-fullscreen.ts'

const priceOf = (text: string): number | undefined => (Number(text) > 0 ? Number(text) : undefined)

export function AdvanceScreen() {
  useDocumentTitle('Calculator')
  const search = useSearch({ strict: false })
  const { data: market } = useMarketState()
  const [analysis, setAnalysis] = useState<Analysis>(() => analysisOfLink(search))
  /** The figures as of the last time a field lost focus; the chart and the result follow these. */
  const [committed, setCommitted] = useState<CalculatorFields>(analysis.fields)
  const [proposed, setProposed] = useState<string>()
  const [picking, setPicking] = useState<SetLevel>()
  const [fault, setFault] = useState<string>()
  const [modal, setModal] = useState<'load' | 'save'>()
  const [name, setName] = useState('')
  const fullscreen = useFullscreen()
  const company = useCompany(analysis.ticket ?? undefined)
  const { fields, ticket, timing, span } = analysis
  const isUnread = Object.values(fields).some(isInvalidNumber)
  const calculation = ticket === null || isUnread ? ({ kind: 'incomplete' } as const) : calculate(committed, 'advanced')

  useChosenCompany(useCallback((code) => setAnalysis((before) => ({ ...before, ticket: code })), []))

  const change = (part: Partial<Analysis>) => setAnalysis((before) => ({ ...before, ...part }))
  /** Recalculates; a refusal shows a toast and stays in the error box. */
  const commit = (next: CalculatorFields) => {
    if (JSON.stringify(next) === JSON.stringify(committed)) return
    change({ fields: next })
    setCommitted(next)
    const result = calculate(next, 'advanced')
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
    const next = { ...fields, [level]: '' }
    change({ fields: next })
    setCommitted(next)
    setFault(levelRefusal)
    showToast({ tone: 'error', title: 'Error', message: levelRefusal })
  }
  const restart = (next: Analysis) => {
    setAnalysis(next)
    setCommitted(next.fields)
    setProposed(undefined)
    setPicking(undefined)
    setFault(undefined)
  }
  const figures =
    ticket === null || calculation.kind !== 'ready'
      ? undefined
      : triggerRequest(committed.direction, {
          code: ticket,
          quantity: calculation.position.quantity,
          buyPrice: calculation.position.buyPrice,
          sellPrice: calculation.position.sellPrice,
          resistance: committed.resistance,
          support: committed.support,
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
                  direction: committed.direction,
                  resistance: priceOf(committed.resistance),
                  support: priceOf(committed.support),
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
