// What the member asks the fund for, and what the fund expects of them.
import { Panel } from '../../../ui/panel.tsx'
import { MyRequestsPanel } from '../statement/my-requests.tsx'
import type { HomeSectionProps } from './home-sections.ts'
import classes from './home.module.css'

export function RequestsSection({ place }: HomeSectionProps) {
  return (
    <Panel>
      <div className={classes['text']}>
        <MyRequestsPanel place={place} />
      </div>
    </Panel>
  )
}
