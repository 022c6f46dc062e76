// The alerts: a person's rules, the history of their firings, and the active alerts.
// Source: docs/rules/trading.md, "Alerts"; docs/rules/access.md, "Permission keys".
import { alertRuleLimit, type AlertRule } from '@clubfolio/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AlertList } from './alert-list.tsx'
import { useCurrentAlerts } from './api.ts'
import { FiringTable } from './firing-table.tsx'
import { useRules } from './rule-api.ts'
import { ruleDraftOf, newRuleDraft } from './rule-draft.ts'
import { RuleTable, useRuleTable } from './rule-table.tsx'

const RuleDialog = lazy(() => import('./rule-dialog.tsx').then((module) => ({ default: module.RuleDialog })))

const tabs = [
  { value: 'rules', label: 'Rules' },
  { value: 'history', label: 'History' },
  { value: 'standing', label: 'Standing' },
] as const

const Place = z.object({
  tab: z.enum(['rules', 'history', 'standing']).catch('rules'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})

export function AlertScreen() {
  useDocumentTitle('Alerts')
  const can = useCan()
  const [place, setPlace] = useUrlState(Place)
  const [edited, setEdited] = useState<AlertRule | 'new'>()
  const rules = useRules(can('VA'))
  const { view, controls } = useRuleTable(rules)
  const isFull = rules.data !== undefined && rules.data.length >= alertRuleLimit
  const makeButton = (
    <DisabledReason reason={isFull ? `You have reached the limit of ${alertRuleLimit} rules` : undefined}>
      <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setEdited('new')}>
        New alert
      </Button>
    </DisabledReason>
  )
  return (
    <>
      <PageHead
        title="Alerts"
        fact={rules.data ? `${rules.data.length} ${rules.data.length === 1 ? 'rule' : 'rules'}` : undefined}
        actions={makeButton}
      />
      <Panel
        title={
          <SegmentedControl
            aria-label="Which alerts"
            data={[...tabs]}
            value={place.tab}
            onChange={(tab) => setPlace({ tab, start: 0 })}
          />
        }
        isRefreshing={rules.isFetching}
        controls={place.tab === 'rules' ? controls : undefined}
      >
        {place.tab === 'rules' ? (
          <RuleTable
            rules={rules}
            view={view}
            onEdit={setEdited}
            empty={
              <EmptyState
                title="No rule yet"
                words={
                  'A rule watches a price, a level, a position or an account while you look elsewhere, and ' +
                  'notifies you on the screen, by mail or by text message.'
                }
                actions={<Button onClick={() => setEdited('new')}>Make the first rule</Button>}
              />
            }
          />
        ) : null}
        {place.tab === 'history' ? <FiringTable place={place} onMove={setPlace} /> : null}
        {place.tab === 'standing' ? <Standing /> : null}
      </Panel>
      {edited === undefined ? null : (
        <Suspense fallback={null}>
          <RuleDialog
            draft={edited === 'new' ? newRuleDraft : ruleDraftOf(edited)}
            {...(edited === 'new' ? {} : { ruleId: edited.id })}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function Standing() {
  const alerts = useCurrentAlerts()
  if (!alerts.data) return <FailedQuery query={alerts} title="The alerts could not be loaded" />
  if (alerts.data.length === 0)
    return (
      <EmptyState
        title="No active alerts"
        words={
          'Alerts appear here while something needs your attention: access that is about to end, a difference with ' +
          'the brokerage, or a rule that has fired.'
        }
      />
    )
  return <AlertList alerts={alerts.data} isWhole />
}
