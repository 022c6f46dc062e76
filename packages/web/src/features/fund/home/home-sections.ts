// The parts of a member's home of one fund, from top to bottom. A part shows nothing where it has nothing for this
// member. To add one, write it in a file of its own and name it here.
import type { MyParticipation } from '@clubfolio/contract'
import type { ComponentType } from 'react'
import { MyAnnouncements } from '../announcement/my-announcements.tsx'
import { MyRequestsPanel } from '../statement/my-requests.tsx'
import { MyVotes } from '../vote/my-votes.tsx'
import { DocumentsSection } from '../document/documents-section.tsx'
import { BestAndWorstSection } from './best-and-worst-section.tsx'
import { EntriesSection } from './entries-section.tsx'
import { ValueLineSection } from './value-line-section.tsx'
import { StatementsSection } from './statements-section.tsx'
import { ValueSection } from './value-section.tsx'

export interface HomeSectionProps {
  /** The member's part in the fund that is shown. */
  readonly place: MyParticipation
}

interface HomeSection {
  readonly name: string
  readonly Section: ComponentType<HomeSectionProps>
}

export const homeSections: readonly HomeSection[] = [
  { name: 'value', Section: ValueSection },
  { name: 'value-line', Section: ValueLineSection },
  { name: 'best-and-worst', Section: BestAndWorstSection },
  { name: 'votes', Section: MyVotes },
  { name: 'announcements', Section: MyAnnouncements },
  { name: 'requests', Section: MyRequestsPanel },
  { name: 'entries', Section: EntriesSection },
  { name: 'statements', Section: StatementsSection },
  { name: 'documents', Section: DocumentsSection },
]
