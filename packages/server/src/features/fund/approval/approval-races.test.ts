// Decisions that meet: of two at once one wins, and nothing takes effect twice or without a decision. A few rounds here,
// 200 in approval-races.long.test.ts.
import { playApprovalRaces } from '../../../testing/approval-races.ts'

playApprovalRaces(3)
